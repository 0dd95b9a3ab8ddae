// Customers and saved cards in SQL.
import { and, eq, isNull } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { gatewayCustomers, savedCards } from '#server/db/schema/payment.ts';

export type SavedCardRow = typeof savedCards.$inferSelect;
type Customer = typeof gatewayCustomers.$inferSelect;

export async function findCustomer(
  db: DbOrTx,
  { userId, gateway }: Pick<Customer, 'userId' | 'gateway'>,
): Promise<Customer | null> {
  const [row] = await db
    .select()
    .from(gatewayCustomers)
    .where(and(eq(gatewayCustomers.userId, userId), eq(gatewayCustomers.gateway, gateway)));
  return row ?? null;
}

/** Two tabs create one. */
export async function ensureCustomer(db: DbOrTx, customer: Customer): Promise<Customer> {
  await db.insert(gatewayCustomers).values(customer).onConflictDoNothing();
  return (await findCustomer(db, customer)) ?? customer;
}

/** The same card at the gateway is one row. */
export async function ensureSavedCard(
  db: DbOrTx,
  card: typeof savedCards.$inferInsert,
): Promise<SavedCardRow> {
  await db.insert(savedCards).values(card).onConflictDoNothing();
  const [row] = await db
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.gateway, card.gateway), eq(savedCards.methodId, card.methodId)));
  if (row?.userId !== card.userId) throw new Error('The card was not saved');
  return row;
}

/** Not one that was removed. */
export async function findSavedCard(db: DbOrTx, { id }: { id: number }): Promise<SavedCardRow | null> {
  const [row] = await db
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.id, id), isNull(savedCards.removedAt)));
  return row ?? null;
}

/** Users leave; the gateway must forget their cards. */
export async function listSavedCards(db: DbOrTx, { userId }: { userId: number }): Promise<SavedCardRow[]> {
  return db
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.userId, userId), isNull(savedCards.removedAt)));
}

export async function markCardsRemoved(
  db: DbOrTx,
  { userId, removedAt }: { userId: number; removedAt: Date },
): Promise<void> {
  await db
    .update(savedCards)
    .set({ removedAt })
    .where(and(eq(savedCards.userId, userId), isNull(savedCards.removedAt)));
}
