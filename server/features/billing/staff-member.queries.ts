// Members for staff, in SQL. A membership is `m`, its user `u`.
import { desc, eq, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { membershipInvoices, memberships } from '#server/db/schema/membership.ts';
import { orders } from '#server/db/schema/order.ts';
import { planPrices, plans } from '#server/db/schema/plan.ts';
import { containsWords } from '#server/db/search.ts';
import type { MemberFilter, MemberGroup } from '#shared/features/billing/staff-member.schema.ts';
import {
  MEMBERSHIP_STATES,
  type MembershipSource,
  type MembershipState,
} from '#shared/features/membership/membership.states.ts';
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';

/** The first payment: each membership that was ever paid for has one invoice of this kind. */
export const FIRST_PAID = sql`(select i.paid_at from membership_invoices i
  where i.membership_id = m.id and i.kind = 'start' and i.paid_at is not null)`;

/** What each figure counts, and the list behind it shows. */
export const IN_GROUP: Readonly<Record<MemberGroup, SQL>> = {
  current: sql`m.state in ('trialing', 'active', 'past_due', 'paused')`,
  paying: sql`m.state in ('active', 'past_due') and m.price_id is not null`,
  canceling: sql`m.state in ('trialing', 'active') and m.is_canceling`,
  'ever-paid': sql`${FIRST_PAID} is not null`,
};

/** `2026-11`, in UTC whatever the session's time zone. */
const inMonth = (time: SQL, month: string) => {
  const start = `${month}-01T00:00:00Z`;
  return sql`${time} >= ${start}::timestamptz
    and ${time} < (${start}::timestamptz at time zone 'UTC' + interval '1 month') at time zone 'UTC'`;
};

function isFound({ q, group, planId, source, joined, ended, trial }: MemberFilter): SQL {
  const conditions = [
    containsWords(sql`u.search_text`, q),
    group && IN_GROUP[group],
    planId === undefined ? undefined : sql`m.plan_id = ${planId}`,
    source && sql`m.source = ${source}`,
    joined && inMonth(FIRST_PAID, joined),
    ended && inMonth(sql`m.ended_at`, ended),
    trial && inMonth(sql`m.trial_ends_at`, trial),
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

const isInState = ({ state }: MemberFilter) => (state ? sql`m.state = ${state}` : sql`true`);

/** Users are only joined where their names are searched. */
const fromFound = ({ q }: MemberFilter) =>
  q ? sql`memberships m join users u on u.id = m.user_id` : sql`memberships m`;

/** Each ends in the id, so that the order is stable across pages. */
const ORDERS: Readonly<Record<MemberFilter['sort'], SQL>> = {
  newest: sql`m.id desc`,
  oldest: sql`m.id`,
  'ends-first': sql`m.ends_at, m.id`,
  'ends-last': sql`m.ends_at desc, m.id desc`,
};

export async function countMembers(db: DbOrTx, filter: MemberFilter) {
  const { rows } = await db.execute<{ state: MembershipState; count: number }>(sql`
    select m.state, count(*)::int as count from ${fromFound(filter)} where ${isFound(filter)} group by m.state`);
  const counted = new Map(rows.map(({ state, count }) => [state, count]));
  const each = Object.fromEntries(MEMBERSHIP_STATES.map((state) => [state, counted.get(state) ?? 0]));
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  return { all, ...(each as Record<MembershipState, number>) };
}

/** Only the ids, in order: a page of them, or all matches for the CSV. */
export async function listMemberIds(
  db: DbOrTx,
  filter: MemberFilter,
  page?: { limit: number; offset: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select m.id from ${fromFound(filter)} where ${isFound(filter)} and ${isInState(filter)}
    order by ${ORDERS[filter.sort]} ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`);
  return rows.map(({ id }) => id);
}

export type StoredMember = {
  id: number;
  userId: number;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  profileImageUrl: string | null;
  planId: number;
  planName: string;
  period: PlanPeriod;
  state: MembershipState;
  source: MembershipSource;
  isCanceling: boolean;
  startsAt: Date;
  endsAt: Date;
  pausedUntil: Date | null;
  createdAt: Date;
  endedAt: Date | null;
  nextAt: Date | null;
  nextCents: number | null;
};

/** In the order of the ids. */
export async function listMembersByIds(db: DbOrTx, { ids }: { ids: number[] }): Promise<StoredMember[]> {
  const isCharged = sql`m.state in ('trialing', 'active', 'past_due') and not m.is_canceling and m.card_id is not null`;
  const { rows } = await db.execute<StoredMember>(sql`
    select m.id, u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.username, u.email,
      u.profile_image_url as "profileImageUrl", m.plan_id as "planId", p.name as "planName", m.period, m.state,
      m.source, m.is_canceling as "isCanceling", m.starts_at as "startsAt", m.ends_at as "endsAt",
      m.paused_until as "pausedUntil", m.created_at as "createdAt", m.ended_at as "endedAt",
      case when ${isCharged} then case m.state when 'past_due' then m.next_action_at else m.ends_at end end as "nextAt",
      case when ${isCharged} then n.amount_cents::float8 end as "nextCents"
    from unnest(${sql.param(ids)}::int[]) with ordinality as o(id, position)
    join memberships m on m.id = o.id
    join users u on u.id = m.user_id
    join plans p on p.id = m.plan_id
    left join plan_prices n on n.id = coalesce(m.next_price_id, m.price_id)
    order by o.position`);
  return rows.map((row) => ({ ...row, ...datesOf(row) }));
}

/** A raw query answers with text. */
function datesOf(row: StoredMember) {
  const date = (time: Date | null) => time && new Date(time);
  return {
    startsAt: new Date(row.startsAt),
    endsAt: new Date(row.endsAt),
    pausedUntil: date(row.pausedUntil),
    createdAt: new Date(row.createdAt),
    endedAt: date(row.endedAt),
    nextAt: date(row.nextAt),
  };
}

export async function listInvoiceRows(db: DbOrTx, { membershipId }: { membershipId: number }) {
  const { id, kind, state, startsAt, endsAt, amountCents, createdAt, paidAt } = membershipInvoices;
  return db
    .select({
      invoice: { id, kind, state, startsAt, endsAt, amountCents, createdAt, paidAt },
      planName: plans.name,
      order: { id: orders.id, number: orders.number, totalCents: orders.totalCents },
    })
    .from(membershipInvoices)
    .innerJoin(planPrices, eq(planPrices.id, membershipInvoices.priceId))
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .leftJoin(orders, eq(orders.id, membershipInvoices.orderId))
    .where(eq(membershipInvoices.membershipId, membershipId))
    .orderBy(desc(id));
}

/** All memberships of a user, newest first. */
export async function listMembershipsOf(db: DbOrTx, { userId }: { userId: number }) {
  const { id, state, createdAt, endedAt } = memberships;
  return db
    .select({ id, state, createdAt, endedAt, planName: plans.name })
    .from(memberships)
    .innerJoin(plans, eq(plans.id, memberships.planId))
    .where(eq(memberships.userId, userId))
    .orderBy(desc(id));
}

export async function countSeats(db: DbOrTx, { membershipId }: { membershipId: number }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count
    from membership_seats where membership_id = ${membershipId} and ended_at is null`);
  return rows[0]?.count ?? 0;
}
