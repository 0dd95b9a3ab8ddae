// What is left to do before an account is all set up.
import type { Profile, TwoFactor } from './dashboard.api.ts';

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
