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
/** Per account, whatever address the guesses come from; addresses are limited by the contract. */
const GUESSES = { points: 10, seconds: 900 };
const REFUSED = 'Invalid username or password';

export async function signIn(
  ctx: AppContext,
  { username, password }: { username: string; password: string },
): Promise<{ user: Viewer; session: Session }> {
  const usernameKey = identityKey(username);
  const guesses = `sign-in ${hashOf(usernameKey).toString('base64')}`;
  await ctx.limiter.take(guesses, GUESSES);
  const found = await findUserForSignIn(ctx.db, { usernameKey });
  const isRight = await verifyPassword(password, found?.passwordHash ?? null);
  if (!found || !isRight) throw new AppError('unauthenticated', REFUSED);
  await ctx.limiter.reset(guesses);
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
