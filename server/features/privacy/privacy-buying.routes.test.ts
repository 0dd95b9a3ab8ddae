// Personal data from buying: exported, and erased with the account except for what the ledger needs.
import { expect, it } from 'vitest';
import {
  createBundle,
  createCoupon,
  createCourse,
  createResource,
  createSeller,
} from '#server/seed/factories.ts';
import { deleteAccount, exportAccount } from '#shared/features/privacy/privacy.contract.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';

const { ctx, call } = await testApp();

let place = 0;
const as = (person: Caller) => ({ headers: { cookie: person.cookie }, from: `10.11.0.${++place}` });
const remove = (person: Caller) => call(deleteAccount, { ...as(person), body: { password: PASSWORD } });
const rowsOf = async (sql: string, ...values: unknown[]) =>
  (await ctx.pool.query<Record<string, unknown>>(sql, values)).rows;

/** A paid order of one resource, of an account or of a guest with this address. */
async function bought(itemId: number, { userId, email }: { userId: number | null; email: string }) {
  const buyer = userId === null ? `e${email}` : `u${userId}`;
  const [made] = await rowsOf(
    `with placed as (
       insert into orders (user_id, email, name, zip, city, region, state, subtotal_cents, total_cents, is_from_cart,
         fingerprint, created_at, expires_at, paid_at)
       values ($1, $2, 'Ida Quist', '10001', 'New York', 'NY', 'paid', 1200, 1200, true, 'x', now(), now(), now()) returning id
     ), line as (
       insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents, quantity,
         amount_cents, buyer, is_live)
       select id, 0, 'resource', $3, 'Pliés', 'resource', 'Barre', 1200, 1, 1200, $4, true from placed returning id, order_id
     ), keyed as (
       insert into order_keys (key_hash, order_id, created_at)
       select decode(md5(id::text), 'hex'), id, now() from placed
     ), kept as (
       insert into idempotency_keys (scope, key, body_hash, status, answer, order_id, claimed_until, created_at)
       select 'simple-checkout guest', 'key-' || id, 'h', 200, '{"key": "secret"}', id, now(), now() from placed
     )
     insert into order_parts (order_id, line_id, item_type, item_id, title, seller_id, amount_cents, fee_cents)
     select order_id, id, 'resource', $3, 'Pliés', (select seller_id from resources where id = $3), 1200, 180 from line
     returning order_id as id`,
    userId,
    email,
    itemId,
    buyer,
  );
  return Number(made?.['id']);
}

async function scene() {
  const buyer = await newcomer(ctx);
  const resource = await createResource(ctx.db, { title: 'Pliés' });
  const other = await createResource(ctx.db);
  const course = await createCourse(ctx.db, { title: 'Teaching turns' });
  const own = await bought(resource.id, { userId: buyer.id, email: buyer.email });
  const asGuest = await bought(other.id, { userId: null, email: buyer.email.toUpperCase() });
  const strangers = await bought(resource.id, { userId: null, email: `other-${buyer.email}` });
  await ctx.pool.query(
    `insert into cart_items (user_id, item_type, item_id, seen_price_cents, created_at) values ($1, 'course', $2, 4900, now())`,
    [buyer.id, course.id],
  );
  await ctx.pool.query(
    `insert into cart_merges (user_id, key, merged, created_at) values ($1, 'guest-key-1', 2, now())`,
    [buyer.id],
  );
  await ctx.pool.query(`insert into cart_reminders (user_id) values ($1)`, [buyer.id]);
  await ctx.pool.query(`insert into enrollments (user_id, course_id, created_at) values ($1, $2, now())`, [
    buyer.id,
    course.id,
  ]);
  return { buyer, resource, course, own, asGuest, strangers };
}

it("exports the buyer's cart and orders, including guest orders with the same address", async () => {
  const { buyer, course } = await scene();
  const answer = await call(exportAccount, as(buyer));
  expect(answer.json()).toMatchObject({
    cart: [{ itemType: 'course', itemId: course.id, quantity: 1 }],
    guestCarts: [{ merged: 2 }],
    enrolments: [{ title: 'Teaching turns', state: 'active' }],
    orders: [
      {
        name: 'Ida Quist',
        zip: '10001',
        totalCents: 1200,
        lines: [{ title: 'Pliés', quantity: 1, amountCents: 1200 }],
      },
      { email: buyer.email.toUpperCase(), lines: [{ title: 'Pliés' }] },
    ],
    sales: [],
    bundles: [],
    cartReminders: [{ remindedAt: null }],
  });
  expect(answer.json().orders).toHaveLength(2);
  expect(answer.body).not.toMatch(/other-|secret|guest-key-1/);
});

