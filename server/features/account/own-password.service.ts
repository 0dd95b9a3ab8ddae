// A signed-in person proves that they know their password, before anything that a borrowed browser must not do.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { AppError } from '#shared/errors.ts';
import { findPasswordHash } from './account.queries.ts';
import { lockPerson } from './credential.queries.ts';
import { verifyPassword } from './password.ts';
import type { Viewer } from '#server/platform/session.service.ts';

/** For one person, whatever it is asked for: a stolen session cannot be used to guess. */
const TRIES = { points: 10, seconds: 900 };

export type PasswordProof = { userId: number; passwordHash: string; path: string };

/** `path` is the field it was typed in. */
export async function provePassword(
  ctx: AppContext,
  viewer: Viewer,
  password: string,
  path = 'password',
): Promise<PasswordProof> {
  const tries = `password ${viewer.id}`;
  await ctx.limiter.take(tries, TRIES);
  const passwordHash = await findPasswordHash(ctx.db, { userId: viewer.id });
  if (!(await verifyPassword(password, passwordHash)) || passwordHash === null) throw wrongPassword(path);
  await ctx.limiter.reset(tries);
  return { userId: viewer.id, passwordHash, path };
}

/** The person, held by the transaction: a password changed since the proof makes it worthless. */
export async function lockProven(tx: Tx, proof: PasswordProof) {
  const person = await lockPerson(tx, proof);
  if (!person) throw wrongPassword(proof.path);
  return person;
}

function wrongPassword(path: string): AppError {
  const message = 'This is not your password. Please try again.';
  return new AppError('forbidden', message, [{ path, message }]);
}
