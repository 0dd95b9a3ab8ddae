// Uploads in SQL. Queries on behalf of a user are scoped to them.
import { and, count, desc, eq, inArray, isNull, lt, ne, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { uploads } from '#server/db/schema/upload.ts';
import type { UploadPurpose, UploadState } from '#shared/features/upload/upload.rules.ts';

export type UploadRow = typeof uploads.$inferSelect;
export type NewUpload = typeof uploads.$inferInsert;
type Owned = { id: string; userId: number };

const shown = {
  id: uploads.id,
  purpose: uploads.purpose,
  name: uploads.name,
  bytes: uploads.bytes,
  state: uploads.state,
  refusedReason: uploads.refusedReason,
  contentType: uploads.contentType,
  sha256: uploads.sha256,
  pages: uploads.pages,
  seconds: uploads.seconds,
};

export async function findUpload(db: DbOrTx, { id, userId }: Owned) {
  const [row] = await db
    .select(shown)
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId)));
  return row ?? null;
}

export function listOpenUploads(db: DbOrTx, { userId }: { userId: number }) {
  return db
    .select(shown)
    .from(uploads)
    .where(and(eq(uploads.userId, userId), ne(uploads.state, 'used')))
    .orderBy(desc(uploads.createdAt), desc(uploads.id))
    .limit(200);
}

/** Every column, for internal use. */
export async function findUploadRow(db: DbOrTx, { id }: { id: string }): Promise<UploadRow | null> {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  return row ?? null;
}

/** Locked so that two uploads started at once count each other. Null if the user isn't a seller. */
export async function lockSeller(tx: Tx, { userId }: { userId: number }) {
  const [row] = await tx
    .select({ sellerState: sellers.state, accountState: users.state })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(eq(sellers.userId, userId))
    .for('no key update', { of: sellers });
  return row ?? null;
}

/**
 * Locked for the same reason. `isLearner`: they are entitled to some course. `unattachedCount`: files of this purpose that
 * aren't in use yet.
 */
export async function lockUser(tx: Tx, { userId, purpose }: { userId: number; purpose: UploadPurpose }) {
  const [row] = await tx
    .select({
      accountState: users.state,
      roles: users.roles,
      isLearner: sql<boolean>`exists (select 1 from entitlements e
        where e.user_id = users.id and e.item_type = 'course' and e.state = 'active')`,
      unattachedCount: sql<number>`(select count(*)::int from uploads u
        where u.user_id = users.id and u.purpose = ${purpose} and u.state <> 'used')`,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update', { of: users });
  return row ?? null;
}

/** Uploads that are being sent or checked. */
export async function countUnfinished(tx: Tx, { userId }: { userId: number }): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), inArray(uploads.state, ['sending', 'checking'])));
  return row?.count ?? 0;
}

export async function insertUpload(tx: Tx, row: NewUpload): Promise<void> {
  await tx.insert(uploads).values(row);
}

export async function deleteUploadRow(db: DbOrTx, { id }: { id: string }): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}

type Move = { id: string; userId?: number; purpose?: UploadPurpose; from: readonly UploadState[] };

/** Returns the updated row; null if it was in none of the `from` states. */
export async function updateUploadState(
  db: DbOrTx,
  { id, userId, purpose, from }: Move,
  changes: Partial<Omit<UploadRow, 'id' | 'userId' | 'purpose' | 'createdAt'>>,
): Promise<UploadRow | null> {
  const [row] = await db
    .update(uploads)
    .set(changes)
    .where(
      and(
        eq(uploads.id, id),
        userId === undefined ? undefined : eq(uploads.userId, userId),
        purpose === undefined ? undefined : eq(uploads.purpose, purpose),
        inArray(uploads.state, [...from]),
      ),
    )
    .returning();
  return row ?? null;
}

/** Stored before the bytes are written, so they can always be found. Returns the key in effect. */
export async function claimStorageKey(
  db: DbOrTx,
  { id, storageKey }: { id: string; storageKey: string },
): Promise<string | null> {
  const [row] = await db
    .update(uploads)
    .set({ storageKey: sql`coalesce(${uploads.storageKey}, ${storageKey})` })
    .where(and(eq(uploads.id, id), eq(uploads.state, 'checking')))
    .returning({ storageKey: uploads.storageKey });
  return row?.storageKey ?? null;
}

type Deadlines = { unfinishedSince: Date; unusedSince: Date };

/** Uploads that are too old to keep. */
export async function listAbandoned(
  db: DbOrTx,
  { unfinishedSince, unusedSince }: Deadlines,
): Promise<{ id: string; state: UploadState }[]> {
  return db
    .select({ id: uploads.id, state: uploads.state })
    .from(uploads)
    .where(
      or(
        and(
          inArray(uploads.state, ['sending', 'checking', 'refused']),
          lt(uploads.touchedAt, unfinishedSince),
        ),
        and(inArray(uploads.state, ['ready', 'used']), lt(uploads.touchedAt, unusedSince)),
      ),
    )
    .orderBy(uploads.touchedAt)
    .limit(500);
}

const LEASE = sql`clock_timestamp() + interval '10 seconds'`;

/** Uses PostgreSQL's clock, which all servers share. False if someone else holds the lock; they are asked to stop. */
export async function acquireLock(
  db: DbOrTx,
  { id, token }: { id: string; token: string },
): Promise<boolean> {
  const taken = await db
    .update(uploads)
    .set({ lockToken: token, lockUntil: LEASE, isLockWanted: false })
    .where(
      and(eq(uploads.id, id), or(isNull(uploads.lockToken), lt(uploads.lockUntil, sql`clock_timestamp()`))),
    )
    .returning({ id: uploads.id });
  if (taken.length > 0) return true;
  await db
    .update(uploads)
    .set({ isLockWanted: true })
    .where(and(eq(uploads.id, id), eq(uploads.isLockWanted, false)));
  return false;
}

/** Null if the lock was lost. */
export async function renewLock(db: DbOrTx, { id, token }: { id: string; token: string }) {
  const [row] = await db
    .update(uploads)
    .set({ lockUntil: LEASE })
    .where(and(eq(uploads.id, id), eq(uploads.lockToken, token)))
    .returning({ isWanted: uploads.isLockWanted });
  return row ?? null;
}

export async function releaseLock(
  db: DbOrTx,
  { id, token, now }: { id: string; token: string; now: Date },
): Promise<void> {
  await db
    .update(uploads)
    .set({ lockToken: null, lockUntil: null, isLockWanted: false, touchedAt: now })
    .where(and(eq(uploads.id, id), eq(uploads.lockToken, token)));
}
