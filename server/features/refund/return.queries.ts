// Which cents of an order went back, in SQL. Whoever writes here holds the order's lock (lockOrder): one after the other.
import { sql, type SQL } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { settleDeductions, type Owed } from '#server/features/order/deduction.queries.ts';
import type { Return, ReturnablePart } from '#shared/features/refund/refund.rules.ts';

/** In their order; with what is on its way back counted as gone. */
export async function listReturnableParts(
  db: DbOrTx,
  { orderId }: { orderId: number },
): Promise<ReturnablePart[]> {
  const { rows } = await db.execute(sql`
    select p.id as "partId", p.line_id as "lineId", p.seller_id as "sellerId",
      (p.amount_cents - p.discount_cents + p.tax_cents)::float8 as "wholeCents", p.tax_cents::float8 as "taxCents",
      case when p.seller_id is null then 0 else p.amount_cents - p.discount_cents - p.fee_cents end::float8 as "shareCents",
      p.returned_cents::float8 as "returnedCents", back.tax::float8 as "returnedTaxCents",
      back.share::float8 as "returnedShareCents"
    from order_parts p, lateral (
      select coalesce(sum(tax_cents), 0) as tax, coalesce(sum(share_cents), 0) as share from (
        select rp.tax_cents, rp.share_cents from refund_parts rp join refunds r on r.id = rp.refund_id
        where rp.part_id = p.id and r.state <> 'failed'
        union all
        select d.tax_cents, d.share_cents from dispute_parts d where d.part_id = p.id
      ) each
    ) back
    where p.order_id = ${orderId} order by p.id`);
  return rows as ReturnablePart[];
}

/** Locked until the transaction ends: a bundle that is being paid for, and counts on one of them, waits. */
export async function lockParts(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.execute(sql`select id from order_parts where order_id = ${orderId} order by id for update`);
}

export type Returner = { table: 'refund' | 'dispute'; id: number };

const TABLES = {
  refund: { name: sql.raw('refund_parts'), id: sql.raw('refund_id') },
  dispute: { name: sql.raw('dispute_parts'), id: sql.raw('dispute_id') },
} as const;

