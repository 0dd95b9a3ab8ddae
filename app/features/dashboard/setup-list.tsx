// The setup steps of a new account, done and open.
import Check from 'icon:check';
import { WaitingLine, WaitingList } from '#app/components/staff/waiting-list.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EightCount } from '#app/components/ui/eight-count.tsx';
import type { ContractOutput } from '#shared/contract.ts';
import type { getTwoFactor } from '#shared/features/account/account.contract.ts';
import type { getProfile } from '#shared/features/profile/profile.contract.ts';

export function SetupList({ steps }: { steps: readonly SetupStep[] }) {
  const open = steps.filter(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone);
  return (
    <section aria-labelledby="setup">
      <h2 id="setup" className="t-s">
        {open.length === 0 ? 'You’re all set' : 'Getting started'}
      </h2>
      <div className="mt-3 mb-4 flex items-center gap-4">
        <EightCount label="Steps done" done={done.length} total={steps.length} />
        <span className="meta num">
          {done.length} of {steps.length} done
        </span>
      </div>
      <WaitingList label="Setup steps">
        {open.map((step) => (
          <WaitingLine
            key={step.key}
            title={step.label}
            action={
              step.action && (
                <ButtonLink size="s" to={step.action.to}>
                  {step.action.label}
                  <span className="sr-only">: {step.label}</span>
                </ButtonLink>
              )
            }
          >
            {step.why}
          </WaitingLine>
        ))}
        {done.map((step) => (
          <li key={step.key} className="text-ink-2">
            <Check className="icon -ml-1 text-sage" aria-hidden="true" />
            <span>
              {step.label}
              <span className="sr-only">: done</span>
            </span>
          </li>
        ))}
      </WaitingList>
    </section>
  );
}

export type SetupStep = {
  key: 'email' | 'picture' | 'bio' | 'styles' | 'two-factor';
  label: string;
  why: string;
  /** Left out where the notice above the page has the button. */
  action?: { label: string; to: string };
  isDone: boolean;
};

type Profile = ContractOutput<typeof getProfile>;
type TwoFactor = ContractOutput<typeof getTwoFactor>;

export function setupSteps(profile: Profile, twoFactor: TwoFactor): SetupStep[] {
  return [
    {
      key: 'email',
      label: 'Confirm your email address',
      why: `Open the link we sent to ${profile.email}.`,
      isDone: profile.isEmailVerified,
    },
    {
      key: 'picture',
      label: 'Add a picture',
      why: 'Profiles with a picture get more bookings and sales.',
      action: { label: 'Add picture', to: '/profile/edit' },
      isDone: profile.profileImageUrl !== null,
    },
    {
      key: 'bio',
      label: 'Write a short bio',
      why: 'Where you teach, who you teach and what you care about.',
      action: { label: 'Write bio', to: '/profile/edit' },
      isDone: profile.bio.trim() !== '',
    },
    {
      key: 'styles',
      label: 'Choose your dance styles',
      why: 'Others can find you by what you dance.',
      action: { label: 'Choose styles', to: '/profile/edit' },
      isDone: profile.danceStyles.length > 0,
    },
    {
      key: 'two-factor',
      label: 'Set up an authenticator app',
      why: twoFactor.isRequired
        ? 'Your role requires it.'
        : 'Protects your account with a second step. It takes two minutes.',
      action: { label: 'Set up', to: '/profile/security' },
      isDone: twoFactor.isOn,
    },
  ];
}
