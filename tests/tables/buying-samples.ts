// Samples of carts, checkouts and orders for the access table: `own` is in the caller's cart, or ordered by them.
import { startCheckout } from '#server/features/checkout/checkout.service.ts';
import { simpleCheckout } from '#server/features/checkout/pay-checkout.service.ts';
import { createCoupon, createResource } from '#server/seed/factories.ts';
import { MARA } from '../server/checkout-tools.ts';
import { VISA } from '../server/membership-tools.ts';
import { openBankAccount, sell } from '../server/payout-tools.ts';
import type { TestContext } from '../server/test-database.ts';
import { asSeller, idOf, sellerFor, strangerOf, viewerOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

const ADDRESS = { name: MARA.name, zip: MARA.zip, country: 'US' };
const CARD = { ...VISA, number: '4242424242424242' };

/** On sale at 12.00. */
const itemToBuy = async (ctx: TestContext) => ({
  itemType: 'resource' as const,
  itemId: (await createResource(ctx.db)).id,
});

const anItem: MakeObject = async (ctx) => ({ body: await itemToBuy(ctx) });

const someItems: MakeObject = async (ctx) => ({ body: { items: [await itemToBuy(ctx)] } });

const anItemToOrder: MakeObject = async (ctx) => ({
  body: { item: await itemToBuy(ctx), address: ADDRESS },
});

const aCouponToTry: MakeObject = async (ctx) => {
  const items = [await itemToBuy(ctx)];
  const code = `T${items[0]?.itemId}`;
  await createCoupon(ctx.db, { code });
  return { body: { code, items } };
};

const aCartReminder: MakeObject = async (ctx, owner) => {
  const { rows } = await ctx.pool.query<{ key: string }>(
    'insert into cart_reminders (user_id, off_key) values ($1, gen_random_uuid()) returning off_key as key',
    [owner.id],
  );
  return { body: { key: rows[0]?.key } };
};

/** An order of theirs that waits for a card. */
async function pendingOrder(ctx: TestContext, owner: Caller) {
  const body = { item: { ...(await itemToBuy(ctx)), quantity: 1 }, address: ADDRESS };
  return startCheckout(ctx, await viewerOf(ctx, owner), body, undefined);
}

const aPendingOrder: MakeObject = async (ctx, owner) => ({
  body: { orderId: (await pendingOrder(ctx, owner)).orderId },
});

const aWaitingPayment: MakeObject = async (ctx, owner) => {
  const { clientSecret } = await pendingOrder(ctx, owner);
  return { body: { clientSecret, answer: undefined, card: CARD } };
};

/** In the owner's cart; which item does not matter. */
const aCartLine: MakeObject = async (ctx, owner) =>
  idOf(
    ctx,
    `insert into cart_items (user_id, item_type, item_id, seen_price_cents, created_at)
     values ($1, 'resource', 2000000000, 1200, now()) returning id`,
    [owner.id],
  );

/** Paid by the owner; which item does not matter. */
const anOrder: MakeObject = async (ctx, owner) =>
  idOf(
    ctx,
    `with made as (
       insert into orders (user_id, email, name, state, subtotal_cents, total_cents, is_from_cart, fingerprint,
         created_at, expires_at, paid_at)
       values ($1, $2, 'Ann', 'paid', 1200, 1200, false, 'x', now(), now(), now()) returning id
     ), lines as (
       insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents,
         quantity, amount_cents, buyer)
       select id, 0, 'resource', 2000000000, 'A plan', 'resource', 'A seller', 1200, 1, 1200, 'u' || $1 from made
       returning id, order_id
     ), parts as (
       insert into order_parts (order_id, line_id, item_type, item_id, title, amount_cents, fee_cents)
       select order_id, id, 'resource', 2000000000, 'A plan', 1200, 1200 from lines
     ) select id from made`,
    [owner.id, owner.email],
  );

/** Paid through the gateway, so that it can be paid back. */
const aChargedOrder: MakeObject = async (ctx, owner) => {
  const items = [{ ...(await itemToBuy(ctx)), quantity: 1 }];
  const body = { ...ADDRESS, email: MARA.email, items, card: CARD };
  const from = { headerKey: undefined, network: '127.0.0.1' };
  return (await simpleCheckout(ctx, await viewerOf(ctx, owner), body, from)).orderId;
};

const aGrant: MakeObject = async (ctx, owner) =>
  idOf(
    ctx,
    `insert into grants (user_id, item_type, item_id, kind, reason, created_at)
     values ($1, 'resource', 2000000000, 'comp', 'A present.', now()) returning id`,
    [owner.id],
  );

const aPresent: MakeObject = async (ctx) => ({
  body: { userId: (await strangerOf(ctx)).id, item: await itemToBuy(ctx) },
});

const aPaymentProblem: MakeObject = async (ctx) =>
  idOf(
    ctx,
    `insert into payment_problems (kind, gateway, gateway_id, detail, created_at)
     values ('wrong_amount', 'sandbox', 'pi_' || gen_random_uuid(), 'Another amount.', now()) returning id`,
    [],
  );

/** Of the caller, if they sell. */
const aBankAccount: MakeObject = async (ctx, owner) => {
  await openBankAccount(ctx, await sellerFor(ctx, owner));
  return {};
};

/** For a sale of last month. */
const aFailedPayout: MakeObject = async (ctx, owner) => {
  const sellerId = await asSeller(ctx, owner);
  const { partId, shareCents } = await sell(ctx, { sellerId, priceCents: 1200 }, 30);
  const id = await idOf(
    ctx,
    `with run as (insert into payout_runs (started_at) values ($3) returning id),
     payout as (
       insert into payouts (run_id, seller_id, amount_cents, currency, gateway, account_id, created_at)
       select id, $1, $2, 'USD', 'sandbox', 'acct_closed', $3 from run returning id
     )
     update earnings set payout_id = payout.id, state = 'processing' from payout where part_id = $4 returning payout.id`,
    [sellerId, shareCents, ctx.clock.now(), partId],
  );
  await ctx.pool.query(
    `with freed as (update earnings set payout_id = null, state = 'waiting' where payout_id = $1)
     update payouts set state = 'failed', failure = 'This account is closed.', ended_at = now() where id = $1`,
    [id],
  );
  return id;
};

const aZip: MakeObject = async () => '10001';

/** Everybody's is the same. */
const aYear: MakeObject = async () => ({});

const aMonth: MakeObject = async () => ({ query: { month: '2026-10' } });

export const BUYING_OBJECTS: Objects = [
  ['POST /api/cart', anItem],
  ['POST /api/cart/coupon', aCouponToTry],
  ['POST /api/cart-reminders/off', aCartReminder],
  ['/api/cart/', aCartLine],
  ['POST /api/checkout', anItemToOrder],
  ['POST /api/checkout/sums', someItems],
  ['POST /api/checkout/confirm', aPendingOrder],
  ['POST /api/checkout/cancel', aPendingOrder],
  ['POST /api/checkout/pay', aPendingOrder],
  ['POST /api/sandbox/confirm', aWaitingPayment],
  ['POST /api/simple-checkout', someItems],
  ['/api/orders/', anOrder],
  ['POST /api/admin/orders/:id/refunds', aChargedOrder],
  ['POST /api/admin/orders/:id/sandbox-dispute', aChargedOrder],
  ['/api/admin/orders/', anOrder],
  ['POST /api/admin/grants', aPresent],
  ['/api/admin/grants/', aGrant],
  ['/api/admin/payments/set-aside/', aPaymentProblem],
  ['POST /api/stripe-connect/test-bank', aBankAccount],
  ['/api/admin/payouts/', aFailedPayout],
  ['/api/seller/payments/years/', aYear],
  ['GET /api/admin/ledger/entries.csv', aMonth],
  ['GET /api/admin/ledger/sellers.csv', aMonth],
  ['/api/zipcode-lookup/', aZip],
];
