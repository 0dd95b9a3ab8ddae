// Members and what they were charged, in SQL.
import { and, desc, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { membershipInvoices, memberships } from '#server/db/schema/membership.ts';
import { orders } from '#server/db/schema/order.ts';
import { planPrices, plans } from '#server/db/schema/plan.ts';
import { users } from '#server/db/schema/platform-user.ts';
import type { DiscountedKind } from '#shared/features/plan/plan.rules.ts';

/** Null if the account is closed or suspended. */
export async function findMember(db: DbOrTx, { id }: { id: number }) {
  const { email, firstName, lastName } = users;
  const [row] = await db
    .select({ id: users.id, email, firstName, lastName })
    .from(users)
    .where(and(eq(users.id, id), eq(users.state, 'active')));
  return row ?? null;
}

/** Declined and abandoned ones were never charged: they aren't shown. */
export async function listInvoices(db: DbOrTx, { userId }: { userId: number }) {
  const { id, kind, state, startsAt, endsAt, createdAt, paidAt } = membershipInvoices;
  return db
    .select({
      id,
      kind,
      state,
      startsAt,
      endsAt,
      createdAt,
      paidAt,
      planName: plans.name,
      period: planPrices.period,
      orderId: orders.id,
      orderNumber: orders.number,
      totalCents: orders.totalCents,
    })
    .from(membershipInvoices)
    .innerJoin(memberships, eq(memberships.id, membershipInvoices.membershipId))
    .innerJoin(planPrices, eq(planPrices.id, membershipInvoices.priceId))
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .innerJoin(orders, eq(orders.id, membershipInvoices.orderId))
    .where(
      // A gift's order is its buyer's.
      and(
        eq(memberships.userId, userId),
        eq(orders.userId, userId),
        inArray(membershipInvoices.state, ['open', 'paid', 'refunded']),
      ),
    )
    .orderBy(desc(id));
}

type PaidKind = { kind: DiscountedKind; cents: number };

/** What someone paid at full prices since then and kept, without tax, by what plans have a discount for. */
export async function sumPaidByKind(
  db: DbOrTx,
  { userId, since }: { userId: number; since: Date },
): Promise<{ orderCount: number; kinds: PaidKind[] }> {
  const { rows } = await db.execute<{ kind: DiscountedKind; cents: string; orderCount: number }>(sql`
    with paid as (
      select o.id, p.item_type as kind, greatest(p.amount_cents - p.discount_cents - p.returned_cents, 0) as cents
      from orders o join order_lines l on l.order_id = o.id join order_parts p on p.line_id = l.id
      where o.user_id = ${userId} and not o.is_invoice and o.state in ('paid', 'partially_refunded')
        and o.paid_at > ${since.toISOString()}::timestamptz and l.is_live and l.member_cents = 0
        and p.item_type in ('resource', 'course', 'booking')
    )
    select kind, sum(cents) as cents, (select count(distinct id)::int from paid where cents > 0) as "orderCount"
    from paid group by kind having sum(cents) > 0`);
  return {
    orderCount: rows[0]?.orderCount ?? 0,
    kinds: rows.map(({ kind, cents }) => ({ kind, cents: Number(cents) })),
  };
}
