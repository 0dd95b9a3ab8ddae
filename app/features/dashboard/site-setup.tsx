// What a new site still needs before it can open; gone once everything is done.
import Check from 'icon:check';
import type { ReactNode } from 'react';
import { WaitingLine, WaitingList } from '#app/components/staff/waiting-list.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EightCount } from '#app/components/ui/eight-count.tsx';
import type { SetupStep } from '#shared/features/dashboard/setup.rules.ts';
import { percentOf } from '#shared/features/payout/payout.rules.ts';
import type { SiteSetup } from './dashboard.api.ts';

type Step = {
  label: string;
  why: (setup: SiteSetup) => ReactNode;
  action: { label: string; to: string };
};

const handbook = (section: string) => ({
  label: 'See how',
  to: `/admin/documentation?chapter=new-site#${section}`,
});

const STEPS: Readonly<Record<SetupStep, Step>> = {
  name: {
    label: 'Name the site and give it a support address',
    why: () => 'Every email has both. The address it came with reaches nobody.',
    action: { label: 'Open settings', to: '/admin/settings' },
  },
  address: {
    label: 'Set the site’s public address',
    why: () => 'Links in emails start with it. Set PUBLIC_URL where the server runs.',
    action: handbook('public-address'),
  },
  mail: {
    label: 'Connect a mail server',
    why: () => 'Until emails are sent, nobody can confirm an address or reset a password. Set SMTP_URL.',
    action: handbook('mail'),
  },
  payments: {
    label: 'Connect Stripe',
    why: () => 'Until then the sandbox takes test cards and charges nobody.',
    action: handbook('payments'),
  },
  storage: {
    label: 'Check the file storage',
    why: () => 'Files can’t be stored right now.',
    action: { label: 'View health', to: '/admin/deployment' },
  },
  fee: {
    label: 'Decide on the platform fee',
    why: ({ feePoints }) => `It is ${percentOf(feePoints)}% of every sale. Save the settings to confirm it.`,
    action: { label: 'Open settings', to: '/admin/settings' },
  },
  officer: {
    label: 'Appoint a curriculum officer',
    why: () => 'Officers review resources before they go on sale. Give someone the role.',
    action: { label: 'Open users', to: '/admin/users' },
  },
  course: {
    label: 'Publish the first course',
    why: () => 'Approve someone to teach, or teach yourself.',
    action: handbook('first-course'),
  },
  backup: {
    label: 'Make a backup',
    why: () => 'Run it once to see that it works, then every night.',
    action: handbook('backup'),
  },
};

export const openSteps = (setup: SiteSetup) => setup.steps.filter(({ isDone }) => !isDone);

export function SiteSetupList({ setup }: { setup: SiteSetup }) {
  const open = openSteps(setup);
  const done = setup.steps.filter(({ isDone }) => isDone);
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="site-setup" className="mt-8">
      <h2 id="site-setup" className="t-s">
        Before you open
      </h2>
      <div className="mt-3 mb-4 flex items-center gap-4">
        <EightCount label="Steps done" done={done.length} total={setup.steps.length} />
        <span className="meta num">
          {done.length} of {setup.steps.length} done
        </span>
      </div>
      <WaitingList label="Before you open">
        {open.map(({ key }) => (
          <WaitingLine
            key={key}
            title={STEPS[key].label}
            action={
              <ButtonLink size="s" to={STEPS[key].action.to}>
                {STEPS[key].action.label}
                <span className="sr-only">: {STEPS[key].label}</span>
              </ButtonLink>
            }
          >
            {STEPS[key].why(setup)}
          </WaitingLine>
        ))}
        {done.map(({ key }) => (
          <li key={key} className="text-ink-2">
            <Check className="icon -ml-1 text-sage" aria-hidden="true" />
            <span>
              {STEPS[key].label}
              <span className="sr-only">: done</span>
            </span>
          </li>
        ))}
      </WaitingList>
    </section>
  );
}
