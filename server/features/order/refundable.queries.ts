// What has been refunded of an order, and what bundles deducted of it, in SQL (docs/decisions/020). Callers hold its lock.
import { sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { Hold, RefundablePart } from '#shared/features/refund/refund.rules.ts';

/** In order; pending refunds count as refunded. */
export async function listRefundableParts(
  db: DbOrTx,
  { orderId }: { orderId: number },
): Promise<RefundablePart[]> {
  const { rows } = await db.execute(sql`
    select p.id as "partId", p.line_id as "lineId", p.seller_id as "sellerId",
      (p.amount_cents - p.discount_cents + p.tax_cents)::float8 as "wholeCents", p.tax_cents::float8 as "taxCents",
      case when p.seller_id is null then 0 else p.amount_cents - p.discount_cents - p.fee_cents end::float8 as "shareCents",
      p.credit_cents::float8 as "creditCents", back.credit::float8 as "returnedCreditCents",
      p.returned_cents::float8 as "returnedCents", back.tax::float8 as "returnedTaxCents",
      back.share::float8 as "returnedShareCents"
    from order_parts p, lateral (
      select coalesce(sum(tax_cents), 0) as tax, coalesce(sum(share_cents), 0) as share,
        coalesce(sum(credit_cents), 0) as credit from (
        select rp.tax_cents, rp.share_cents, rp.credit_cents from refund_parts rp join refunds r on r.id = rp.refund_id
        where rp.part_id = p.id and r.state <> 'failed'
        union all
        select d.tax_cents, d.share_cents, 0 from dispute_parts d where d.part_id = p.id
      ) each
    ) back
    where p.order_id = ${orderId} order by p.id`);
  return rows as RefundablePart[];
}

/** Locked until the transaction ends; a bundle being paid for that deducts one of them waits. */
export async function lockParts(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.execute(sql`select id from order_parts where order_id = ${orderId} order by id for update`);
}

/**
 * A line ends when all that was paid for it is refunded, or all but what a bundle deducted; a line that cost nothing
 * ends when everything else has.
 */
export async function settleLines(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.execute(sql`
    with parts as (
      select p.line_id, p.amount_cents - p.discount_cents + p.tax_cents as whole, coalesce((
        select sum(rp.amount_cents) from refund_parts rp join refunds r on r.id = rp.refund_id
        where rp.part_id = p.id and r.state = 'succeeded'), 0)
        + coalesce((select sum(d.amount_cents) from dispute_parts d where d.part_id = p.id), 0) as gone
      from order_parts p where p.order_id = ${orderId}
    ), lines as (
      select line_id, sum(whole) as whole, sum(gone) as gone from parts group by line_id
    ), whole_order as (
      select sum(whole) > 0 and sum(whole) = sum(gone) as is_gone from lines
    )
    update order_lines l set is_live = not (
      case when lines.whole > 0 then lines.gone = lines.whole or exists (
        select 1 from order_parts p join order_deductions d on d.source_part_id = p.id
        join refunds r on r.id = d.claimed_by
        where p.line_id = l.id and r.state = 'succeeded')
      else w.is_gone end)
    from lines, whole_order w
    where l.id = lines.line_id
      -- Bought again since by another order: that one is it now.
      and not (not l.is_live and exists (
        select 1 from order_lines other
        where other.buyer = l.buyer and other.item_type = l.item_type and other.item_id = l.item_id
          and other.is_live and other.id <> l.id))`);
}

/** What bundles deducted of an order's parts. */
export async function listHolds(db: DbOrTx, { orderId }: { orderId: number }): Promise<Hold[]> {
  const { rows } = await db.execute(sql`
    select d.id as "deductionId", d.source_part_id as "partId", l.id as "lineId", l.title,
      d.held_cents::float8 as "heldCents"
    from order_parts s join order_deductions d on d.source_part_id = s.id and d.state = 'standing'
    join order_parts p on p.id = d.part_id join order_lines l on l.id = p.line_id
    where s.order_id = ${orderId} order by d.id`);
  return rows as Hold[];
}

/** The refund was reduced because of these; the rest follows once the bundle is refunded. */
export async function claimDeductions(
  tx: Tx,
  { refundId, ids }: { refundId: number; ids: readonly number[] },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update order_deductions set claimed_by = ${refundId} where id = any(${sql.param(ids)}::int[])`);
}

/** For each line of a bundle: what refunding it also releases from purchases that were refunded before. */
export async function listDeductionsDue(
  db: DbOrTx,
  { orderId }: { orderId: number },
): Promise<{ lineId: number; title: string; heldCents: number }[]> {
  const { rows } = await db.execute(sql`
    select p.line_id as "lineId", sl.title, d.held_cents::float8 as "heldCents"
    from order_parts p join order_deductions d on d.part_id = p.id and d.state = 'standing'
    join refunds r on r.id = d.claimed_by and r.state <> 'failed'
    join order_parts s on s.id = d.source_part_id join order_lines sl on sl.id = s.line_id
    where p.order_id = ${orderId} order by d.id`);
  return rows as { lineId: number; title: string; heldCents: number }[];
}

/** Lines refunded without what a bundle deducted, and no bundle deducts it anymore. */
export type Owed = { orderId: number; lineId: number };

/**
 * Updates the deductions of an order, and those made from it, to match the refunds: released once the bundle is
 * refunded; void if the payment they came from is gone; standing otherwise. Returns the lines that are due
 * the rest of their refund, and other orders whose bundles are affected.
 */
export async function settleDeductions(
  tx: Tx,
  { orderId }: { orderId: number },
): Promise<{ owed: Owed[]; orderIds: number[] }> {
  const { rows } = await tx.execute<{
    orderId: number;
    state: string;
    sourceOrderId: number;
    sourceLineId: number;
  }>(sql`
    with due as (
      select d.id, p.order_id, s.order_id as source_order_id, s.line_id as source_line_id, case
        when not l.is_live then 'released'
        when s.returned_cents + d.held_cents > s.amount_cents - s.discount_cents + s.tax_cents then 'void'
        else 'standing' end as state
      from order_deductions d join order_parts p on p.id = d.part_id join order_lines l on l.id = p.line_id
      join order_parts s on s.id = d.source_part_id
      where d.id in (
        select d1.id from order_parts mine join order_deductions d1 on d1.part_id = mine.id where mine.order_id = ${orderId}
        union
        select d2.id from order_parts mine join order_deductions d2 on d2.source_part_id = mine.id
        where mine.order_id = ${orderId}
      ) and d.state <> 'planned'
    )
    update order_deductions d set state = due.state from due where d.id = due.id and d.state <> due.state
    returning due.order_id as "orderId", due.state, due.source_order_id as "sourceOrderId",
      due.source_line_id as "sourceLineId"`);
  const released = rows.filter(({ state }) => state === 'released');
  const lineIds = [...new Set(released.map(({ sourceLineId }) => sourceLineId))];
  return { owed: await listOwed(tx, lineIds), orderIds: [...new Set(rows.map((row) => row.orderId))] };
}

/** Of these lines, those with a refund that was reduced because of a bundle. */
async function listOwed(tx: Tx, lineIds: readonly number[]): Promise<Owed[]> {
  if (lineIds.length === 0) return [];
  const { rows } = await tx.execute(sql`
    select distinct s.order_id as "orderId", s.line_id as "lineId"
    from order_parts s join order_deductions d on d.source_part_id = s.id
    join refunds r on r.id = d.claimed_by and r.state <> 'failed'
    where s.line_id = any(${sql.param(lineIds)}::int[]) order by 1 desc, 2`);
  return rows as Owed[];
}

/** Derives the order's state from its completed refunds; never step by step, so the order of events doesn't matter. */
export async function settleRefunded(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.execute(sql`
    with back as (
      select coalesce(sum(amount_cents), 0) as cents, coalesce(sum(credit_cents), 0) as credit from refunds
      where order_id = ${orderId} and state = 'succeeded' and kind <> 'undo'
    )
    update orders o set refunded_cents = back.cents, state =
      case when back.cents + back.credit = 0 then 'paid'
        when back.cents + back.credit = o.total_cents + o.credit_cents then 'refunded' else 'partially_refunded' end
    from back
    where o.id = ${orderId} and o.state in ('paid', 'partially_refunded', 'refunded') and o.paid_at is not null`);
}

/** Adds these cents to the refunded amounts; negative values subtract. */
export async function addReturned(
  tx: Tx,
  returns: readonly { partId: number; amountCents: number }[],
): Promise<void> {
  await tx.execute(sql`
    update order_parts p set returned_cents = p.returned_cents + r."amountCents"
    from jsonb_to_recordset(${JSON.stringify(returns)}::jsonb) as r("partId" int, "amountCents" bigint)
    where p.id = r."partId"`);
}
