// Booking credit in SQL. The balance is kept by triggers, and membership_credits_used is the referee of checkouts that
// use it at the same time.
import { and, desc, eq, gt, gte, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { oneOf } from '#server/db/columns.ts';
import { membershipCredits } from '#server/db/schema/membership-credit.ts';
import { OPEN_MEMBERSHIP_STATES } from '#shared/features/membership/membership.states.ts';
import { accessEnd, openMemberships } from './benefit.queries.ts';

export type CreditRow = typeof membershipCredits.$inferSelect;

export type Credit = {
  id: number;
  membershipId: number;
  grantedCents: number;
  /** With what the user's own pending order reserves: they can order again with it. */
  leftCents: number;
  /** When it is gone, if nothing is paid any more. */
  endsAt: Date;
  /** A pending order with it can be paid until then. */
  holdsUntil: Date;
};

/** Of all memberships the user belongs to, the one with most left. */
export async function findCredit(
  db: DbOrTx,
  { userId, now }: { userId: number; now: Date },
): Promise<Credit | null> {
  const { rows } = await db.execute<Credit>(sql`
    select c.id, c.membership_id as "membershipId", c.granted_cents::float8 as "grantedCents",
      (c.granted_cents - c.used_cents + coalesce((
        select sum(u.amount_cents - u.returned_cents) from membership_credit_uses u join orders o on o.id = u.order_id
        where u.credit_id = c.id and o.user_id = ${userId}::int and o.state = 'pending'), 0))::float8 as "leftCents",
      case when mine.is_renewing then c.ends_at else least(c.ends_at, mine.ends_at) end as "endsAt",
      least(c.ends_at, mine.access_ends) as "holdsUntil"
    from membership_credits c join (
      select m.id, m.ends_at, ${accessEnd} as access_ends,
        not m.is_canceling and m.price_id is not null and m.card_id is not null as is_renewing
      ${openMemberships(sql`${userId}::int`, sql`${now}::timestamptz`)}
    ) mine on mine.id = c.membership_id
    where c.starts_at <= ${now} and c.ends_at > ${now}
    order by 4 desc limit 1`);
  const [row] = rows;
  return row ? { ...row, endsAt: new Date(row.endsAt), holdsUntil: new Date(row.holdsUntil) } : null;
}

export type CreditUse = {
  orderId: number;
  isOwn: boolean;
  title: string;
  usedCents: number;
  returnedCents: number;
  state: string;
  usedAt: Date;
};

/** The latest first, with what was returned since. */
export async function listCreditUses(
  db: DbOrTx,
  { creditId, userId }: { creditId: number; userId: number },
): Promise<CreditUse[]> {
  const { rows } = await db.execute<CreditUse>(sql`
    select u.order_id as "orderId", o.user_id = ${userId}::int as "isOwn", o.state, u.created_at as "usedAt",
      u.amount_cents::float8 as "usedCents", u.returned_cents::float8 as "returnedCents",
      (select string_agg(p.title, ', ' order by p.id) from order_parts p
       where p.order_id = u.order_id and p.credit_cents > 0) as title
    from membership_credit_uses u join orders o on o.id = u.order_id
    where u.credit_id = ${creditId} and o.state not in ('cancelled', 'expired', 'failed')
    order by u.order_id desc limit 100`);
  return rows.map((row) => ({ ...row, usedAt: new Date(row.usedAt) }));
}

/** Part of the statement that creates an order (placeholders creditId, creditCents, createdAt). */
export const useCreditSql = sql`credited as (
      insert into membership_credit_uses (order_id, credit_id, amount_cents, created_at)
      select made.id, ${sql.placeholder('creditId')}::int, ${sql.placeholder('creditCents')}::bigint,
        ${sql.placeholder('createdAt')}::timestamptz
      from made where ${sql.placeholder('creditId')}::int is not null
    )`;

/** Half-years that begin from then on: a payment pays for them again, or took them back. */
export async function deleteCreditsFrom(
  tx: Tx,
  { userId, from }: { userId: number; from: Date },
): Promise<void> {
  await tx
    .delete(membershipCredits)
    .where(
      and(
        eq(membershipCredits.userId, userId),
        gte(membershipCredits.startsAt, from),
        eq(membershipCredits.usedCents, 0),
        sql`not exists (select 1 from membership_credit_uses u where u.credit_id = ${membershipCredits.id})`,
      ),
    );
}

/** The member's last half-year, if it isn't over by then. */
export async function lockLastCredit(
  tx: Tx,
  { userId, after }: { userId: number; after: Date },
): Promise<CreditRow | null> {
  const [row] = await tx
    .select()
    .from(membershipCredits)
    .where(and(eq(membershipCredits.userId, userId), gt(membershipCredits.endsAt, after)))
    .orderBy(desc(membershipCredits.startsAt))
    .limit(1)
    .for('update');
  return row ?? null;
}

export async function insertCredit(tx: Tx, values: typeof membershipCredits.$inferInsert): Promise<void> {
  await tx.insert(membershipCredits).values(values);
}

export async function updateCredit(
  tx: Tx,
  { id, ...set }: { id: number } & Partial<Omit<CreditRow, 'id' | 'usedCents'>>,
): Promise<void> {
  await tx.update(membershipCredits).set(set).where(eq(membershipCredits.id, id));
}

/** Of half-years that aren't over: what was used stays used. */
export async function dropUnusedCredit(
  tx: Tx,
  { membershipId, now }: { membershipId: number; now: Date },
): Promise<void> {
  await tx
    .update(membershipCredits)
    .set({ grantedCents: sql`${membershipCredits.usedCents}` })
    .where(and(eq(membershipCredits.membershipId, membershipId), gt(membershipCredits.endsAt, now)));
}

/** After a pause: what hadn't ended when it began ends later, and what hadn't begun begins later. */
export async function moveCredits(
  tx: Tx,
  { membershipId, pausedAt, seconds }: { membershipId: number; pausedAt: Date; seconds: number },
): Promise<void> {
  const shift = sql`make_interval(secs => ${seconds})`;
  await tx.execute(sql`
    update membership_credits set ends_at = ends_at + ${shift},
      starts_at = case when starts_at > ${pausedAt} then starts_at + ${shift} else starts_at end
    where membership_id = ${membershipId} and ends_at > ${pausedAt}`);
}

/** What completed refunds returned. A refund the bank sends back later leaves the credit with the member. */
export async function settleReturnedCredit(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.execute(sql`
    update membership_credit_uses u set returned_cents = back.cents
    from (select coalesce(sum(credit_cents), 0) as cents from refunds
      where order_id = ${orderId} and state = 'succeeded') back
    where u.order_id = ${orderId} and u.returned_cents < back.cents`);
}

/** When credit that paid for an order ends, or ended; null: none did. */
export async function findCreditEnd(db: DbOrTx, { orderId }: { orderId: number }): Promise<Date | null> {
  const { rows } = await db.execute<{ endsAt: Date }>(sql`
    select case when m.state = 'cancelled' then least(c.ends_at, m.ended_at)
      when m.is_canceling then least(c.ends_at, m.ends_at) else c.ends_at end as "endsAt"
    from membership_credit_uses u join membership_credits c on c.id = u.credit_id
      join memberships m on m.id = c.membership_id
    where u.order_id = ${orderId}`);
  return rows[0] ? new Date(rows[0].endsAt) : null;
}

export type CreditToRemind = { userId: number; leftCents: number; endsAt: Date };

/** What is open and ends soon, each returned once: the caller queues the emails in the same transaction. */
export async function claimCreditsToRemind(
  tx: Tx,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<CreditToRemind[]> {
  const end = sql`least(c.ends_at, case when m.is_canceling or m.price_id is null then m.ends_at end)`;
  const { rows } = await tx.execute<CreditToRemind>(sql`
    with due as (
      select c.id, ${end} as ends_at from membership_credits c join memberships m on m.id = c.membership_id
      where c.reminded_at is null and c.used_cents < c.granted_cents and c.starts_at <= ${now}
        and m.state in (${oneOf(OPEN_MEMBERSHIP_STATES)}) and ${end} > ${now} and ${end} <= ${before}
      order by c.id limit ${limit} for update of c skip locked
    )
    update membership_credits c set reminded_at = ${now} from due where c.id = due.id
    returning c.user_id as "userId", (c.granted_cents - c.used_cents)::float8 as "leftCents", due.ends_at as "endsAt"`);
  return rows.map((row) => ({ ...row, endsAt: new Date(row.endsAt) }));
}
