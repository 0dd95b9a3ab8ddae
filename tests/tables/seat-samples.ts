// Licences, seats and invitations for the access table.
import { randomUUID } from 'node:crypto';
import { hashToken, newToken } from '#server/platform/session.service.ts';
import { createPerson } from '#server/seed/factories.ts';
import type { TestContext } from '../server/test-database.ts';
import type { Caller, MakeObject } from './sample-types.ts';

/** Who the seats of these licences are offered to. */
export const SEAT_EMAIL = 'teacher@example.com';

/** Paid by the owner: three seats, one of them their own. */
const aLicence: MakeObject = async (ctx, owner) => {
  const made = await ctx.pool.query<{ id: number }>(
    `with made as (
       insert into orders (user_id, email, name, state, subtotal_cents, total_cents, is_from_cart, fingerprint,
         created_at, expires_at, paid_at)
       values ($1, $2, 'Ann', 'paid', 3600, 3600, false, $3, now(), now(), now()) returning id
     ), lines as (
       insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents,
         quantity, amount_cents, buyer, is_live)
       select id, 0, 'resource', 2000000000, 'A plan', 'resource', 'A seller', 1200, 3, 3600, 'u' || $1, true from made
       returning id, order_id
     ), parts as (
       insert into order_parts (order_id, line_id, item_type, item_id, title, amount_cents, fee_cents)
       select order_id, id, 'resource', 2000000000, 'A plan', 3600, 3600 from lines
     ) select id from lines`,
    [owner.id, owner.email, randomUUID()],
  );
  const id = made.rows[0]?.id ?? 0;
  await ctx.pool.query('insert into seats (line_id, position) values ($1, 2), ($1, 3)', [id]);
  return id;
};

async function offered(ctx: TestContext, owner: Caller, email: string) {
  const token = newToken();
  const made = await ctx.pool.query<{ id: number }>(
    `update seats set state = 'invited', email = $2, key_hash = $3, invited_at = now()
     where line_id = $1 and position = 2 returning id`,
    [await aLicence(ctx, owner), email, hashToken(token)],
  );
  const id = made.rows[0]?.id ?? 0;
  return { id, key: `${id}-${token}` };
}

/** Of the owner's licence, waiting for an answer. */
const aSeat: MakeObject = async (ctx, owner) => (await offered(ctx, owner, SEAT_EMAIL)).id;

/** The owner's seat in someone else's licence. */
const aSeatHeld: MakeObject = async (ctx, owner) => {
  const id = await aSeat(ctx, await strangerOf(ctx));
  await ctx.pool.query(
    `update seats set state = 'held', key_hash = null, holder_id = $2, held_at = now(), tenure = 1 where id = $1`,
    [id, owner.id],
  );
  return id;
};

/** To the owner's address, for a seat of someone else's licence. */
const anInvitation: MakeObject = async (ctx, owner) =>
  (await offered(ctx, await strangerOf(ctx), owner.email)).key;

async function strangerOf(ctx: TestContext): Promise<Caller> {
  const person = await createPerson(ctx.db, { username: `b-${randomUUID().slice(0, 18)}` });
  if (!person) throw new Error('That username is taken.');
  return { ...person, cookie: '' };
}

/** Of the owner's membership, waiting for an answer; or another's, held by someone. */
async function inMembership(ctx: TestContext, owner: Caller, holderId: number | null): Promise<number> {
  const made = await ctx.pool.query<{ id: number }>(
    `with plan as (
       insert into plans (name, state, position, seats, created_at, updated_at)
       values ($2, 'retired', 1, 5, now(), now()) returning id
     ), made as (
       insert into memberships (user_id, plan_id, period, source, state, starts_at, ends_at, anchor_at, name, created_at)
       select $1, id, 'year', 'staff', 'active', now(), now() + interval '1 year', now(), 'Ann', now() from plan
       returning id
     ) select id from made`,
    [owner.id, `Plan ${randomUUID()}`],
  );
  const seat = await ctx.pool.query<{ id: number }>(
    `insert into membership_seats (membership_id, user_id, email, key_hash, created_at, held_at)
     values ($1, $2, $3, $4, now(), case when $2::int is not null then now() end) returning id`,
    [made.rows[0]?.id, holderId, SEAT_EMAIL, holderId === null ? hashToken(newToken()) : null],
  );
  return seat.rows[0]?.id ?? 0;
}

const aMembershipSeat: MakeObject = (ctx, owner) => inMembership(ctx, owner, null);

const aMembershipSeatHeld: MakeObject = async (ctx, owner) =>
  inMembership(ctx, await strangerOf(ctx), owner.id);

export const SEAT_OBJECTS: [prefix: string, make: MakeObject][] = [
  ['/api/licences/', aLicence],
  ['/api/seats/:id/return', aSeatHeld],
  ['/api/seats/', aSeat],
  ['/api/subscription/seats/:id/return', aMembershipSeatHeld],
  ['/api/subscription/seats/', aMembershipSeat],
  ['/api/seat-invitations/', anInvitation],
];