it('keeps the ledger and removes the name when the buyer deletes their account', async () => {
  const { buyer, own, asGuest, strangers } = await scene();
  expect((await remove(buyer)).statusCode).toBe(204);
  const left = await rowsOf(
    `select o.id, o.user_id, o.email, o.name, o.zip, o.city, o.region, o.state, o.total_cents::int as total, l.title, l.buyer,
       l.amount_cents::int as amount, (select count(*)::int from order_keys k where k.order_id = o.id) as keys,
       (select count(*)::int from idempotency_keys k where k.order_id = o.id) as answers
     from orders o join order_lines l on l.order_id = o.id where o.id = any($1) order by o.id`,
    [own, asGuest, strangers],
  );
  const nobody = { email: `deleted-${buyer.id}@invalid`, name: '', zip: null, city: null, region: null };
  const kept = { state: 'paid', total: 1200, amount: 1200 };
  expect(left).toMatchObject([
    { ...nobody, ...kept, id: own, user_id: buyer.id, buyer: `u${buyer.id}`, keys: 0, answers: 0 },
    {
      ...nobody,
      ...kept,
      id: asGuest,
      user_id: null,
      buyer: expect.stringMatching(/^gone-\d+$/),
      keys: 0,
      answers: 0,
    },
    { ...kept, id: strangers, name: 'Ida Quist', email: `other-${buyer.email}`, keys: 1, answers: 1 },
  ]);
  expect(await rowsOf('select 1 from cart_items where user_id = $1', buyer.id)).toEqual([]);
  expect(await rowsOf('select 1 from cart_merges where user_id = $1', buyer.id)).toEqual([]);
  expect(await rowsOf('select 1 from cart_reminders where user_id = $1', buyer.id)).toEqual([]);
  expect(await rowsOf('select state from enrollments where user_id = $1', buyer.id)).toEqual([
    { state: 'ended' },
  ]);
});

it('leaves guest orders alone while the address is unconfirmed', async () => {
  const { buyer, asGuest } = await scene();
  await ctx.pool.query('update users set email_verified_at = null where id = $1', [buyer.id]);
  expect((await call(exportAccount, as(buyer))).json().orders).toHaveLength(1);
  expect((await remove(buyer)).statusCode).toBe(204);
  expect(await rowsOf('select name from orders where id = $1', asGuest)).toEqual([{ name: 'Ida Quist' }]);
});

it("exports a seller's sales without buyers; deleting the account archives bundles and deletes drafts", async () => {
  const seller = await newcomer(ctx, ['seller']);
  const buyer = await newcomer(ctx);
  await createSeller(ctx.db, { userId: seller.id });
  const resource = await createResource(ctx.db, { sellerId: seller.id, title: 'Pliés' });
  await bought(resource.id, { userId: buyer.id, email: buyer.email });
  const onSale = await createBundle(ctx.db, { sellerId: seller.id, description: 'My own words.' });
  await createBundle(ctx.db, { sellerId: seller.id, state: 'draft', publishedAt: null });
  const file = await call(exportAccount, as(seller));
  expect(file.json()).toMatchObject({
    sales: [{ title: 'Pliés', amountCents: 1200, feeCents: 180 }],
    bundles: [{ id: onSale.id, description: 'My own words.' }, { state: 'draft' }],
  });
  expect(file.body).not.toContain(buyer.username);
  expect((await remove(seller)).statusCode).toBe(204);
  expect(await rowsOf('select id, state, description from bundles where seller_id = $1', seller.id)).toEqual([
    { id: onSale.id, state: 'archived', description: '' },
  ]);
  expect(
    await rowsOf('select amount_cents::int as cents from order_parts where seller_id = $1', seller.id),
  ).toEqual([{ cents: 1200 }]);
});

it('keeps a used coupon used, but without the user', async () => {
  const { buyer, asGuest, strangers } = await scene();
  const { id } = await createCoupon(ctx.db, { code: `GONE-${buyer.id}`, useCount: 2 });
  for (const orderId of [asGuest, strangers]) {
    await ctx.pool.query(
      `insert into coupon_uses (coupon_id, order_id, buyer, use_number, is_first_order, discount_cents, state, created_at)
       select $1, o.id, 'e' || lower(o.email), 0, false, 100, 'used', now() from orders o where o.id = $2`,
      [id, orderId],
    );
  }
  expect((await remove(buyer)).statusCode).toBe(204);
  const uses = await rowsOf('select buyer from coupon_uses where coupon_id = $1 order by id', id);
  expect(uses).toEqual([{ buyer: expect.stringMatching(/^gone-\d+$/) }, { buyer: `eother-${buyer.email}` }]);
});
