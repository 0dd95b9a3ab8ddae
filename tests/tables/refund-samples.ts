// Refund requests for the access table.
import { randomUUID } from 'node:crypto';
import { simpleCheckout } from '#server/features/checkout/pay-checkout.service.ts';
import { createResource } from '#server/seed/factories.ts';
import { MARA } from '../server/checkout-tools.ts';
import { VISA } from '../server/membership-tools.ts';
import type { TestContext } from '../server/test-database.ts';
import { idOf, strangerOf, viewerOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

/** For an order of the buyer with an item of that seller; null: the platform's. */
async function asked(
  ctx: TestContext,
  buyer: Pick<Caller, 'id' | 'email'>,
  sellerId: number | null,
): Promise<number> {
  return idOf(
    ctx,
    `with made as (
       insert into orders (user_id, email, name, state, subtotal_cents, total_cents, is_from_cart, fingerprint,
         created_at, expires_at, paid_at)
       values ($1, $2, 'Ann', 'paid', 1200, 1200, false, $3, now(), now(), now()) returning id
     ), lines as (
       insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents,
         quantity, amount_cents, buyer, is_live)
       select id, 0, 'resource', 2000000000, 'A plan', 'resource', 'A seller', 1200, 1, 1200, $3, true from made
       returning id, order_id
     ), parts as (
       insert into order_parts (order_id, line_id, item_type, item_id, title, seller_id, amount_cents, fee_cents)
       select order_id, id, 'resource', 2000000000, 'A plan', $4::int, 1200, 1200 from lines
     )
     insert into refund_requests (order_id, reason, created_at) select id, 'The wrong level.', now() from made
     returning id`,
    [buyer.id, buyer.email, randomUUID(), sellerId],
  );
}

const aRequest: MakeObject = (ctx, owner) => asked(ctx, owner, null);

/** By someone else, about the owner's item. */
const aRequestToSeller: MakeObject = async (ctx, owner) => asked(ctx, await strangerOf(ctx), owner.id);

/** Bought by the owner, then again with their address; the line of the second purchase. */
const aDoublePurchase: MakeObject = async (ctx, owner) => {
  const { id: itemId } = await createResource(ctx.db);
  const items = [{ itemType: 'resource' as const, itemId, quantity: 1 }];
  const body = {
    ...MARA,
    country: 'US',
    email: owner.email,
    items,
    card: { ...VISA, number: '4242424242424242' },
  };
  const from = { headerKey: undefined, network: '127.0.0.1' };
  await simpleCheckout(ctx, owner.cookie ? await viewerOf(ctx, owner) : null, body, from);
  const { orderId } = await simpleCheckout(ctx, null, body, from);
  return idOf(ctx, 'select id from order_lines where order_id = $1', [orderId]);
};

export const REFUND_OBJECTS: Objects = [
  ['/api/purchases/doubles/', aDoublePurchase],
  ['/api/refund-requests/', aRequest],
  ['/api/admin/refund-requests/', aRequest],
  ['/api/seller/refund-requests/', aRequestToSeller],
];
