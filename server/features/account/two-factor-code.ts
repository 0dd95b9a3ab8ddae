// The two kinds of second factor as plain rules: six digits of an authenticator app, and recovery codes.
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** What every authenticator app understands; most ignore any other wish. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks of telephones differ: the code before and the code after count as well. */
const WINDOW = 1;

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Crockford's: no I, L, O, U. Ten of 32 are 50 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What an authenticator app reads from the QR code. */
export function secretUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...SHAPE, issuer, label, secret }).toString();
}

export type SecondFactor = { kind: 'app'; digits: string } | { kind: 'recovery'; code: string };

/** As it was typed: with spaces, dashes, in small letters, with the letters that are easily taken for digits. */
export function readSecondFactor(typed: string): SecondFactor {
  const characters = typed.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(characters)) return { kind: 'app', digits: characters };
  const code = characters.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return { kind: 'recovery', code };
}

/** The half-minute these digits belong to, counted since 1970; null when they fit none around now. */
export function stepOf(secret: string, digits: string, now: Date): number | null {
  const timestamp = now.getTime();
  const key = Secret.fromBase32(secret);
  const away = TOTP.validate({ ...SHAPE, secret: key, token: digits, timestamp, window: WINDOW });
  return away === null ? null : TOTP.counter({ period: SHAPE.period, timestamp }) + away;
}

/** As `readSecondFactor` gives them back, each once. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) {
    const characters = Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
    codes.add(characters.join(''));
  }
  return [...codes];
}

/** In two halves, as people copy it: "7KQ2M-X9D4T". */
export function inHalves(code: string): string {
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`;
}
