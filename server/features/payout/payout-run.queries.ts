// Payout runs in SQL: who is due a payout, how much, and recording it.
import { and, asc, eq, gt, inArray, isNull, lte, sql, desc, lt, ne } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { earnings, payoutAccounts, payoutRuns, payouts, payoutReversals } from '#server/db/schema/payout.ts';
import { PAYOUT_MINIMUM_CENTS, type EarningsDue } from '#shared/features/payout/payout.rules.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { disputes, refunds } from '#server/db/schema/refund.ts';

export async function insertRun(tx: Tx, run: { startedBy: number | null; startedAt: Date }): Promise<number> {
  const [row] = await tx.insert(payoutRuns).values(run).returning({ id: payoutRuns.id });
  if (!row) throw new Error('The run was not inserted');
  return row.id;
}

export async function findRun(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({ id: payoutRuns.id, startedAt: payoutRuns.startedAt, endedAt: payoutRuns.endedAt })
    .from(payoutRuns)
    .where(eq(payoutRuns.id, id));
  return row ?? null;
}

/** Totals are summed from its payouts, so an interrupted run counts correctly. */
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

/** Runs that haven't ended. */
export async function listOpenRuns(db: DbOrTx, { before }: { before: Date }): Promise<number[]> {
  const rows = await db
    .select({ id: payoutRuns.id })
    .from(payoutRuns)
    .where(and(isNull(payoutRuns.endedAt), lte(payoutRuns.startedAt, before)))
    .orderBy(asc(payoutRuns.id));
  return rows.map(({ id }) => id);
}

type Asked = { gateway: GatewayName; after: number; limit: number; sellerId: number | undefined };

/** Sellers with an account and a large enough balance, by id. */
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

/** Earnings whose refund window has closed. New refunds wait until the payout is recorded. */
export async function lockPayableEarnings(
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
 * One statement, so that it is a consistent snapshot: a refund that completes meanwhile moves its share from pending
 * refunds to the ledger, and must not be counted in neither or in both.
 */
export async function sumEarningsDue(
  db: DbOrTx,
  { sellerId, partIds }: { sellerId: number; partIds: readonly number[] },
): Promise<EarningsDue> {
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
  if (!row) throw new Error('The payout was not inserted');
  return row.id;
}

export async function claimEarnings(
  tx: Tx,
  { partIds, payoutId }: { partIds: readonly number[]; payoutId: number },
): Promise<void> {
  if (partIds.length === 0) return;
  await tx
    .update(earnings)
    .set({ state: 'processing', payoutId })
    .where(inArray(earnings.partId, [...partIds]));
}

export async function findPayout(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      id: payouts.id,
      sellerId: payouts.sellerId,
      amountCents: payouts.amountCents,
      offsetCents: payouts.offsetCents,
      currency: payouts.currency,
      state: payouts.state,
      gateway: payouts.gateway,
      accountId: payouts.accountId,
      createdAt: payouts.createdAt,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
    })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.sellerId))
    .where(eq(payouts.id, id));
  return row ?? null;
}
export type PayoutRow = NonNullable<Awaited<ReturnType<typeof findPayout>>>;

/** False if it had already ended. */
export async function endPayout(
  tx: Tx,
  {
    id,
    ...set
  }: { id: number } & Pick<typeof payouts.$inferInsert, 'state' | 'gatewayId' | 'failure' | 'endedAt'>,
): Promise<boolean> {
  const ended = await tx
    .update(payouts)
    .set(set)
    .where(and(eq(payouts.id, id), eq(payouts.state, 'processing')))
    .returning({ id: payouts.id });
  return ended.length > 0;
}

export async function markEarningsPaid(tx: Tx, { payoutId }: { payoutId: number }): Promise<void> {
  await tx.update(earnings).set({ state: 'paid' }).where(eq(earnings.payoutId, payoutId));
}

/** They wait for the next payout. Returns the orders with an open dispute or refund request. */
export async function releaseEarnings(tx: Tx, { payoutId }: { payoutId: number }): Promise<number[]> {
  const isAsked = sql<boolean>`exists (select 1 from disputes d
      where d.order_id = ${earnings.orderId} and d.state in ('open', 'under_review'))
    or exists (select 1 from refund_requests r where r.order_id = ${earnings.orderId} and r.state = 'asked')`;
  const returned = await tx
    .update(earnings)
    .set({ payoutId: null, state: 'waiting' })
    .where(eq(earnings.payoutId, payoutId))
    .returning({ orderId: earnings.orderId, isAsked });
  return [...new Set(returned.filter((row) => row.isAsked).map(({ orderId }) => orderId))];
}

/** Why the previous one failed; null if it didn't. */
export async function findFailureBefore(
  db: DbOrTx,
  { id, sellerId }: { id: number; sellerId: number },
): Promise<string | null> {
  const [row] = await db
    .select({ failure: payouts.failure })
    .from(payouts)
    .where(and(eq(payouts.sellerId, sellerId), lt(payouts.id, id), ne(payouts.state, 'processing')))
    .orderBy(desc(payouts.id))
    .limit(1);
  return row?.failure ?? null;
}

export async function listStuckPayouts(
  db: DbOrTx,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.state, 'processing'), lt(payouts.createdAt, before)))
    .orderBy(asc(payouts.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The order; the cause names the refund or dispute. */
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

/** False if it had already ended. */
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

/** Open reversals of payouts that have ended. */
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

/** If two staff members press at once, one run is enough. */
export async function hasOpenRun(tx: Tx): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('payout run'))`);
  const rows = await tx
    .select({ id: payoutRuns.id })
    .from(payoutRuns)
    .where(isNull(payoutRuns.endedAt))
    .limit(1);
  return rows.length > 0;
}
