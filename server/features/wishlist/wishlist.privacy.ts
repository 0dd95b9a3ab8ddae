// Personal data of wishlists.
import { desc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { itemTitle } from '#server/db/item-title.ts';
import { wishlistItems } from '#server/db/schema/wishlist.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const wishlistPersonalData: PersonalData = {
  tables: [wishlistItems],
  collect: { wishes: collectWishes },
  async erase(_ctx, tx, { userId }) {
    await tx.delete(wishlistItems).where(eq(wishlistItems.userId, userId));
  },
};

async function collectWishes(db: DbOrTx, { userId }: DataSubject) {
  const { itemType, itemId, createdAt } = wishlistItems;
  return db
    .select({ itemType, itemId, title: itemTitle(itemType, itemId), createdAt })
    .from(wishlistItems)
    .where(eq(wishlistItems.userId, userId))
    .orderBy(desc(createdAt), desc(itemId));
}
