// Sessions in SQL.
import { and, desc, eq, gt, ne, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { twoFactors } from '#server/db/schema/account.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { activeDays, sessions, settings } from '#server/db/schema/platform.ts';
import { updateUser, userColumns } from './user.queries.ts';

const hasTwoFactor = sql<boolean>`${twoFactors.confirmedAt} is not null`;

const selectViewer = prepared((db) =>
  db
    .select({
      ...userColumns,
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      hasTwoFactor,
      isTwoFactorRequired: settings.isTwoFactorRequired,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .innerJoin(settings, eq(settings.id, 1))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        eq(users.state, 'active'),
      ),
    )
    .prepare('viewer_by_token'),
);

export async function findViewerByToken(db: DbOrTx, session: { tokenHash: Buffer; now: Date }) {
  const [viewer] = await selectViewer(db).execute(session);
  return viewer ?? null;
}

export async function insertSession(db: DbOrTx, values: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(values);
}

/** Records a visit on the session and the user, and once a day for the count of active users. */
export async function touchSession(
  db: DbOrTx,
  { sessionId, userId, now }: { sessionId: number; userId: number; now: Date },
): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId));
  await updateUser(db, { id: userId, lastSeenAt: now });
  const day = now.toISOString().slice(0, 10);
  await db.insert(activeDays).values({ day, userId }).onConflictDoNothing();
}

export async function deleteSessionByToken(db: DbOrTx, { tokenHash }: { tokenHash: Buffer }): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** False if the user has no such session. */
export async function deleteSession(
  db: DbOrTx,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return deleted.length > 0;
}

/** Deletes all sessions of a user, optionally except one. */
export async function deleteSessions(
  db: DbOrTx,
  { userId, exceptId = 0 }: { userId: number; exceptId?: number },
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, exceptId)));
}

export async function listSessionRows(db: DbOrTx, { userId, now }: { userId: number; now: Date }) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}
