// Entitlements in SQL.
import { and, asc, eq, gt, inArray, isNull, lte, or, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { entitlements, enrollments } from '#server/db/schema/entitlement.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

/** Belongs to a user; a guest order's entitlements are inserted with the order (see completeOrder). */
export type NewEntitlement = { userId: number } & Pick<
  typeof entitlements.$inferInsert,
  'itemType' | 'itemId' | 'cause' | 'causeRef' | 'createdAt' | 'endsAt'
>;

export type Cause = Pick<NewEntitlement, 'userId' | 'itemType' | 'itemId' | 'cause' | 'causeRef'>;

/** Values, or the placeholders of a prepared statement. */
type Whose = {
  userId: number | null | SQL;
  itemType: EntitlementItem;
  itemId: number | SQL;
  now: Date | SQL;
};

/** Active and not expired, whether or not a job has marked it; null (a guest) has none. */
function isLiveCauseOf({ userId, ...item }: Whose) {
  return and(sql`${entitlements.userId} = ${userId}`, isLiveCauseFor(item));
}

function isLiveCauseFor({ itemType, itemId, now }: Omit<Whose, 'userId'>) {
  return and(
    eq(entitlements.itemType, itemType),
    eq(entitlements.itemId, itemId),
    eq(entitlements.state, 'active'),
    or(isNull(entitlements.endsAt), gt(entitlements.endsAt, now)),
  );
}

export type HolderFilter = Omit<Whose, 'userId'> & { after: number; limit: number; grantedBy: Date };

/** Users with an active account who have had it since `grantedBy`, by id. */
export async function listHolderRows(db: DbOrTx, { after, limit, grantedBy, ...item }: HolderFilter) {
  const { id, email, firstName, lastName, username } = users;
  const holding = db
    .select({ userId: entitlements.userId })
    .from(entitlements)
    .where(and(isLiveCauseFor(item), lte(entitlements.createdAt, grantedBy)));
  return db
    .select({ id, email, firstName, lastName, username })
    .from(users)
    .where(and(inArray(id, holding), eq(users.state, 'active'), gt(id, after)))
    .orderBy(asc(id))
    .limit(limit);
}

/** For use as a column of another query. */
export function hasLiveCause(whose: Whose): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${entitlements} where ${isLiveCauseOf(whose)})`;
}

/** Other than a membership. */
export function hasLastingCause(whose: Whose): SQL<boolean> {
  const isLasting = sql`${entitlements.cause} <> 'membership'`;
  return sql<boolean>`exists (select 1 from ${entitlements} where ${and(isLiveCauseOf(whose), isLasting)})`;
}

export async function findLiveEntitlement(db: DbOrTx, whose: Whose): Promise<boolean> {
  const [row] = await db
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(isLiveCauseOf(whose))
    .limit(1);
  return row !== undefined;
}

/** The same cause twice is one row; a revoked one stays revoked. */
export async function insertEntitlement(db: DbOrTx, values: NewEntitlement): Promise<boolean> {
  const inserted = await db
    .insert(entitlements)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: entitlements.id });
  return inserted.length > 0;
}

/** The same cause twice is one row; a revoked one stays revoked. */
export async function insertEntitlements(tx: Tx, values: readonly NewEntitlement[]): Promise<void> {
  if (values.length > 0)
    await tx
      .insert(entitlements)
      .values([...values])
      .onConflictDoNothing();
}

/** Which of these users have the item now. */
export async function listHoldersAmong(
  db: DbOrTx,
  { userIds, ...item }: Omit<Whose, 'userId'> & { userIds: readonly number[] },
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ userId: entitlements.userId })
    .from(entitlements)
    .where(and(inArray(entitlements.userId, [...userIds]), isLiveCauseFor(item)));
  return rows.flatMap(({ userId }) => userId ?? []);
}

export async function markRevoked(tx: Tx, { userId, itemType, itemId, cause, causeRef = '' }: Cause) {
  const revoked = await tx
    .update(entitlements)
    .set({ state: 'revoked' })
    .where(
      and(
        eq(entitlements.userId, userId),
        eq(entitlements.itemType, itemType),
        eq(entitlements.itemId, itemId),
        eq(entitlements.cause, cause),
        eq(entitlements.causeRef, causeRef),
        sql`${entitlements.state} <> 'revoked'`,
      ),
    )
    .returning({ id: entitlements.id });
  return revoked.length > 0;
}

export async function insertEnrollment(
  db: DbOrTx,
  values: { userId: number; courseId: number; createdAt: Date },
): Promise<void> {
  await db.insert(enrollments).values(values).onConflictDoNothing();
}

/** An enrollment that was suspended or has ended stays that way. */
export async function markEnrollmentCompleted(
  tx: Tx,
  { userId, courseId }: { userId: number; courseId: number },
): Promise<void> {
  await tx
    .update(enrollments)
    .set({ state: 'completed' })
    .where(
      and(
        eq(enrollments.userId, userId),
        eq(enrollments.courseId, courseId),
        eq(enrollments.state, 'active'),
      ),
    );
}

/** Opens it, also again for someone whose seat had been taken back. */
export async function openMembershipAccess(
  tx: Tx,
  {
    membershipId,
    ...values
  }: Pick<NewEntitlement, 'userId' | 'itemType' | 'itemId' | 'createdAt' | 'endsAt'> & {
    membershipId: number;
  },
): Promise<void> {
  const { endsAt = null } = values;
  await tx
    .insert(entitlements)
    .values({ ...values, cause: 'membership', causeRef: String(membershipId) })
    .onConflictDoUpdate({
      target: [
        entitlements.userId,
        entitlements.itemType,
        entitlements.itemId,
        entitlements.cause,
        entitlements.causeRef,
      ],
      set: { state: 'active', endsAt },
      setWhere: sql`${entitlements.state} <> 'revoked'`,
    });
}

/** What members took from the library, until this time; a time that has come ends it. */
export async function setMembershipAccess(
  tx: Tx,
  { membershipId, endsAt }: { membershipId: number; endsAt: Date },
): Promise<void> {
  await tx
    .update(entitlements)
    .set({ endsAt })
    .where(
      and(
        sql`${entitlements.cause} = 'membership'`,
        eq(entitlements.causeRef, String(membershipId)),
        eq(entitlements.state, 'active'),
      ),
    );
}

/** For someone whose seat ended: what the others took stays open. */
export async function endMembershipAccess(
  tx: Tx,
  { membershipId, userId, endsAt }: { membershipId: number; userId: number; endsAt: Date },
): Promise<void> {
  await tx
    .update(entitlements)
    .set({ state: 'expired', endsAt })
    .where(
      and(
        eq(entitlements.userId, userId),
        sql`${entitlements.cause} = 'membership'`,
        eq(entitlements.causeRef, String(membershipId)),
        eq(entitlements.state, 'active'),
      ),
    );
}
