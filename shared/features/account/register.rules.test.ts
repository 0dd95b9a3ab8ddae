import { describe, expect, it } from 'vitest';
import { inKinderWords, registrationFailureText } from './register.rules.ts';

const TAKEN = 'This username is already taken. Please try another one.';
const FALLBACK = 'Registration failed. Please check your information and try again.';

describe('registrationFailureText', () => {
  it('exchanges the one text of the spec', () => {
    expect(registrationFailureText({ status: 409, message: 'Username already exists' })).toBe(TAKEN);
  });

  it('passes on what else the server has to say', () => {
    const message = 'New accounts are closed at the moment.';
    expect(registrationFailureText({ status: 403, statusText: 'Forbidden', message })).toBe(message);
  });

  it.each([
    new TypeError('Failed to fetch'),
    null,
    undefined,
    { status: 400, message: ' ' },
    { status: 400, statusText: 'Bad Request', message: '400 Bad Request' },
  ])('has a text of its own for %o', (failure) => {
    expect(registrationFailureText(failure)).toBe(FALLBACK);
  });
});

it('a message beside a field is exchanged alike', () => {
  expect(inKinderWords('Username already exists')).toBe(TAKEN);
  expect(inKinderWords('Enter your last name')).toBe('Enter your last name');
});