/** Written down, and taken from what is left of each part and of the seller's share of it. */
export async function insertReturns(
  tx: Tx,
  { table, id }: Returner,
  returns: readonly Return[],
): Promise<void> {
  const { name, id: idColumn } = TABLES[table];
  await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(returns)}::jsonb)
        as g("partId" int, "amountCents" bigint, "taxCents" bigint, "shareCents" bigint)
    ), written as (
      insert into ${name} as g (${idColumn}, part_id, amount_cents, tax_cents, share_cents)
      select ${id}, "partId", "amountCents", "taxCents", "shareCents" from given
      on conflict (${idColumn}, part_id) do update set amount_cents = g.amount_cents + excluded.amount_cents,
        tax_cents = g.tax_cents + excluded.tax_cents, share_cents = g.share_cents + excluded.share_cents
    ), taken as (
      update order_parts p set returned_cents = p.returned_cents + given."amountCents" from given
      where p.id = given."partId"
    )
    update earnings e set returned_cents = e.returned_cents + given."shareCents" from given
    where e.part_id = given."partId" and given."shareCents" > 0`);
}

/** It did not go back after all. */
export async function releaseReturns(tx: Tx, returner: Returner): Promise<void> {
  const { name } = TABLES[returner.table];
  const theirs = isTheirs(returner);
  await tx.execute(sql`
    with given as (
      select part_id, amount_cents, share_cents from ${name} where ${theirs}
    ), taken as (
      update order_parts p set returned_cents = p.returned_cents - given.amount_cents from given
      where p.id = given.part_id
    )
    update earnings e set returned_cents = e.returned_cents - given.share_cents from given
    where e.part_id = given.part_id and given.share_cents > 0`);
  // Refunds that failed stay to be read; a dispute may be lost again, with other parts.
  if (returner.table === 'dispute') await tx.execute(sql`delete from dispute_parts where ${theirs}`);
}

function isTheirs({ table, id }: Returner): SQL {
  return sql`${TABLES[table].id} = ${id}`;
}

export type WrittenReturn = Return & { sellerId: number | null; payoutId: number | null };

/** With whose money it is, and the payout it went out with. */
export async function listReturns(db: DbOrTx, returner: Returner): Promise<WrittenReturn[]> {
  const { rows } = await db.execute(sql`
    select g.part_id as "partId", p.seller_id as "sellerId", e.payout_id as "payoutId",
      g.amount_cents::float8 as "amountCents", g.tax_cents::float8 as "taxCents", g.share_cents::float8 as "shareCents"
    from ${TABLES[returner.table].name} g join order_parts p on p.id = g.part_id
    left join earnings e on e.part_id = g.part_id
    where ${isTheirs(returner)} order by g.part_id`);
  return rows as WrittenReturn[];
}

/**
 * Brings an order in line with what has gone back for good: how much, its state, which lines are still theirs, and who may
 * use what. Always from the whole truth and never by steps, so that it does not matter in which order things were heard.
 */
export async function settleReturns(
  tx: Tx,
  { orderId, now }: { orderId: number; now: Date },
): Promise<Owed[]> {
  await tx.execute(sql`
    with back as (
      select coalesce(sum(amount_cents), 0) as cents from refunds
      where order_id = ${orderId} and state = 'succeeded' and kind <> 'undo'
    )
    update orders o set refunded_cents = back.cents, state =
      case when back.cents = 0 then 'paid' when back.cents = o.total_cents then 'refunded' else 'partially_refunded' end
    from back
    where o.id = ${orderId} and o.state in ('paid', 'partially_refunded', 'refunded') and o.paid_at is not null`);
  await settleLines(tx, orderId);
  const { owed, orderIds } = await settleDeductions(tx, { orderId });
  for (const id of new Set([orderId, ...orderIds])) await settleAccess(tx, id, now);
  return owed;
}

/**
 * A line falls when all that was paid for it has gone back, or all but what a bundle counts on; one that cost nothing, when
 * everything else has.
 */
async function settleLines(tx: Tx, orderId: number): Promise<void> {
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

/**
 * Their own cause of access alone: what somebody has by another order, a membership or a gift stays. An order that opens
 * by a key gives nothing while its payment is disputed.
 */
async function settleAccess(tx: Tx, orderId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    with lines as (
      select l.id::text as cause_ref, p.item_type, p.item_id, l.is_live and not (
        exists (select 1 from order_keys k where k.order_id = ${orderId})
        and exists (select 1 from disputes d where d.order_id = ${orderId} and d.state in ('open', 'under_review'))
      -- What a deduction paid for in a bundle goes with the payment the deduction came from.
      ) and not exists (
        select 1 from order_deductions d where d.part_id = p.id and d.state = 'void'
      ) as gives
      from order_lines l join order_parts p on p.line_id = l.id where l.order_id = ${orderId}
    )
    update entitlements e set state = case when lines.gives then 'active' else 'revoked' end
    from lines
    where e.cause = 'order_line' and e.cause_ref <> '' and e.cause_ref = lines.cause_ref
      and e.item_type = lines.item_type and e.item_id = lines.item_id
      and e.state = case when lines.gives then 'revoked' else 'active' end`);
  await tx.execute(sql`
    with held as (
      select s.id || '.' || s.tenure as cause_ref, s.holder_id, l.is_live
      from order_lines l join seats s on s.line_id = l.id where l.order_id = ${orderId} and s.state = 'held'
    )
    update entitlements e set state = case when held.is_live then 'active' else 'revoked' end
    from held
    where e.user_id = held.holder_id and e.cause = 'seat' and e.cause_ref = held.cause_ref
      and e.state = case when held.is_live then 'revoked' else 'active' end`);
  // A place in a course follows; what was learned there is kept.
  await tx.execute(sql`
    with concerned as (
      select distinct e.user_id, e.item_id from entitlements e
      join order_parts p on p.item_type = 'course' and p.item_id = e.item_id
      where p.order_id = ${orderId} and e.item_type = 'course' and e.user_id is not null and (
        (e.cause = 'order_line' and e.cause_ref = p.line_id::text)
        or (e.cause = 'seat' and split_part(e.cause_ref, '.', 1) in (
          select s.id::text from seats s where s.line_id = p.line_id)))
    ), standing as (
      select c.user_id, c.item_id, exists (
        select 1 from entitlements e where e.user_id = c.user_id and e.item_type = 'course' and e.item_id = c.item_id
          and e.state = 'active' and (e.ends_at is null or e.ends_at > ${now})) as has_access
      from concerned c
    )
    update enrolments n set state = case when s.has_access then 'active' else 'suspended' end
    from standing s
    where n.user_id = s.user_id and n.course_id = s.item_id
      and n.state = case when s.has_access then 'suspended' else 'active' end`);
}

/** While a bank asks or a buyer waits for an answer, what the sellers earned with it is not paid out. */
export async function settleHolds(
  tx: Tx,
  { orderId, now, dispute, request }: { orderId: number; now: Date; dispute: string; request: string },
): Promise<void> {
  await tx.execute(sql`
    with wanted as (
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
    from wanted w
    where e.part_id = w.part_id and e.state in ('waiting', 'held') and e.held_reason is distinct from w.reason`);
}
