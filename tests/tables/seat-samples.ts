// Licences, seats and invitations for the access table.
import { randomUUID } from 'node:crypto';
import { hashToken, newToken } from '#server/platform/session.service.ts';
import type { TestContext } from '../server/test-database.ts';
import { membershipOf } from './membership-samples.ts';
import { idOf, strangerOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

/** Who the seats of these licences are offered to. */
export const SEAT_EMAIL = 'teacher@example.com';

/** Paid by the owner: three seats, one of them their own. */
async function licenceOf(ctx: TestContext, owner: Caller): Promise<number> {
  const id = await idOf(
    ctx,
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
  await ctx.pool.query('insert into seats (line_id, position) values ($1, 2), ($1, 3)', [id]);
  return id;
}

const aLicence: MakeObject = licenceOf;

async function offered(ctx: TestContext, owner: Caller, email: string) {
  const token = newToken();
  const id = await idOf(
    ctx,
    `update seats set state = 'invited', email = $2, key_hash = $3, invited_at = now()
     where line_id = $1 and position = 2 returning id`,
    [await licenceOf(ctx, owner), email, hashToken(token)],
  );
  return { id, key: `${id}-${token}` };
}

/** Of the owner's licence, waiting for an answer. */
const aSeat: MakeObject = async (ctx, owner) => (await offered(ctx, owner, SEAT_EMAIL)).id;

/** The owner's seat in someone else's licence. */
const aSeatHeld: MakeObject = async (ctx, owner) => {
  const { id } = await offered(ctx, await strangerOf(ctx), SEAT_EMAIL);
  await ctx.pool.query(
    `update seats set state = 'held', key_hash = null, holder_id = $2, held_at = now(), tenure = 1 where id = $1`,
    [id, owner.id],
  );
  return id;
};

/** To the owner's address, for a seat of someone else's licence. */
const anInvitation: MakeObject = async (ctx, owner) =>
  (await offered(ctx, await strangerOf(ctx), owner.email)).key;

const aMembershipSeat: MakeObject = (ctx, owner) => seatIn(ctx, owner, null);

const aMembershipSeatHeld: MakeObject = async (ctx, owner) => seatIn(ctx, await strangerOf(ctx), owner.id);

/** Of a membership: waiting for an answer, or held by someone. */
async function seatIn(ctx: TestContext, member: Caller, holderId: number | null): Promise<number> {
  return idOf(
    ctx,
    `insert into membership_seats (membership_id, user_id, email, key_hash, created_at, held_at)
     values ($1, $2, $3, $4, now(), case when $2::int is not null then now() end) returning id`,
    [await membershipOf(ctx, member), holderId, SEAT_EMAIL, holderId === null ? hashToken(newToken()) : null],
  );
}

export const SEAT_OBJECTS: Objects = [
  ['/api/licences/', aLicence],
  ['/api/seats/:id/return', aSeatHeld],
  ['/api/seats/', aSeat],
  ['/api/subscription/seats/:id/return', aMembershipSeatHeld],
  ['/api/subscription/seats/', aMembershipSeat],
  ['/api/seat-invitations/', anInvitation],
];
