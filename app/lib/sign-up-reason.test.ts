import { expect, it } from 'vitest';
import { readSignUpReason, signUpSentence, signUpState, type SignUpReason } from './sign-up-reason.ts';

const reason: SignUpReason = { action: 'save', title: 'Barre basics', to: '/curriculum/7' };

it('comes back out of the navigation state it was put into', () => {
  expect(readSignUpReason(signUpState(reason))).toEqual(reason);
  expect(signUpSentence(reason)).toBe('to save “Barre basics”');
});

it.each([
  undefined,
  null,
  'text',
  {},
  { signUpReason: null },
  signUpState({ ...reason, to: '//evil.example' }),
  signUpState({ ...reason, to: 'https://evil.example' }),
  signUpState({ ...reason, action: 'toString' as 'save' }),
  { signUpReason: { ...reason, title: 7 } },
])('is none in %o', (state) => {
  expect(readSignUpReason(state)).toBeNull();
});
