// SQL over what a user paid for and loses with the account. The tables belong to other features.
import { sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';

/** Courses and resources that an order or a studio’s seat opens today; the courses by title. */
export async function findPaidItems(db: DbOrTx, { userId, now }: { userId: number; now: Date }) {
  const { rows } = await db.execute<{ courses: string[]; resources: number }>(sql`
    with paid as (
      select distinct item_type, item_id from entitlements
      where user_id = ${userId} and state = 'active' and cause in ('order_line', 'seat')
        and (ends_at is null or ends_at > ${now}))
    select count(*) filter (where item_type = 'resource')::int as resources,
      coalesce((select json_agg(c.title order by c.title) from paid p join courses c on c.id = p.item_id
        where p.item_type = 'course'), '[]') as courses
    from paid`);
  return rows[0] ?? { courses: [], resources: 0 };
}

/**
 * Seats of the user’s own studio licences that nobody holds: nobody could assign them anymore. And those that colleagues
 * hold in the user’s membership, which ends.
 */
export async function countLostSeats(db: DbOrTx, { userId }: { userId: number }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select (select count(*) from seats s join order_lines l on l.id = s.line_id join orders o on o.id = l.order_id
        where o.user_id = ${userId} and l.is_live and s.state in ('free', 'invited'))::int
      + (select count(*) from membership_seats s join memberships m on m.id = s.membership_id
        where m.user_id = ${userId} and m.ended_at is null and s.ended_at is null
          and s.user_id is distinct from ${userId})::int as count`);
  return rows[0]?.count ?? 0;
}
