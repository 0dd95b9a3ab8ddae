// Where someone is signed in, as they read it, and ending it.
import type { AppContext } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';
import type { SessionInfo } from '#shared/features/account/security.contract.ts';
import { deviceName } from './device-name.ts';
import { deleteSession, deleteSessionsOf, listSessionsOf } from '#server/platform/session.queries.ts';
import type { Viewer } from '#server/platform/session.service.ts';

/** `currentId` is the session that asks, where it is one of these. */
export async function listSessionInfos(
  ctx: AppContext,
  { userId, currentId }: { userId: number; currentId?: number },
): Promise<SessionInfo[]> {
  const sessions = await listSessionsOf(ctx.db, { userId, now: ctx.clock.now() });
  return sessions.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: deviceName(userAgent),
    address,
    createdAt: createdAt.toISOString(),
    // A session that was never used again counts as seen when it began.
    lastSeenAt: (lastSeenAt > createdAt ? lastSeenAt : createdAt).toISOString(),
    isCurrent: id === currentId,
  }));
}

export async function endOwnSession(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  if (await deleteSession(ctx.db, { id, userId: viewer.id })) return;
  throw new AppError('not_found', 'You are not signed in there any more.');
}

export async function endOtherSessions(ctx: AppContext, viewer: Viewer): Promise<void> {
  await deleteSessionsOf(ctx.db, { userId: viewer.id, exceptId: viewer.sessionId });
}
