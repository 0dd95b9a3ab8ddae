import { describe, expect, it } from 'vitest';
import { ApiError } from './api-client.ts';
import { showServerErrors, UNREACHED } from './form-errors.ts';

const refused = { status: 409, statusText: 'Conflict' };

function shown(error: unknown) {
  const calls: unknown[][] = [];
  const setError = (...call: unknown[]) => void calls.push(call);
  showServerErrors<{ email: string; name: string }>(
    error,
    { setError },
    ['name', 'email'],
    (text) => `${text}.`,
  );
  return calls;
}

describe('showServerErrors', () => {
  it('shows each message next to its field and focuses the first one in form order', () => {
    const details = [
      { path: 'email', message: 'Taken' },
      { path: 'name', message: 'Too long' },
    ];
    expect(shown(new ApiError('Taken', refused, details))).toEqual([
      ['name', { message: 'Too long.' }, { shouldFocus: true }],
      ['email', { message: 'Taken.' }, { shouldFocus: false }],
    ]);
  });

  it('shows messages without a field above the form', () => {
    const error = new ApiError('No', refused, [{ path: 'other', message: 'x' }]);
    expect(shown(error)).toEqual([['root', { message: 'No.' }]]);
  });

  it('treats a missing response as a broken connection', () => {
    expect(shown(new TypeError('Failed to fetch'))).toEqual([['root', { message: `${UNREACHED}.` }]]);
  });
});
