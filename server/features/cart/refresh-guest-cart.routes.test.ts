// Pricing one thing past the cart, as buying it now does.
import { expect, it } from 'vitest';
import { createEntitlement } from '#server/seed/factories.ts';
import { getCart, refreshCart, type PricedCartItem } from '#shared/features/cart/cart.contract.ts';
import { someBuyer, somethingFor } from '../../../tests/server/checkout-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;

it('names its price to whoever asks, says what stands in the way, and leaves the cart alone', async () => {
  const { buyer, thing: inCart } = await someBuyer(app);
  const thing = await somethingFor(ctx, 1800);
  await ctx.pool.query('update resources set price_cents = 3000 where id = $1', [inCart.id]);
  const price = async (item: object, who: object) => {
    const answer = await call(refreshCart, { body: { items: [item] }, ...who });
    const body = answer.json<PricedCartItem[] | { items: PricedCartItem[] }>();
    return (Array.isArray(body) ? body : body.items)[0];
  };
  expect(await price({ ...thing.item, quantity: 3 }, buyer)).toMatchObject({
    itemId: thing.id,
    price: '18.00',
    quantity: 3,
    details: { notice: null, href: `/curriculum/${thing.id}` },
  });
  expect(await price(thing.item, {})).toMatchObject({ price: '18.00', details: { notice: null } });
  expect(await price(thing.item, thing.seller)).toMatchObject({ details: { notice: 'own' } });
  await createEntitlement(ctx.db, { userId: buyer.id, itemType: 'resource', itemId: thing.id });
  expect(await price(thing.item, buyer)).toMatchObject({ details: { notice: 'owned' } });
  expect(await price({ ...thing.item, itemId: 2_000_000_000 }, buyer)).toMatchObject({
    title: 'No longer on sale',
    details: { notice: 'withdrawn' },
  });

  const cart = (await call(getCart, buyer)).json();
  expect(cart).toMatchObject([
    { itemId: inCart.id, details: { notice: 'repriced', previousPrice: '24.00' } },
  ]);
});
