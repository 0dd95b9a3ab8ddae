// The demo school's members with their payments and what they took from the library, in SQL: the rows billing would have
// written. `insertOrdersBehind` adds the payments of their orders.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { memberships, membershipInvoices } from '#server/db/schema/membership.ts';
import { recordUses } from '#server/features/member-share/member-share.queries.ts';
import { shareMonth } from '#server/features/member-share/member-share.service.ts';
import { GRACE_DAYS, grantCredit } from '#server/features/membership/membership.service.ts';
import { daysAfter } from '#server/clock.ts';
import { SHARE_AFTER_DAYS } from '#shared/features/member-share/member-share.rules.ts';
import { downloadMonth } from '#shared/features/membership/download.rules.ts';
import { PLAN_PERIODS, type PlanPeriod } from '#shared/features/plan/plan.rules.ts';

export type SeedMembership = Pick<
  typeof memberships.$inferSelect,
  | 'userId'
  | 'period'
  | 'state'
  | 'startsAt'
  | 'endsAt'
  | 'anchorAt'
  | 'trialEndsAt'
  | 'createdAt'
  | 'endedAt'
  | 'isCanceling'
  | 'cancelReason'
  | 'pausedUntil'
  | 'pausedSeconds'
> & {
  plan: string;
  periods: { startsAt: Date; endsAt: Date }[];
};

export async function insertMembers(tx: Tx, members: readonly SeedMembership[]): Promise<void> {
  const priceOf = await listPrices(tx);
  const cardOf = await insertCards(tx, members);
  const priced = members.map((member) => ({ ...member, price: priceOf(member.plan, member.period) }));
  const rows = await tx
    .insert(memberships)
    .values(
      priced.map(({ plan: _plan, periods: _periods, price, ...member }) => ({
        ...member,
        planId: price.planId,
        priceId: price.id,
        cardId: cardOf.get(member.userId) ?? null,
        name: '',
        country: 'US',
        nextActionAt: member.state === 'cancelled' ? null : (member.pausedUntil ?? member.endsAt),
      })),
    )
    .returning({ id: memberships.id });
  const idAt = (at: number) => rows[at]?.id ?? 0;
  await tx.insert(membershipInvoices).values(
    priced.flatMap(({ periods, price }, at) =>
      periods.map(({ startsAt, endsAt }, n) => ({
        membershipId: idAt(at),
        kind: n === 0 ? ('start' as const) : ('renewal' as const),
        state: 'paid' as const,
        priceId: price.id,
        startsAt,
        endsAt,
        amountCents: price.amountCents,
        createdAt: startsAt,
        paidAt: startsAt,
      })),
    ),
  );
  for (const [at, { userId, periods, price }] of priced.entries()) {
    for (const [n, period] of periods.entries()) {
      const invoice = { ...period, kind: n === 0 ? ('start' as const) : ('renewal' as const) };
      await grantCredit(tx, { membership: { id: idAt(at), userId }, invoice, ...price });
    }
  }
  await tx.execute(sql`
    insert into membership_seats (membership_id, user_id, created_at, ended_at)
    select id, user_id, created_at, ended_at from memberships where source = 'paid'`);
  await tx.execute(sql`
    update memberships m set name = u.first_name || ' ' || u.last_name from users u
    where u.id = m.user_id and m.source = 'paid'`);
  await insertInvoiceOrders(tx);
}

type Price = { id: number; planId: number; amountCents: number; bookingCreditCents: number };

async function listPrices(tx: Tx): Promise<(plan: string, period: PlanPeriod) => Price> {
  const { rows } = await tx.execute<Price & { name: string; period: string }>(sql`
    select r.id, r.plan_id as "planId", r.amount_cents::int as "amountCents",
      p.booking_credit_cents::int as "bookingCreditCents", p.name, r.period
    from plan_prices r join plans p on p.id = r.plan_id`);
  return (plan, period) => {
    const found = rows.find((row) => row.name === plan && row.period === period);
    if (!found) throw new Error(`The demo school has no price of ${plan} for a ${period}`);
    return found;
  };
}

