// Password hashing: argon2id with the parameters OWASP recommends for 19 MiB; salt and parameters are part of the hash.
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

type Strength = { memory: number; passes: number };

/** What OWASP recommends for 19 MiB. An object because tests lower it: they hash thousands of passwords. */
export const passwordStrength: Strength = { memory: 19_456, passes: 2 };

/** How often this process has hashed; the limits on sign-in keep it small, and tests check that. */
export const passwordHashes = { count: 0 };

function hash(password: string, salt: Buffer, { memory, passes }: Strength): Promise<Buffer> {
  passwordHashes.count += 1;
  const message = password.normalize('NFKC');
  return derive('argon2id', { message, nonce: salt, parallelism: 1, tagLength: 32, memory, passes });
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { memory, passes } = passwordStrength;
  const tag = await hash(password, salt, { memory, passes });
  return ['argon2id', memory, passes, salt.toString('base64'), tag.toString('base64')].join('$');
}

/** Does the same work for unknown users, so that the timing doesn't reveal who has an account. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [kind, memory, passes, salt, tag] = (stored ?? '').split('$');
  if (kind !== 'argon2id' || !salt || !tag) {
    await hash(password, randomBytes(16), passwordStrength);
    return false;
  }
  const strength = { memory: Number(memory), passes: Number(passes) };
  const given = await hash(password, Buffer.from(salt, 'base64'), strength);
  return timingSafeEqual(given, Buffer.from(tag, 'base64'));
}
