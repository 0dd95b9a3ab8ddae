// Sessions: created at sign-in, looked up at every request.
import { createHash, randomBytes } from 'node:crypto';
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { User } from '#shared/features/account/account.contract.ts';
import type { Role } from '#shared/roles.ts';
import { deleteSessionByToken, findViewerByToken, insertSession, touchSession } from './session.queries.ts';

/** The signed-in user making the request. */
export type Viewer = User & { roles: Role[]; sessionId: number; hasTwoFactor: boolean };

export type Session = { token: string; expiresAt: Date };

/** Where a request came from. */
export type Origin = { address: string; userAgent: string };

const SESSION_DAYS = 30;
/** How exact "last seen" is. Recording it at every request would turn every read into a write. */
const TOUCH_EVERY_MS = 5 * 60_000;

export function hashToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export async function createSession(
  ctx: Pick<AppContext, 'clock'>,
  db: DbOrTx,
  { userId, address, userAgent }: Origin & { userId: number },
): Promise<Session> {
  const token = newToken();
  const createdAt = ctx.clock.now();
  const expiresAt = daysAfter(createdAt, SESSION_DAYS);
  await insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    createdAt,
    expiresAt,
    // So that the first request counts as an active day.
    lastSeenAt: new Date(createdAt.getTime() - TOUCH_EVERY_MS),
    userAgent: userAgent.slice(0, 300),
    address,
  });
  return { token, expiresAt };
}

export async function logout(ctx: AppContext, token: string): Promise<void> {
  await deleteSessionByToken(ctx.db, { tokenHash: hashToken(token) });
}

export async function findViewer(ctx: AppContext, token: string): Promise<Viewer | null> {
  const now = ctx.clock.now();
  const found = await findViewerByToken(ctx.db, { tokenHash: hashToken(token), now });
  if (!found) return null;
  const { lastSeenAt, isTwoFactorRequired, ...viewer } = found;
  if (now.getTime() - lastSeenAt.getTime() >= TOUCH_EVERY_MS) {
    await touchSession(ctx.db, { sessionId: viewer.sessionId, userId: viewer.id, now });
  }
  return { ...viewer, needsTwoFactor: needsTwoFactor({ ...viewer, isTwoFactorRequired }) };
}

/** If the settings require it, admins without an authenticator app have no permissions until they set one up. */
export function needsTwoFactor(user: {
  roles: Role[];
  hasTwoFactor: boolean;
  isTwoFactorRequired: boolean;
}): boolean {
  return user.isTwoFactorRequired && !user.hasTwoFactor && user.roles.includes('admin');
}
