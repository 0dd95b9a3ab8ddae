// Payout accounts in SQL.
import { and, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { payoutAccounts, payoutHolds } from '#server/db/schema/payout.ts';
import { clearSandboxEmails } from '#server/integrations/payouts/sandbox-payouts.queries.ts';
import { sellers } from '#server/db/schema/seller.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';

const accountColumns = {
  userId: payoutAccounts.userId,
  gateway: payoutAccounts.gateway,
  gatewayId: payoutAccounts.gatewayId,
  state: payoutAccounts.state,
  needs: payoutAccounts.needs,
};

export type Whose = { userId: number; gateway: GatewayName };

const isTheirs = ({ userId, gateway }: Whose) =>
  and(eq(payoutAccounts.userId, userId), eq(payoutAccounts.gateway, gateway));

export async function findAccountOf(db: DbOrTx, whose: Whose) {
  const [row] = await db.select(accountColumns).from(payoutAccounts).where(isTheirs(whose));
  return row ?? null;
}
export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccountOf>>>;

/** Of two concurrent runs, the second waits here and sees what the first did. */
export async function lockAccountOf(tx: Tx, whose: Whose) {
  const [row] = await tx
    .select(accountColumns)
    .from(payoutAccounts)
    .where(isTheirs(whose))
    .for('no key update');
  return row ?? null;
}

type NewAccount = typeof payoutAccounts.$inferInsert;

/** The first one wins. */
export async function insertAccount(db: DbOrTx, values: NewAccount): Promise<void> {
  await db.insert(payoutAccounts).values(values).onConflictDoNothing();
}

export async function updateAccount(
  db: DbOrTx,
  { userId, gateway, ...set }: Whose & Partial<NewAccount>,
): Promise<void> {
  await db.update(payoutAccounts).set(set).where(isTheirs({ userId, gateway }));
}

/** The store's name, or the user's if there is no store. */
export const payeeName = sql<string>`coalesce(${sellers.name},
  nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`;

export async function deletePayoutAccounts(tx: Tx, { userId }: { userId: number }): Promise<void> {
  const deleted = await tx
    .delete(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId))
    .returning({ id: payoutAccounts.gatewayId });
  const ids = deleted.map(({ id }) => id);
  await clearSandboxEmails(tx, { ids });
}

/** Sellers, and instructors, who are paid alike but have no store. */
export async function findSeller(db: DbOrTx, { userId }: { userId: number }) {
  const [row] = await db
    .select({
      userId: users.id,
      name: payeeName,
      state: sql<typeof sellers.$inferSelect.state>`coalesce(${sellers.state}, 'approved')`,
      feePoints: sellers.feePoints,
      heldReason: payoutHolds.reason,
      heldAt: payoutHolds.heldAt,
      createdAt: sql<Date>`coalesce(${sellers.createdAt}, ${users.createdAt})`.mapWith(users.createdAt),
      email: users.email,
      accountState: users.state,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
    })
    .from(users)
    .leftJoin(sellers, eq(sellers.userId, users.id))
    .leftJoin(payoutHolds, eq(payoutHolds.userId, users.id))
    .where(
      and(
        eq(users.id, userId),
        sql`(${sellers.userId} is not null or 'instructor' = any(${users.roles})
          or exists (select 1 from earnings e where e.seller_id = ${users.id}))`,
      ),
    );
  return row ?? null;
}
export type SellerRow = NonNullable<Awaited<ReturnType<typeof findSeller>>>;

/** Only those paid through a real bank; the sandbox's data was restored together with ours. Returns how many. */
export async function holdRealPayouts(
  db: DbOrTx,
  { reason, at }: { reason: string; at: Date },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into ${payoutHolds} (user_id, reason, held_at)
    select distinct user_id, ${reason}, ${at.toISOString()}::timestamptz from ${payoutAccounts} where gateway <> 'sandbox'
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** False if they were held before. */
export async function insertHold(tx: Tx, hold: typeof payoutHolds.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(payoutHolds)
    .values(hold)
    .onConflictDoNothing()
    .returning({ userId: payoutHolds.userId });
  return inserted.length > 0;
}

export async function deleteHold(tx: Tx, { userId }: { userId: number }): Promise<boolean> {
  const deleted = await tx
    .delete(payoutHolds)
    .where(eq(payoutHolds.userId, userId))
    .returning({ userId: payoutHolds.userId });
  return deleted.length > 0;
}
