// Sessions in SQL, and the places people sign in from.
import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { activeDays, knownPlaces, sessions, twoFactors, users } from '#server/db/schema/account.ts';
import { settings } from '#server/db/schema/site.ts';
import { personColumns } from '#server/features/account/account.queries.ts';

const hasTwoFactor = sql<boolean>`${twoFactors.confirmedAt} is not null`;

const selectViewer = prepared((db) =>
  db
    .select({
      ...personColumns,
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

export async function findViewerByToken(db: DbOrTx, wanted: { tokenHash: Buffer; now: Date }) {
  const [viewer] = await selectViewer(db).execute(wanted);
  return viewer ?? null;
}

export async function insertSession(db: DbOrTx, values: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(values);
}

/** That someone was here: on their session, on their account, and once a day for the count of active people. */
export async function recordSeen(
  db: DbOrTx,
  { sessionId, userId, now }: { sessionId: number; userId: number; now: Date },
): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId));
  await db.update(users).set({ lastSeenAt: now }).where(eq(users.id, userId));
  const day = now.toISOString().slice(0, 10);
  await db.insert(activeDays).values({ day, userId }).onConflictDoNothing();
}

export async function deleteSessionByToken(db: DbOrTx, { tokenHash }: { tokenHash: Buffer }): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Whether there was such a session of theirs. */
export async function deleteSession(
  db: DbOrTx,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return gone.length > 0;
}

/** All of a person's sessions, but for the one named. */
export async function deleteSessionsOf(
  db: DbOrTx,
  { userId, exceptId = 0 }: { userId: number; exceptId?: number },
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, exceptId)));
}

export async function listSessionsOf(db: DbOrTx, { userId, now }: { userId: number; now: Date }) {
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

/** The first of these places, in the order given, that the person has signed in from before. */
export async function findKnownPlace(
  db: DbOrTx,
  { userId, placeHashes }: { userId: number; placeHashes: Buffer[] },
): Promise<Buffer | null> {
  const rows = await db
    .select({ placeHash: knownPlaces.placeHash })
    .from(knownPlaces)
    .where(and(eq(knownPlaces.userId, userId), inArray(knownPlaces.placeHash, placeHashes)));
  return placeHashes.find((hash) => rows.some((row) => row.placeHash.equals(hash))) ?? null;
}

export async function rememberPlaces(
  db: DbOrTx,
  { userId, placeHashes, now }: { userId: number; placeHashes: Buffer[]; now: Date },
): Promise<void> {
  await db
    .insert(knownPlaces)
    .values(placeHashes.map((placeHash) => ({ userId, placeHash, seenAt: now })))
    .onConflictDoUpdate({ target: [knownPlaces.userId, knownPlaces.placeHash], set: { seenAt: now } });
}
