import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import {
  formatRecoveryCode,
  newRecoveryCodes,
  newSecret,
  parseTwoFactorCode,
  secretUri,
  stepOf,
} from './two-factor-code.ts';

const now = new Date('2026-11-15T12:00:15Z');
const codeAt = (secret: string, seconds: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now.getTime() + seconds * 1000 });

describe('authenticator codes', () => {
  it('match the RFC 6238 test vector', () => {
    const secret = Secret.fromLatin1('12345678901234567890').base32;
    expect(stepOf(secret, '287082', new Date(59_000))).toBe(1);
  });

  it('are valid in their own time step, the one before and the one after', () => {
    const secret = newSecret();
    const step = Math.floor(now.getTime() / 30_000);
    expect([-30, 0, 30].map((seconds) => stepOf(secret, codeAt(secret, seconds), now))).toEqual([
      step - 1,
      step,
      step + 1,
    ]);
    expect(stepOf(secret, codeAt(secret, -60), now)).toBeNull();
    expect(stepOf(secret, codeAt(secret, 60), now)).toBeNull();
  });

  it('come with a 160-bit secret, in a link apps understand', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(secretUri(secret, { issuer: 'Relevé: dance', label: 'zoë' }));
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('issuer')).toBe('Relevé: dance');
    expect(uri.searchParams.get('secret')).toBe(secret);
  });
});

describe('recovery codes', () => {
  it('are ten different codes, accepted however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(formatRecoveryCode(code)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
      for (const typed of [
        code,
        formatRecoveryCode(code),
        ` ${formatRecoveryCode(code).toLowerCase()} `,
        code.replaceAll('0', 'o').replaceAll('1', 'l'),
      ]) {
        expect(parseTwoFactorCode(typed)).toEqual({ kind: 'recovery', code });
      }
    }
  });

  it('are distinguished from six digits', () => {
    expect(parseTwoFactorCode(' 123 456 ')).toEqual({ kind: 'app', digits: '123456' });
    expect(parseTwoFactorCode('1234567')).toEqual({ kind: 'recovery', code: '1234567' });
  });
});
