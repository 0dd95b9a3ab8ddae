// Many members at once, in a few statements: each with a card that pays, on one plan, with the same period.
import type pg from 'pg';

type Given = {
  count: number;
  /** Of everyone's address: p-1@many.example and so on. */
  domain: string;
  startsAt: Date;
  endsAt: Date;
  /** How many of them a renewal run finds; the others are looked at a month later. */
  due?: number;
};

/** Sandbox only. Returns the plan. */
export async function insertManyMembers(
  db: Pick<pg.Pool, 'query'>,
  { count, domain, startsAt, endsAt, due = count }: Given,
): Promise<{ planId: number }> {
  const { rows } = await db.query<{ id: number }>(
    `insert into plans (name, state, position, created_at, updated_at) values ($1, 'published', 900, $2, $2) returning id`,
    [`Plan of ${domain}`, startsAt],
  );
  const planId = rows[0]?.id ?? 0;
  const price = await db.query<{ id: number }>(
    `insert into plan_prices (plan_id, period, amount_cents, created_at) values ($1, 'month', 1900, $2) returning id`,
    [planId, startsAt],
  );
  const at = [domain, startsAt];
  await db.query(
    `insert into users (username, username_key, email, email_key, email_verified_at, first_name, last_name,
       password_hash, created_at)
     select name, name, name || '@' || $2, name || '@' || $2, $3, 'Mara', 'Okafor', 'none', $3
     from (select 'p-' || n || '-' || $2 as name from generate_series(1, $1::int) n) named`,
    [count, ...at],
  );
  await db.query(
    `insert into gateway_customers (user_id, gateway, customer_id, created_at)
     select id, 'sandbox', 'cus_many_' || id, $2 from users where email like '%@' || $1`,
    at,
  );
  await db.query(
    `insert into sandbox_cards (id, idempotency_key, customer_id, behavior, last_four, exp_month, exp_year, created_at)
     select 'pm_many_' || id, 'many-' || id, 'cus_many_' || id, 'pays', '4242', 4, 2090, $2
     from users where email like '%@' || $1`,
    at,
  );
  await db.query(
    `insert into saved_cards (user_id, gateway, method_id, brand, last_four, exp_month, exp_year, created_at)
     select id, 'sandbox', 'pm_many_' || id, 'Visa', '4242', 4, 2090, $2 from users where email like '%@' || $1`,
    at,
  );
  await db.query(
    `insert into memberships (user_id, plan_id, price_id, period, state, starts_at, ends_at, anchor_at, card_id, name,
       country, next_action_at, created_at)
     select u.id, $3, $4, 'month', 'active', $2::timestamptz, $5::timestamptz, $2, c.id, 'Mara Okafor', 'US',
       case when row_number() over (order by u.id) <= $6 then $5::timestamptz else $5::timestamptz + interval '1 month' end, $2
     from users u join saved_cards c on c.user_id = u.id where u.email like '%@' || $1`,
    [...at, planId, price.rows[0]?.id, endsAt, due],
  );
  await db.query(
    `insert into membership_seats (membership_id, user_id, created_at)
     select id, user_id, created_at from memberships where plan_id = $1`,
    [planId],
  );
  return { planId };
}
