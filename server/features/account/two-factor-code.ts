// The two kinds of two-factor codes: six digits from an authenticator app, and recovery codes.
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** The parameters every authenticator app supports; most ignore others. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Phone clocks differ, so the previous and the next code count as well. */
const WINDOW = 1;

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Crockford's Base32 without I, L, O, U. Ten characters have 50 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The content of the QR code. */
export function secretUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...SHAPE, issuer, label, secret }).toString();
}

export type TwoFactorCode = { kind: 'app'; digits: string } | { kind: 'recovery'; code: string };

/** Accepts spaces, dashes, lowercase, and letters that are easily mistaken for digits. */
export function parseTwoFactorCode(typed: string): TwoFactorCode {
  const characters = typed.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(characters)) return { kind: 'app', digits: characters };
  const code = characters.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return { kind: 'recovery', code };
}

/** The 30-second step these digits belong to, counted since 1970; null if they match none around now. */
export function stepOf(secret: string, digits: string, now: Date): number | null {
  const timestamp = now.getTime();
  const key = Secret.fromBase32(secret);
  const offset = TOTP.validate({ ...SHAPE, secret: key, token: digits, timestamp, window: WINDOW });
  return offset === null ? null : TOTP.counter({ period: SHAPE.period, timestamp }) + offset;
}

/** Unique, and in the form `parseTwoFactorCode` returns. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) {
    const characters = Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
    codes.add(characters.join(''));
  }
  return [...codes];
}

/** In two halves, which is easier to copy: "7KQ2M-X9D4T". */
export function formatRecoveryCode(code: string): string {
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`;
}
