// What is left to do, counted to eight as everything here is.
import { Check } from 'lucide-react';
import { WaitingLine, WaitingList } from '#app/components/staff/waiting-list.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EightCount } from '#app/components/ui/eight-count.tsx';
import type { Profile, TwoFactor } from './dashboard.api.ts';

export function SetupList({ steps }: { steps: readonly SetupStep[] }) {
  const open = steps.filter(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone);
  return (
    <section aria-labelledby="setup">
      <h2 id="setup" className="t-s">
        {open.length === 0 ? 'You are all set' : 'Getting ready'}
      </h2>
      <div className="mt-3 mb-4 flex items-center gap-4">
        <EightCount label="Steps done" done={done.length} total={steps.length} />
        <span className="meta num">
          {done.length} of {steps.length} done
        </span>
      </div>
      <WaitingList label="What is left to do">
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
  /** As something to do. */
  label: string;
  why: string;
  /** Absent where the notice above the page has the button. */
  action?: { label: string; to: string };
  isDone: boolean;
};

export function setupSteps(profile: Profile, twoFactor: TwoFactor): SetupStep[] {
  return [
    {
      key: 'email',
      label: 'Confirm your e-mail address',
      why: `Open the link we sent to ${profile.email}.`,
      isDone: profile.isEmailVerified,
    },
    {
      key: 'picture',
      label: 'Add a picture',
      why: 'People book and buy from a face more readily than from initials.',
      action: { label: 'Add picture', to: '/profile/edit' },
      isDone: profile.profileImageUrl !== null,
    },
    {
      key: 'bio',
      label: 'Say a few words about yourself',
      why: 'Where you teach, whom, and what you care about.',
      action: { label: 'Write', to: '/profile/edit' },
      isDone: profile.bio.trim() !== '',
    },
    {
      key: 'styles',
      label: 'Choose your dance styles',
      why: 'So that others find you by what you dance.',
      action: { label: 'Choose', to: '/profile/edit' },
      isDone: profile.danceStyles.length > 0,
    },
    {
      key: 'two-factor',
      label: 'Protect your account with an authenticator app',
      why: twoFactor.isRequired
        ? 'Your role asks for it.'
        : 'A second lock besides your password. Two minutes, once.',
      action: { label: 'Set up', to: '/profile/security' },
      isDone: twoFactor.isOn,
    },
  ];
}
