// Members and what they were charged, in SQL.
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { membershipInvoices, memberships } from '#server/db/schema/membership.ts';
import { orders } from '#server/db/schema/order.ts';
import { planPrices, plans } from '#server/db/schema/plan.ts';
import { users } from '#server/db/schema/platform-user.ts';

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
      and(eq(memberships.userId, userId), inArray(membershipInvoices.state, ['open', 'paid', 'refunded'])),
    )
    .orderBy(desc(id));
}
