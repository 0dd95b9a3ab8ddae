import { describe, expect, it } from 'vitest';
import { identityKey } from './account.rules.ts';

describe('identityKey', () => {
  it('ignores case, Unicode form and surrounding space', () => {
    expect(identityKey('  Zo\u0065\u0308 ')).toBe(identityKey('ZO\u00cb'));
    expect(identityKey('ＡＮＡ')).toBe('ana');
  });

  it('keeps different names apart', () => {
    expect(identityKey('ana')).not.toBe(identityKey('anna'));
    expect(identityKey('💃')).not.toBe(identityKey('🕺'));
  });
});
