// Payout runs, in SQL: who may be due something, what exactly, and writing it down.
import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { earnings, payoutAccounts, payoutRuns, payouts } from '#server/db/schema/payout.ts';
import { PAYOUT_MINIMUM_CENTS, type Due } from '#shared/features/payout/payout.rules.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';

export async function insertRun(tx: Tx, run: { startedBy: number | null; startedAt: Date }): Promise<number> {
  const [row] = await tx.insert(payoutRuns).values(run).returning({ id: payoutRuns.id });
  if (!row) throw new Error('No run was written');
  return row.id;
}

export async function findRun(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({ id: payoutRuns.id, startedAt: payoutRuns.startedAt, endedAt: payoutRuns.endedAt })
    .from(payoutRuns)
    .where(eq(payoutRuns.id, id));
  return row ?? null;
}

/** What it came to is added up from its payouts: a run that was cut short and went on counts right. */
export async function endRun(db: DbOrTx, { id, endedAt }: { id: number; endedAt: Date }): Promise<void> {
  const mine = sql`from ${payouts} where ${payouts.runId} = ${id}`;
  await db
    .update(payoutRuns)
    .set({
      endedAt,
      payoutCount: sql`(select count(*) ${mine})`,
      amountCents: sql`(select coalesce(sum(${payouts.amountCents}), 0) ${mine})`,
    })
    .where(and(eq(payoutRuns.id, id), isNull(payoutRuns.endedAt)));
}

/** Runs that nobody has ended. */
export async function listOpenRuns(db: DbOrTx, { before }: { before: Date }): Promise<number[]> {
  const rows = await db
    .select({ id: payoutRuns.id })
    .from(payoutRuns)
    .where(and(isNull(payoutRuns.endedAt), lte(payoutRuns.startedAt, before)))
    .orderBy(asc(payoutRuns.id));
  return rows.map(({ id }) => id);
}

type Asked = { gateway: GatewayName; after: number; limit: number; sellerId: number | undefined };

/** Sellers with an account to whom the house owes enough, in the order of their numbers. */
export async function listPayees(db: DbOrTx, { gateway, after, limit, sellerId }: Asked) {
  return db
    .select({
      userId: payoutAccounts.userId,
      gateway: payoutAccounts.gateway,
      gatewayId: payoutAccounts.gatewayId,
      state: payoutAccounts.state,
      needs: payoutAccounts.needs,
    })
    .from(payoutAccounts)
    .where(
      and(
        eq(payoutAccounts.gateway, gateway),
        gt(payoutAccounts.userId, after),
        sellerId === undefined ? undefined : eq(payoutAccounts.userId, sellerId),
        sql`seller_owed(${payoutAccounts.userId}) >= ${PAYOUT_MINIMUM_CENTS}`,
      ),
    )
    .orderBy(asc(payoutAccounts.userId))
    .limit(limit);
}

export async function hasProcessing(db: DbOrTx, { sellerId }: { sellerId: number }): Promise<boolean> {
  const rows = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.sellerId, sellerId), eq(payouts.state, 'processing')));
  return rows.length > 0;
}

/** Those whose window has closed. Refunds that come now wait until the payout is written. */
export async function lockAvailable(
  tx: Tx,
  { sellerId, now }: { sellerId: number; now: Date },
): Promise<number[]> {
  const rows = await tx
    .select({ partId: earnings.partId })
    .from(earnings)
    .where(
      and(
        eq(earnings.sellerId, sellerId),
        eq(earnings.state, 'waiting'),
        lte(earnings.availableAt, now),
        gt(earnings.shareCents, earnings.returnedCents),
      ),
    )
    .orderBy(asc(earnings.partId))
    .for('no key update');
  return rows.map(({ partId }) => partId);
}

/**
 * In one statement, so that all of it is of one moment: a refund that ends meanwhile moves its share from what is on its
 * way back to the books, and must not be seen in neither or in both.
 */
export async function sumDue(
  db: DbOrTx,
  { sellerId, partIds }: { sellerId: number; partIds: readonly number[] },
): Promise<Due> {
  const { rows } = await db.execute<{ available: string; open: string; owed: string; returning: string }>(sql`
    select
      coalesce(sum(share_cents - returned_cents) filter (where part_id = any(${sql.param(partIds)}::int[])), 0)
        as available,
      coalesce(sum(share_cents - returned_cents), 0) as open,
      seller_owed(${sellerId}) as owed,
      (select coalesce(sum(rp.share_cents), 0) from refunds r
        join refund_parts rp on rp.refund_id = r.id join order_parts p on p.id = rp.part_id
        where r.state = 'requested' and p.seller_id = ${sellerId}) as returning
    from earnings where seller_id = ${sellerId} and state in ('waiting', 'held')`);
  const [row] = rows;
  return {
    availableCents: Number(row?.available ?? 0),
    openCents: Number(row?.open ?? 0),
    owedCents: Number(row?.owed ?? 0),
    returningCents: Number(row?.returning ?? 0),
  };
}

export async function insertPayout(tx: Tx, values: typeof payouts.$inferInsert): Promise<number> {
  const [row] = await tx.insert(payouts).values(values).returning({ id: payouts.id });
  if (!row) throw new Error('No payout was written');
  return row.id;
}

export async function takeEarnings(
  tx: Tx,
  { partIds, payoutId }: { partIds: readonly number[]; payoutId: number },
): Promise<void> {
  if (partIds.length === 0) return;
  await tx
    .update(earnings)
    .set({ state: 'processing', payoutId })
    .where(inArray(earnings.partId, [...partIds]));
}
