// Payouts for staff, in SQL.
import { asc, count, desc, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { payoutHolds, payoutRuns, payouts } from '#server/db/schema/payout.ts';
import { sellers } from '#server/db/schema/seller.ts';
import type { PayoutState } from '#shared/features/payout/payout.states.ts';
import { payeeName } from './payout-account.queries.ts';

type Page = { limit: number; offset: number };

export async function listRunRows(db: DbOrTx, { limit, offset }: Page) {
  return db
    .select({
      id: payoutRuns.id,
      startedAt: payoutRuns.startedAt,
      endedAt: payoutRuns.endedAt,
      starter: { firstName: users.firstName, lastName: users.lastName, username: users.username },
      payoutCount: payoutRuns.payoutCount,
      amountCents: payoutRuns.amountCents,
    })
    .from(payoutRuns)
    .leftJoin(users, eq(users.id, payoutRuns.startedBy))
    .orderBy(desc(payoutRuns.id))
    .limit(limit)
    .offset(offset);
}

export async function countRuns(db: DbOrTx): Promise<number> {
  const [row] = await db.select({ count: count() }).from(payoutRuns);
  return row?.count ?? 0;
}

export async function listPayoutRows(
  db: DbOrTx,
  { state, limit, offset }: Page & { state: PayoutState | undefined },
) {
  return db
    .select({
      id: payouts.id,
      runId: payouts.runId,
      sellerId: payouts.sellerId,
      shop: payeeName,
      isHeld: sql<boolean>`${payoutHolds.userId} is not null`,
      amountCents: payouts.amountCents,
      offsetCents: payouts.offsetCents,
      reversedCents: sql<number>`(select coalesce(sum(r.amount_cents), 0) from payout_reversals r
        where r.payout_id = ${payouts.id} and r.state = 'succeeded')`.mapWith(Number),
      state: payouts.state,
      failure: payouts.failure,
      gatewayId: payouts.gatewayId,
      createdAt: payouts.createdAt,
      endedAt: payouts.endedAt,
    })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.sellerId))
    .leftJoin(sellers, eq(sellers.userId, payouts.sellerId))
    .leftJoin(payoutHolds, eq(payoutHolds.userId, payouts.sellerId))
    .where(state && eq(payouts.state, state))
    .orderBy(desc(payouts.id))
    .limit(limit)
    .offset(offset);
}
export type PayoutListRow = Awaited<ReturnType<typeof listPayoutRows>>[number];

export async function countPayouts(db: DbOrTx): Promise<Record<PayoutState | 'all', number>> {
  const rows = await db.select({ state: payouts.state, count: count() }).from(payouts).groupBy(payouts.state);
  const of = (state: PayoutState) => rows.find((row) => row.state === state)?.count ?? 0;
  const [processing, paid, failed] = [of('processing'), of('paid'), of('failed')];
  return { all: processing + paid + failed, processing, paid, failed };
}

export async function listHeldRows(db: DbOrTx, { now, limit, offset }: Page & { now: Date }) {
  return db
    .select({
      id: payoutHolds.userId,
      shop: payeeName,
      reason: payoutHolds.reason,
      since: payoutHolds.heldAt,
      availableCents: sql<number>`(select coalesce(sum(share_cents - returned_cents), 0) from earnings e
        where e.seller_id = ${payoutHolds.userId} and e.state = 'waiting'
          and e.available_at <= ${now.toISOString()}::timestamptz)`.mapWith(Number),
    })
    .from(payoutHolds)
    .innerJoin(users, eq(users.id, payoutHolds.userId))
    .leftJoin(sellers, eq(sellers.userId, payoutHolds.userId))
    .orderBy(asc(payoutHolds.heldAt), asc(payoutHolds.userId))
    .limit(limit)
    .offset(offset);
}

export async function countHeld(db: DbOrTx): Promise<number> {
  const [row] = await db.select({ count: count() }).from(payoutHolds);
  return row?.count ?? 0;
}
