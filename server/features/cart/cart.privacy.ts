// Personal data of carts: items, merged guest carts, and reminders about an abandoned cart.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { cartItems, cartMerges, cartReminders } from '#server/db/schema/cart.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const cartPersonalData: PersonalData = {
  tables: [cartItems, cartMerges, cartReminders],
  collect: { cart: collectCart, guestCarts: collectMerges, cartReminders: collectReminders },
  async erase(_ctx, tx, { userId }) {
    await tx.delete(cartItems).where(eq(cartItems.userId, userId));
    await tx.delete(cartMerges).where(eq(cartMerges.userId, userId));
    await tx.delete(cartReminders).where(eq(cartReminders.userId, userId));
  },
};

async function collectCart(db: DbOrTx, { userId }: DataSubject) {
  const { itemType, itemId, quantity, createdAt } = cartItems;
  return db
    .select({ itemType, itemId, quantity, createdAt })
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.id));
}

async function collectMerges(db: DbOrTx, { userId }: DataSubject) {
  return db
    .select({ merged: cartMerges.merged, createdAt: cartMerges.createdAt })
    .from(cartMerges)
    .where(eq(cartMerges.userId, userId))
    .orderBy(asc(cartMerges.createdAt));
}

async function collectReminders(db: DbOrTx, { userId }: DataSubject) {
  const { remindedAt } = cartReminders;
  return db.select({ remindedAt }).from(cartReminders).where(eq(cartReminders.userId, userId));
}
