// What is taken back from sellers, in SQL.
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { payoutReversals, payouts } from '#server/db/schema/payout.ts';
import { disputes, refunds } from '#server/db/schema/refund.ts';

/** Of which order: the cause names the refund or the dispute. */
const orderId = sql<number | null>`case split_part(${payoutReversals.cause}, ' ', 1)
  when 'refund' then (select ${refunds.orderId} from ${refunds}
    where ${refunds.id} = nullif(split_part(${payoutReversals.cause}, ' ', 2), '')::int)
  when 'dispute' then (select ${disputes.orderId} from ${disputes}
    where ${disputes.id} = nullif(split_part(${payoutReversals.cause}, ' ', 2), '')::int)
  end`;

export async function findReversal(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      id: payoutReversals.id,
      payoutId: payoutReversals.payoutId,
      sellerId: payoutReversals.sellerId,
      amountCents: payoutReversals.amountCents,
      state: payoutReversals.state,
      createdAt: payoutReversals.createdAt,
      orderId,
      payoutState: payouts.state,
      transferId: payouts.gatewayId,
      gateway: payouts.gateway,
      currency: payouts.currency,
    })
    .from(payoutReversals)
    .innerJoin(payouts, eq(payouts.id, payoutReversals.payoutId))
    .where(eq(payoutReversals.id, id));
  return row ?? null;
}

export type ReversalRow = NonNullable<Awaited<ReturnType<typeof findReversal>>>;

/** False: it had ended before. */
export async function endReversal(
  tx: Tx,
  {
    id,
    ...set
  }: { id: number } & Pick<typeof payoutReversals.$inferInsert, 'state' | 'gatewayId' | 'endedAt'>,
): Promise<boolean> {
  const ended = await tx
    .update(payoutReversals)
    .set(set)
    .where(and(eq(payoutReversals.id, id), eq(payoutReversals.state, 'requested')))
    .returning({ id: payoutReversals.id });
  return ended.length > 0;
}

export async function listReversalsOf(db: DbOrTx, { payoutId }: { payoutId: number }): Promise<number[]> {
  const rows = await db
    .select({ id: payoutReversals.id })
    .from(payoutReversals)
    .where(and(eq(payoutReversals.payoutId, payoutId), eq(payoutReversals.state, 'requested')));
  return rows.map(({ id }) => id);
}

/** Those nobody has ended, of payouts that have ended. */
export async function listWaitingReversals(
  db: DbOrTx,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: payoutReversals.id })
    .from(payoutReversals)
    .innerJoin(payouts, eq(payouts.id, payoutReversals.payoutId))
    .where(
      and(
        eq(payoutReversals.state, 'requested'),
        lt(payoutReversals.createdAt, before),
        sql`${payouts.state} <> 'processing'`,
      ),
    )
    .orderBy(asc(payoutReversals.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
