import { describe, expect, it } from 'vitest';
import { isExpectedVersion, versionFailureText } from './site.rules.ts';
import { auditLabel } from './audit.rules.ts';

describe('isExpectedVersion', () => {
  it('accepts 1.0.0 and nothing else', () => {
    expect(isExpectedVersion('1.0.0')).toBe(true);
    for (const other of ['1.0.1', '1.0', 'v1.0.0', ' 1.0.0', '', 1, null, undefined]) {
      expect(isExpectedVersion(other)).toBe(false);
    }
  });
});

describe('versionFailureText', () => {
  it('contains status and status text', () => {
    expect(versionFailureText({ status: 503, statusText: 'Service Unavailable' })).toBe(
      'Version check failed: 503 Service Unavailable',
    );
  });

  it('leaves no gap if HTTP/2 sends no status text', () => {
    expect(versionFailureText({ status: 503, statusText: '' })).toBe('Version check failed: 503');
    expect(versionFailureText({ status: 500 })).toBe('Version check failed: 500');
  });

  it.each([new TypeError('Failed to fetch'), null, undefined, 'x', { status: '503' }])(
    "says that the server didn't answer for %s",
    (failure) => {
      expect(versionFailureText(failure)).toBe('Version check failed: no answer from the server');
    },
  );
});

it('labels an audited action, and falls back to the name for older ones', () => {
  expect(auditLabel('payout.hold')).toBe('Put a seller’s payouts on hold');
  expect(auditLabel('shop.close')).toBe('shop.close');
});
