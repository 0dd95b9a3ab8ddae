// Signing in and out, and who a session belongs to.
import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '#shared/features/account/account.contract.ts';
import type { Role } from '#shared/roles.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  findUserForSignIn,
  findViewerByToken,
  insertSession,
} from './account.queries.ts';
import { verifyPassword } from './password.ts';

/** The signed-in person, as rules see them. */
export type Viewer = User & { roles: Role[] };

export type Session = { token: string; expiresAt: Date };

const SESSION_DAYS = 30;
/** From one address at one account; and at one account from everywhere, where only a crowd of machines gets to. */
const GUESSES_HERE = { points: 10, seconds: 900 };
const GUESSES_ANYWHERE = { points: 100, seconds: 900 };
const REFUSED = 'Invalid username or password';

export async function signIn(
  ctx: AppContext,
  { username, password, address }: { username: string; password: string; address: string },
): Promise<{ user: Viewer; session: Session }> {
  const usernameKey = identityKey(username);
  const account = `sign-in ${hashOf(usernameKey).toString('base64')}`;
  const here = `${account} ${address}`;
  await ctx.limiter.take(here, GUESSES_HERE);
  await ctx.limiter.take(account, GUESSES_ANYWHERE);
  const found = await findUserForSignIn(ctx.db, { usernameKey });
  const isRight = await verifyPassword(password, found?.passwordHash ?? null);
  if (!found || !isRight) throw new AppError('unauthenticated', REFUSED);
  // Only what was counted here: the guesses of others at this account go on counting.
  await ctx.limiter.reset(here);
  const { passwordHash: _, ...user } = found;
  return { user, session: await createSession(ctx, user.id) };
}

export async function createSession(ctx: AppContext, userId: number): Promise<Session> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_DAYS * 86_400_000);
  await insertSession(ctx.db, { tokenHash: hashOf(token), userId, createdAt, expiresAt });
  return { token, expiresAt };
}

export async function signOut(ctx: AppContext, token: string): Promise<void> {
  await deleteSession(ctx.db, { tokenHash: hashOf(token) });
}

export async function findViewer(ctx: AppContext, token: string): Promise<Viewer | null> {
  return findViewerByToken(ctx.db, { tokenHash: hashOf(token), now: ctx.clock.now() });
}

export async function removeExpiredSessions(ctx: AppContext): Promise<void> {
  await deleteExpiredSessions(ctx.db, { now: ctx.clock.now() });
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
