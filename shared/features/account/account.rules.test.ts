import { describe, expect, it } from 'vitest';
import {
  friendlyMessage,
  identityKey,
  loginFailureText,
  logoutFailureText,
  registrationFailureText,
} from './account.rules.ts';

describe('identityKey', () => {
  it('ignores case, Unicode form and surrounding spaces', () => {
    expect(identityKey('  Zo\u0065\u0308 ')).toBe(identityKey('ZO\u00cb'));
    expect(identityKey('ＡＮＡ')).toBe('ana');
  });

  it('distinguishes different names', () => {
    expect(identityKey('ana')).not.toBe(identityKey('anna'));
    expect(identityKey('💃')).not.toBe(identityKey('🕺'));
  });
});

describe('loginFailureText', () => {
  it.each([
    { status: 401, message: 'Wrong' },
    { status: 401, message: '' },
    { status: 403, message: 'Unauthorized' },
    new Error('Unauthorized'),
  ])('treats %o as wrong credentials', (failure) => {
    expect(loginFailureText(failure)).toBe(
      'Invalid username or password. Please check your credentials and try again.',
    );
  });

  it.each([500, 502, 503])('treats %i as a server error', (status) => {
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
    { status: 400, statusText: 'Bad Request', message: 'Empty response body from server' },
  ])('treats %o as a broken connection', (failure) => {
    expect(loginFailureText(failure)).toBe('Login failed. Please check your connection and try again.');
  });

  it('shows the server message otherwise', () => {
    const message = 'Too many attempts. Wait five minutes, then try again.';
    expect(loginFailureText({ status: 429, statusText: 'Too Many Requests', message })).toBe(message);
  });
});

const TAKEN = 'This username is already taken. Please try another one.';
const FALLBACK = 'Registration failed. Please check your information and try again.';

describe('registrationFailureText', () => {
  it('replaces the one text the spec prescribes', () => {
    expect(registrationFailureText({ status: 409, message: 'Username already exists' })).toBe(TAKEN);
  });

  it('shows any other server message', () => {
    const message = 'Registration is closed at the moment.';
    expect(registrationFailureText({ status: 403, statusText: 'Forbidden', message })).toBe(message);
  });

  it.each([
    new TypeError('Failed to fetch'),
    null,
    undefined,
    { status: 400, message: ' ' },
    { status: 400, statusText: 'Bad Request', message: '400 Bad Request' },
    { status: 400, statusText: 'Bad Request', message: 'Empty response body from server' },
  ])('has a fixed text for %o', (failure) => {
    expect(registrationFailureText(failure)).toBe(FALLBACK);
  });
});

it('the message next to a field is replaced, too', () => {
  expect(friendlyMessage('Username already exists')).toBe(TAKEN);
  expect(friendlyMessage('Enter your last name')).toBe('Enter your last name');
});

describe('logoutFailureText', () => {
  const fixed = 'There was an error logging you out. Please try again.';

  it.each([400, 429, 500, 503])("shows the server's message (%i)", (status) => {
    expect(logoutFailureText({ status, message: 'Wait a minute.' })).toBe('Wait a minute.');
  });

  it.each([
    { status: 500, message: '' },
    { status: 500, statusText: 'Internal Server Error', message: '500 Internal Server Error' },
    { status: 500, message: 'Empty response body from server' },
    { status: 502, message: 'Server error (HTML response)' },
    { status: 400 },
    { status: 400, message: 7 },
    { status: '400', message: 'Text' },
    new TypeError('Failed to fetch'),
    null,
    undefined,
  ])('shows the fixed text for %o', (failure) => {
    expect(logoutFailureText(failure)).toBe(fixed);
  });
});
