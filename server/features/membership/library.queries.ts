// The member library in SQL: what is in it, and how many downloads a membership has used in a month.
import { and, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { membershipDownloads } from '#server/db/schema/membership.ts';
import { libraryItems } from '#server/db/schema/plan.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

export async function isInLibrary(
  db: DbOrTx,
  { itemType, itemId }: { itemType: EntitlementItem; itemId: number },
): Promise<boolean> {
  const [row] = await db
    .select({ itemId: libraryItems.itemId })
    .from(libraryItems)
    .where(and(eq(libraryItems.itemType, itemType), eq(libraryItems.itemId, itemId)));
  return row !== undefined;
}

type Month = { membershipId: number; month: string };

/** False if all of them are used. Others who count at the same time wait for this transaction. */
export async function countDownload(
  tx: Tx,
  { membershipId, month, limit }: Month & { limit: number | null },
): Promise<boolean> {
  if (limit === 0) return false;
  const counted = await tx
    .insert(membershipDownloads)
    .values({ membershipId, month, used: 1 })
    .onConflictDoUpdate({
      target: [membershipDownloads.membershipId, membershipDownloads.month],
      set: { used: sql`${membershipDownloads.used} + 1` },
      setWhere: limit === null ? sql`true` : sql`${membershipDownloads.used} < ${limit}`,
    })
    .returning({ used: membershipDownloads.used });
  return counted.length > 0;
}

export async function findDownloads(db: DbOrTx, { membershipId, month }: Month): Promise<number> {
  const [row] = await db
    .select({ used: membershipDownloads.used })
    .from(membershipDownloads)
    .where(and(eq(membershipDownloads.membershipId, membershipId), eq(membershipDownloads.month, month)));
  return row?.used ?? 0;
}
