// Wishlists, in SQL.
import { and, count, desc, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { wishlistItems } from '#server/db/schema/wishlist.ts';

type Wish = Pick<typeof wishlistItems.$inferSelect, 'userId' | 'itemType' | 'itemId'>;

/** Newest first. */
export async function listWishlistRows(db: DbOrTx, { userId }: { userId: number }) {
  return db
    .select({ itemType: wishlistItems.itemType, itemId: wishlistItems.itemId })
    .from(wishlistItems)
    .where(eq(wishlistItems.userId, userId))
    .orderBy(desc(wishlistItems.createdAt), desc(wishlistItems.itemId));
}

/** False if the list is full. Adding an item again keeps its original time. */
export async function insertWishlistItem(
  tx: Tx,
  { limit, createdAt, ...wish }: Wish & { createdAt: Date; limit: number },
): Promise<boolean> {
  // Locks the user, so two simultaneous requests can't both take the last place.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, wish.userId)).for('no key update');
  const [found] = await tx
    .select({
      total: count(),
      isThere: sql<boolean>`coalesce(bool_or(${isWish(wish)}), false)`,
    })
    .from(wishlistItems)
    .where(eq(wishlistItems.userId, wish.userId));
  if (found?.isThere) return true;
  if ((found?.total ?? 0) >= limit) return false;
  await tx.insert(wishlistItems).values({ ...wish, createdAt });
  return true;
}

function isWish({ itemType, itemId }: Pick<Wish, 'itemType' | 'itemId'>) {
  return and(eq(wishlistItems.itemType, itemType), eq(wishlistItems.itemId, itemId));
}

export async function deleteWishlistItem(db: DbOrTx, { userId, ...item }: Wish): Promise<void> {
  await db.delete(wishlistItems).where(and(eq(wishlistItems.userId, userId), isWish(item)));
}