/** Those of the sandbox: renewals after the moment of seeding are charged like any other. */
async function insertCards(tx: Tx, members: readonly SeedMembership[]): Promise<Map<number, number>> {
  const ids = sql`unnest(${sql.param(members.map(({ userId }) => userId))}::int[]) as user_id`;
  const from = sql`(select u.id as user_id, u.created_at from ${ids} join users u on u.id = user_id) known`;
  await tx.execute(sql`
    insert into gateway_customers (user_id, gateway, customer_id, created_at)
    select user_id, 'sandbox', 'cus_demo_' || user_id, created_at from ${from}`);
  await tx.execute(sql`
    insert into sandbox_cards (id, idempotency_key, customer_id, behavior, last_four, exp_month, exp_year, created_at)
    select 'pm_demo_' || user_id, 'demo card ' || user_id, 'cus_demo_' || user_id, 'pays', '4242', 4, 2090, created_at
    from ${from}`);
  const { rows } = await tx.execute<{ id: number; userId: number }>(sql`
    insert into saved_cards (user_id, gateway, method_id, brand, last_four, exp_month, exp_year, created_at)
    select user_id, 'sandbox', 'pm_demo_' || user_id, 'Visa', '4242', 4, 2090, created_at from ${from}
    returning id, user_id as "userId"`);
  return new Map(rows.map(({ id, userId }) => [userId, id]));
}

async function insertInvoiceOrders(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into orders (user_id, email, name, state, subtotal_cents, total_cents, is_from_cart, is_invoice, fingerprint,
      created_at, expires_at, paid_at, ended_at)
    select m.user_id, u.email, m.name, 'paid', i.amount_cents, i.amount_cents, false, true, 'invoice ' || i.id, i.paid_at,
      i.paid_at + make_interval(days => ${GRACE_DAYS}), i.paid_at, i.paid_at
    from membership_invoices i join memberships m on m.id = i.membership_id join users u on u.id = m.user_id
    order by i.paid_at, i.id`);
  await tx.execute(sql`
    update membership_invoices i set order_id = o.id from orders o where o.fingerprint = 'invoice ' || i.id`);
  await tx.execute(sql`
    insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents, quantity,
      amount_cents, buyer, is_live)
    select i.order_id, 0, 'membership', i.id,
      p.name || case r.period when ${PLAN_PERIODS[1]} then ' membership, yearly' else ' membership, monthly' end,
      'membership', '', i.amount_cents, 1, i.amount_cents, 'u' || m.user_id, true
    from membership_invoices i join memberships m on m.id = i.membership_id
    join plan_prices r on r.id = i.price_id join plans p on p.id = r.plan_id order by i.order_id`);
  await tx.execute(sql`
    insert into order_parts (order_id, line_id, item_type, item_id, title, amount_cents, fee_cents)
    select l.order_id, l.id, 'membership', r.plan_id, l.title, l.amount_cents, l.amount_cents
    from order_lines l join membership_invoices i on i.order_id = l.order_id join plan_prices r on r.id = i.price_id
    order by l.id`);
}

/** Two to six different items each, spread over the time of the membership. */
export async function takeFromLibrary(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into entitlements (user_id, item_type, item_id, cause, cause_ref, created_at, ends_at)
    select m.user_id, taken.item_type, taken.item_id, 'membership', m.id::text,
      m.created_at + (least(m.ends_at, ${now.toISOString()}::timestamptz) - m.created_at) * taken.n / (3 + m.id % 5),
      case when m.state = 'paused' then m.starts_at when m.is_canceling then m.ends_at
        else m.ends_at + make_interval(days => ${GRACE_DAYS}) end
    from memberships m
    cross join lateral (
      select item_type, item_id, row_number() over (order by md5(item_type || item_id || ' ' || m.id)) as n
      from library_items l where l.added_at < m.created_at and not exists (select 1 from entitlements e
        where e.user_id = m.user_id and (e.item_type, e.item_id) = (l.item_type, l.item_id))
      order by n limit 2 + m.id % 5) taken
    where m.source = 'paid'`);
  await tx.execute(sql`
    insert into enrollments (user_id, course_id, created_at)
    select user_id, item_id, created_at from entitlements where item_type = 'course' and cause = 'membership'`);
  await tx.execute(sql`
    insert into membership_downloads (membership_id, month, used)
    select cause_ref::int, date_trunc('month', created_at at time zone 'UTC')::date, count(*)
    from entitlements where cause = 'membership' group by 1, 2`);
}

/** What the job would have shared by now. */
export async function shareMemberMonths(tx: Tx, now: Date): Promise<void> {
  const { rows } = await tx.execute<{ month: string }>(sql`
    insert into member_share_months (month, percent)
    select month::date, member_share
    from settings, generate_series((select date_trunc('month', min(created_at) at time zone 'UTC') from memberships),
      ${now.toISOString()}::timestamptz at time zone 'UTC', interval '1 month') as month
    on conflict do nothing returning month::text as month`);
  const lastToShare = downloadMonth(daysAfter(now, -SHARE_AFTER_DAYS), -1);
  for (const { month } of rows.toSorted((a, b) => a.month.localeCompare(b.month))) {
    await recordUses(tx, { month });
    if (month <= lastToShare) await shareMonth(tx, { month, now });
  }
}
