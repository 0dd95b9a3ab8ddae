// Causes of access, in SQL.
import { and, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { entitlements } from '#server/db/schema/entitlement.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

export type NewEntitlement = Pick<
  typeof entitlements.$inferInsert,
  'userId' | 'itemType' | 'itemId' | 'cause' | 'causeRef' | 'createdAt' | 'endsAt'
>;

export type Cause = Pick<NewEntitlement, 'userId' | 'itemType' | 'itemId' | 'cause' | 'causeRef'>;

type Whose = { userId: number | null; itemType: EntitlementItem; itemId: number; now: Date };

/** Active and not past its end, whether or not a job has marked it; nobody (null) has none. */
function isLiveCauseOf({ userId, itemType, itemId, now }: Whose) {
  return and(
    sql`${entitlements.userId} = ${userId}`,
    eq(entitlements.itemType, itemType),
    eq(entitlements.itemId, itemId),
    eq(entitlements.state, 'active'),
    or(isNull(entitlements.endsAt), gt(entitlements.endsAt, now)),
  );
}

/** As a column of another query. */
export function hasLiveCause(whose: Whose): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${entitlements} where ${isLiveCauseOf(whose)})`;
}

export async function findLiveEntitlement(db: DbOrTx, whose: Whose): Promise<boolean> {
  const [row] = await db
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(isLiveCauseOf(whose))
    .limit(1);
  return row !== undefined;
}

/** The same cause twice is one row; one that was revoked stays so. */
export async function insertEntitlement(db: DbOrTx, values: NewEntitlement): Promise<boolean> {
  const inserted = await db
    .insert(entitlements)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: entitlements.id });
  return inserted.length > 0;
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
