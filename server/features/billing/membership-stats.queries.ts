// Figures about members, in SQL. Months are in UTC.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { PlanState } from '#shared/features/plan/plan.rules.ts';
import { FIRST_PAID, IN_GROUP } from './staff-member.queries.ts';

/** What a price is in a month, in cents. */
const monthlyCents = (price: string) =>
  sql.raw(
    `case ${price}.period when 'year' then ${price}.amount_cents / 12.0 else ${price}.amount_cents end`,
  );

type Since = { since: Date };

const countIf = (condition: SQL) => sql`(count(*) filter (where ${condition}))::int`;

export type PlanStats = {
  id: number;
  name: string;
  state: PlanState;
  current: number;
  paying: number;
  trialing: number;
  pastDue: number;
  mrrCents: number;
};

/** Every plan with members, and those on sale. */
export async function listPlanStats(db: DbOrTx): Promise<PlanStats[]> {
  const { rows } = await db.execute<PlanStats>(sql`
    select p.id, p.name, p.state, coalesce(c.current, 0) as current, coalesce(c.paying, 0) as paying,
      coalesce(c.trialing, 0) as trialing, coalesce(c."pastDue", 0) as "pastDue",
      coalesce(c."mrrCents", 0) as "mrrCents"
    from plans p left join (
      select m.plan_id, ${countIf(IN_GROUP.current)} as current, ${countIf(IN_GROUP.paying)} as paying,
        ${countIf(sql`m.state = 'trialing'`)} as trialing, ${countIf(sql`m.state = 'past_due'`)} as "pastDue",
        coalesce(sum(${monthlyCents('r')}) filter (where ${IN_GROUP.paying}), 0)::float8 as "mrrCents"
      from memberships m left join plan_prices r on r.id = m.price_id
      where ${IN_GROUP.current}
      group by m.plan_id) c on c.plan_id = p.id
    where p.state = 'published' or c.current > 0
    order by p.state = 'retired', p.position, p.id`);
  return rows;
}

const monthOf = (time: SQL) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM')`;

/** How recurring revenue changed in each month: what began to be paid, minus what stopped. Complete from `since` on. */
export async function listRevenueChanges(
  db: DbOrTx,
  { since }: Since,
): Promise<{ month: string; cents: number }[]> {
  const start = (time: string) => sql.raw(`date_trunc('month', ${time} at time zone 'UTC')`);
  const { rows } = await db.execute<{ month: string; cents: number }>(sql`
    with paid as (
      select i.starts_at, i.price_id,
        least(coalesce(lead(i.starts_at) over (partition by i.membership_id order by i.id), i.ends_at),
          m.ended_at) as until
      from membership_invoices i join memberships m on m.id = i.membership_id
      where i.paid_at is not null and i.kind <> 'gift' and i.ends_at >= ${since}
    ), changes as (
      select month, price_id, sum(count) as count from (
        select ${start('starts_at')} as month, price_id, 1 as count from paid
        union all select ${start('until')}, price_id, -1 from paid) both_ends
      group by 1, 2
    )
    select to_char(month, 'YYYY-MM') as month, sum(count * ${monthlyCents('r')})::float8 as cents
    from changes join plan_prices r on r.id = price_id
    group by month order by month`);
  return rows;
}

export type Paid = { month: string; joined: number; left: number };

/** New paying members and those who left, by month. */
export async function listJoinedAndLeft(db: DbOrTx): Promise<Paid[]> {
  const { rows } = await db.execute<Paid>(sql`
    with paid as (
      select i.paid_at, m.ended_at from membership_invoices i join memberships m on m.id = i.membership_id
      where i.kind = 'start' and i.paid_at is not null)
    select month, sum(joined)::int as joined, sum("left")::int as "left" from (
      select ${monthOf(sql`paid_at`)} as month, count(*) as joined, 0 as "left" from paid group by 1
      union all
      select ${monthOf(sql`ended_at`)}, 0, count(*) from paid where ended_at is not null group by 1) changes
    group by month order by month`);
  return rows;
}

export type Trials = { month: string; trials: number; converted: number };

/** Trials that are over, by the month of their end. */
export async function listTrials(db: DbOrTx, { since, now }: Since & { now: Date }): Promise<Trials[]> {
  const { rows } = await db.execute<Trials>(sql`
    select ${monthOf(sql`m.trial_ends_at`)} as month, count(*)::int as trials,
      ${countIf(sql`${FIRST_PAID} is not null`)} as converted
    from memberships m where m.trial_ends_at >= ${since} and m.trial_ends_at <= ${now}
    group by 1 order by 1`);
  return rows;
}

export type Stayed = { month: string; months: number | null; count: number };

/** By the month of the first payment: how many stayed how many whole months. Null: they are still there. */
export async function listStayed(db: DbOrTx, { since }: Since): Promise<Stayed[]> {
  const { rows } = await db.execute<Stayed>(sql`
    select ${monthOf(sql`i.paid_at`)} as month,
      (extract(year from age(m.ended_at, i.paid_at)) * 12 + extract(month from age(m.ended_at, i.paid_at)))::int
        as months, count(*)::int as count
    from membership_invoices i join memberships m on m.id = i.membership_id
    where i.kind = 'start' and i.paid_at >= ${since}
    group by 1, 2 order by 1, 2`);
  return rows;
}
