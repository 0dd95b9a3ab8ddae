import { describe, expect, it } from 'vitest';
import { isExpectedVersion, versionFailureText } from './site.rules.ts';

describe('isExpectedVersion', () => {
  it('takes 1.0.0 and nothing else', () => {
    expect(isExpectedVersion('1.0.0')).toBe(true);
    for (const other of ['1.0.1', '1.0', 'v1.0.0', ' 1.0.0', '', 1, null, undefined]) {
      expect(isExpectedVersion(other)).toBe(false);
    }
  });
});

describe('versionFailureText', () => {
  it('says status and status text', () => {
    expect(versionFailureText({ status: 503, statusText: 'Service Unavailable' })).toBe(
      'Version check failed: 503 Service Unavailable',
    );
  });

  it('leaves no gap where HTTP/2 sends no status text', () => {
    expect(versionFailureText({ status: 503, statusText: '' })).toBe('Version check failed: 503');
    expect(versionFailureText({ status: 500 })).toBe('Version check failed: 500');
  });

  it.each([new TypeError('Failed to fetch'), null, undefined, 'x', { status: '503' }])(
    'says that nothing answered for %s',
    (failure) => {
      expect(versionFailureText(failure)).toBe('Version check failed: no answer from the server');
    },
  );
});
