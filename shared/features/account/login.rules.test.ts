import { describe, expect, it } from 'vitest';
import { loginFailureText, logoutFailureText } from './login.rules.ts';

describe('loginFailureText', () => {
  it.each([
    { status: 401, message: 'Wrong' },
    { status: 401, message: '' },
    { status: 403, message: 'Unauthorized' },
    new Error('Unauthorized'),
  ])('calls %o a wrong name or password', (failure) => {
    expect(loginFailureText(failure)).toBe(
      'Invalid username or password. Please check your credentials and try again.',
    );
  });

  it.each([500, 502, 503])('calls %i a server error', (status) => {
    expect(loginFailureText({ status, message: 'Server error (HTML response)' })).toBe(
      'A server error occurred. Please try again later.',
    );
  });

  it.each([
    new TypeError('Failed to fetch'),
    null,
    undefined,
    'x',
    { status: 400, message: ' ' },
    { status: 400, statusText: 'Bad Request', message: '400 Bad Request' },
    { status: 400, message: '400' },
  ])('takes %o for a broken connection', (failure) => {
    expect(loginFailureText(failure)).toBe('Login failed. Please check your connection and try again.');
  });

  it('passes on what the server has to say', () => {
    const message = 'Too many tries. Wait five minutes, then try again.';
    expect(loginFailureText({ status: 429, statusText: 'Too Many Requests', message })).toBe(message);
  });
});

describe('logoutFailureText', () => {
  const fixed = 'There was an error logging you out. Please try again.';

  it.each([400, 429, 499])('passes on what the server says of a refusal (%i)', (status) => {
    expect(logoutFailureText({ status, message: 'Wait a minute.' })).toBe('Wait a minute.');
  });

  it.each([
    { status: 500, message: 'Broken' },
    { status: 399, message: 'Odd' },
    { status: 400, message: '' },
    { status: 400 },
    { status: 400, message: 7 },
    { status: '400', message: 'Text' },
    new TypeError('Failed to fetch'),
    null,
    undefined,
  ])('says the fixed text of %o', (failure) => {
    expect(logoutFailureText(failure)).toBe(fixed);
  });
});
