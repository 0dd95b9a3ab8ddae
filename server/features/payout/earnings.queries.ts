// What sellers earn from each order part, in SQL: recorded when the order is paid, reduced by what is returned, and held
// while a dispute or a refund request is open.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { payoutReversals } from '#server/db/schema/payout.ts';
import { REFUND_WINDOW_DAYS } from '#shared/features/refund/refund.rules.ts';

/** While a dispute or refund request is open, the sellers' earnings from it aren't paid out. */
export async function settleEarningHolds(
  tx: Tx,
  { orderId, now, dispute, request }: { orderId: number; now: Date; dispute: string; request: string },
): Promise<void> {
  await tx.execute(sql`
    with earned as (
      select p.id as part_id, case
        when exists (select 1 from disputes d where d.order_id = ${orderId} and d.state in ('open', 'under_review'))
          then ${dispute}
        when exists (select 1 from refund_requests r where r.order_id = ${orderId} and r.state = 'asked'
          and (r.line_id is null or r.line_id = p.line_id)) then ${request}
      end as reason
      from order_parts p where p.order_id = ${orderId}
    )
    update earnings e set state = case when w.reason is null then 'waiting' else 'held' end, held_reason = w.reason,
      held_at = case when w.reason is null then null else coalesce(e.held_at, ${now}::timestamptz) end
    from earned w
    where e.part_id = w.part_id and e.state in ('waiting', 'held') and e.held_reason is distinct from w.reason`);
}

const given = sql.placeholder;

/** Part of the statement that completes an order, the `due` one (placeholder availableAt): each seller's share of each part. */
export const recordEarningsSql = sql`earned as (
      insert into earnings (part_id, order_id, seller_id, share_cents, available_at)
      select p.id, p.order_id, p.seller_id, p.amount_cents - p.discount_cents - p.fee_cents,
        greatest(${given('availableAt')}::timestamptz, p.payable_from)
      from order_parts p
      where p.order_id = (select id from due) and p.seller_id is not null
        and p.amount_cents - p.discount_cents > p.fee_cents
      on conflict do nothing
    )`;

/** After `payable_from` of a line changed. What is being paid out or was paid stays as it is. */
export async function moveEarnings(tx: Tx, { lineId }: { lineId: number }): Promise<void> {
  await tx.execute(sql`
    update earnings e set available_at =
      greatest(o.paid_at + make_interval(days => ${REFUND_WINDOW_DAYS}), p.payable_from)
    from order_parts p join orders o on o.id = p.order_id
    where e.part_id = p.id and p.line_id = ${lineId} and e.state in ('waiting', 'held')`);
}

type ReturnedShare = { partId: number; shareCents: number };

/** Subtracts returned shares from the earnings; negative amounts add them back. */
export async function addReturnedShares(tx: Tx, shares: readonly ReturnedShare[]): Promise<void> {
  await tx.execute(sql`
    update earnings e set returned_cents = e.returned_cents + r."shareCents"
    from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as r("partId" int, "shareCents" bigint)
    where e.part_id = r."partId" and r."shareCents" <> 0`);
}

/** The ids of the new ones. */
export async function insertReversals(
  tx: Tx,
  rows: (typeof payoutReversals.$inferInsert)[],
): Promise<number[]> {
  const made = await tx
    .insert(payoutReversals)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: payoutReversals.id });
  return made.map(({ id }) => id);
}
