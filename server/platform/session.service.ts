// Sessions: made at sign-in, looked up at every request, ended by their owner or by what happens to the account.
import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { User } from '#shared/features/account/account.contract.ts';
import type { Role } from '#shared/roles.ts';
import { deleteSessionByToken, findViewerByToken, insertSession, recordSeen } from './session.queries.ts';

/** The signed-in person, as rules see them. */
export type Viewer = User & { roles: Role[]; sessionId: number; hasTwoFactor: boolean };

export type Session = { token: string; expiresAt: Date };

/** Where a request came from. */
export type Origin = { address: string; userAgent: string };

const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;
/** How exact "last seen" is: writing it at every request would make every read a write. */
const SEEN_EVERY_MS = 5 * 60_000;

export function hashOf(text: string): Buffer {
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
  const expiresAt = new Date(createdAt.getTime() + SESSION_DAYS * DAY_MS);
  await insertSession(db, {
    tokenHash: hashOf(token),
    userId,
    createdAt,
    expiresAt,
    // So that the first request is written down as a day they were here.
    lastSeenAt: new Date(createdAt.getTime() - SEEN_EVERY_MS),
    userAgent: userAgent.slice(0, 300),
    address,
  });
  return { token, expiresAt };
}

export async function signOut(ctx: AppContext, token: string): Promise<void> {
  await deleteSessionByToken(ctx.db, { tokenHash: hashOf(token) });
}

export async function findViewer(ctx: AppContext, token: string): Promise<Viewer | null> {
  const now = ctx.clock.now();
  const found = await findViewerByToken(ctx.db, { tokenHash: hashOf(token), now });
  if (!found) return null;
  const { lastSeenAt, isTwoFactorRequired, ...viewer } = found;
  if (now.getTime() - lastSeenAt.getTime() >= SEEN_EVERY_MS) {
    await recordSeen(ctx.db, { sessionId: viewer.sessionId, userId: viewer.id, now });
  }
  return { ...viewer, needsTwoFactor: needsTwoFactor({ ...viewer, isTwoFactorRequired }) };
}

/** The rule of the settings: admins without an authenticator app have no powers until they set one up. */
export function needsTwoFactor(person: {
  roles: Role[];
  hasTwoFactor: boolean;
  isTwoFactorRequired: boolean;
}): boolean {
  return person.isTwoFactorRequired && !person.hasTwoFactor && person.roles.includes('admin');
}
