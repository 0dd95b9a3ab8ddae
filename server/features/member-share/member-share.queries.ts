// What members use, and what its sellers and instructors get of it, in SQL. Reads other features' tables, writes its own.
import { and, asc, eq, isNull, lte, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { memberShareMonths } from '#server/db/schema/member-share.ts';

export type ShareMonth = typeof memberShareMonths.$inferSelect;

const monthStart = (month: string) => sql`${month}::timestamp at time zone 'UTC'`;
const monthEnd = (month: string) => sql`(${month}::timestamp + interval '1 month') at time zone 'UTC'`;

/** With the percentage of now, which then stays. */
export async function openMonth(db: DbOrTx, { month }: { month: string }): Promise<void> {
  await db.execute(sql`
    insert into member_share_months (month, percent) select ${month}::date, member_share from settings
    on conflict do nothing`);
}

/** Not shared yet, oldest first. */
export async function listOpenMonths(db: DbOrTx, { until }: { until: string }): Promise<string[]> {
  const rows = await db
    .select({ month: memberShareMonths.month })
    .from(memberShareMonths)
    .where(and(isNull(memberShareMonths.sharedAt), lte(memberShareMonths.month, until)))
    .orderBy(asc(memberShareMonths.month));
  return rows.map(({ month }) => month);
}

/** Of items taken with a membership. Later activity overwrites when a lesson was last seen, so this runs every hour. */
export async function recordUses(db: DbOrTx, { month }: { month: string }): Promise<void> {
  const [from, to] = [monthStart(month), monthEnd(month)];
  const isIn = (moment: string) => sql`${sql.raw(moment)} >= ${from} and ${sql.raw(moment)} < ${to}`;
  await db.execute(sql`
    insert into member_uses (membership_id, month, item_type, item_id)
    select distinct m.id, ${month}::date, e.item_type, e.item_id
    from entitlements e join memberships m on m.id::text = e.cause_ref
    where e.cause = 'membership' and e.created_at < ${to} and (e.ends_at is null or e.ends_at > ${from})
      and (${isIn('e.created_at')}
        or e.item_type = 'resource' and exists (select 1 from resource_downloads d
          where d.resource_id = e.item_id and d.user_id = e.user_id
            and d.day >= ${month}::date and d.day < ${month}::date + interval '1 month')
        or e.item_type = 'course' and exists (select 1 from item_progress p
          where p.course_id = e.item_id and p.user_id = e.user_id
            and (${isIn('p.opened_at')} or ${isIn('p.completed_at')} or ${isIn('p.updated_at')})))
    on conflict do nothing`);
}

/** Null: someone else is sharing it, or has. Its row stays locked until the transaction ends. */
export async function claimMonth(
  tx: Tx,
  { month, now }: { month: string; now: Date },
): Promise<ShareMonth | null> {
  const [row] = await tx
    .update(memberShareMonths)
    .set({ sharedAt: now })
    .where(and(eq(memberShareMonths.month, month), isNull(memberShareMonths.sharedAt)))
    .returning();
  return row ?? null;
}

type Inserted = { revenue: string; payeeId: number | null; cents: string | null };
/** By payee, so that transactions that book them don't deadlock. */
export type NewShare = { payeeId: number; amountCents: number };

/**
 * A payment counts for the days it pays for, without tax, what was returned of it, and orders a bank disputes. A share of
 * less than a cent stays with the platform, as do the parts of items whose seller or instructor earns nothing.
 */
export async function insertShares(
  tx: Tx,
  { month, percent }: ShareMonth,
): Promise<{ revenueCents: number; shares: NewShare[] }> {
  await tx.execute(sql`set local statement_timeout = '10min'`);
  const [from, to] = [monthStart(month), monthEnd(month)];
  const { rows } = await tx.execute<Inserted>(sql`
    with paid as (
      select i.membership_id as id, floor(sum(
        (p.amount_cents - p.discount_cents)
          * (1 - p.returned_cents::numeric / (p.amount_cents - p.discount_cents + p.tax_cents))
          * extract(epoch from least(i.ends_at, ${to}) - greatest(i.starts_at, ${from}))
          / extract(epoch from i.ends_at - i.starts_at)))::bigint as cents
      from membership_invoices i join order_parts p on p.order_id = i.order_id
      where i.state in ('paid', 'refunded') and i.starts_at < ${to} and i.ends_at > ${from}
        and p.amount_cents > p.discount_cents
        and not exists (select 1 from disputes d
          where d.order_id = i.order_id and d.state in ('open', 'under_review'))
      group by 1
    ), used as (
      select u.membership_id, u.item_type, u.item_id,
        paid.cents * ${percent}::int / 100 / count(*) over (partition by u.membership_id) as cents
      from member_uses u join paid on paid.id = u.membership_id where u.month = ${month}::date
    ), earned as (
      select coalesce(r.seller_id, c.instructor_id) as payee_id, used.membership_id, used.cents
      from used
      left join resources r on used.item_type = 'resource' and r.id = used.item_id
      left join courses c on used.item_type = 'course' and c.id = used.item_id
        and c.instructor_share is distinct from 0
      where used.cents > 0
    ), made as (
      insert into member_shares (month, payee_id, amount_cents, use_count, membership_count)
      select ${month}::date, e.payee_id, sum(e.cents), count(*), count(distinct e.membership_id)
      from earned e join users u on u.id = e.payee_id and u.state <> 'deleted'
      group by e.payee_id returning payee_id, amount_cents
    )
    select (select coalesce(sum(cents), 0) from paid) as revenue, made.payee_id as "payeeId",
      made.amount_cents as cents
    from (values (1)) as always left join made on true order by made.payee_id`);
  return {
    revenueCents: Number(rows[0]?.revenue ?? 0),
    shares: rows.flatMap(({ payeeId, cents }) =>
      payeeId === null ? [] : [{ payeeId, amountCents: Number(cents) }],
    ),
  };
}

export async function setMonthSums(
  tx: Tx,
  { month, ...sums }: { month: string; revenueCents: number; sharedCents: number },
): Promise<void> {
  await tx.update(memberShareMonths).set(sums).where(eq(memberShareMonths.month, month));
}
