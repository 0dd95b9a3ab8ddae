// Pricing a single item without the cart, for “Buy now”, the notices of courses in the cart, and what adding costs.
import { expect, it } from 'vitest';
import { createBundle, createCourse, createEntitlement, createResource } from '#server/seed/factories.ts';
import { addToCart, getCart, refreshCart, type PricedCartItem } from '#shared/features/cart/cart.contract.ts';
import { someBuyer, somethingFor, statementsOf } from '../../../tests/server/checkout-tools.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;

it("prices a guest's items, reports what can't be bought, and leaves the cart unchanged", async () => {
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

it('says what to finish before the lessons open: what comes with it, what is in the cart, what is for sale', async () => {
  const me = await someone(ctx);
  const [start, basics, jumps, partnering] = [
    await createCourse(ctx.db, { title: 'A start', priceCents: 0 }),
    await createCourse(ctx.db, { title: 'Basics', kind: 'certification', priceCents: 5000 }),
    await createCourse(ctx.db, { title: 'Jumps', priceCents: 7000 }),
    await createCourse(ctx.db),
  ];
  await ctx.pool.query(
    'insert into course_prerequisites (course_id, requires_id) values ($1, $2), ($1, $3), ($2, $4)',
    [partnering.id, basics.id, jumps.id, start.id],
  );
  const add = (itemId: number, who: object = me) =>
    call(addToCart, { body: { itemType: 'course', itemId }, ...who });
  const line = async () =>
    (await call(getCart, me)).json<PricedCartItem[]>().find(({ itemId }) => itemId === partnering.id);
  const needed = async () =>
    (await line())?.details.prerequisites.map(({ title, standing }) => [title, standing]);
  expect((await add(partnering.id)).json()).toMatchObject({ item: { details: { notice: null } } });
  expect(await line()).toMatchObject({
    details: {
      notice: null,
      prerequisites: [
        { id: start.id, title: 'A start', kind: 'course', price: '0.00', standing: 'free' },
        { id: basics.id, title: 'Basics', kind: 'certification', price: '50.00', standing: 'for-sale' },
        { id: jumps.id, title: 'Jumps', kind: 'course', price: '70.00', standing: 'for-sale' },
      ],
    },
  });
  await add(jumps.id);
  const all = [
    ['A start', 'free'],
    ['Basics', 'for-sale'],
  ];
  expect(await needed()).toEqual([...all, ['Jumps', 'in-cart']]);
  expect((await add(partnering.id, {})).json()).toMatchObject({
    isGuest: true,
    item: { details: { notice: null, prerequisites: [{ standing: 'free' }, {}, {}] } },
  });
  await createEntitlement(ctx.db, { userId: me.id, itemType: 'course', itemId: start.id });
  await ctx.pool.query(
    `insert into course_progress (user_id, course_id, started_at, last_seen_at, completed_at)
     values ($1, $2, now(), now(), now())`,
    [me.id, jumps.id],
  );
  expect(await needed()).toEqual([
    ['A start', 'owned'],
    ['Basics', 'for-sale'],
  ]);
  await ctx.pool.query(`update courses set state = 'archived' where id = $1`, [basics.id]);
  expect(await needed()).toEqual([]);
});

it('adds with four statements; the last writes the line and the event for other tabs', async () => {
  const me = await someone(ctx);
  const { id } = await createResource(ctx.db);
  const adding = () => call(addToCart, { body: { itemType: 'resource', itemId: id, quantity: 1 }, ...me });
  // The first request of a day also notes that they were there.
  await call(getCart, me);
  expect(await statementsOf(adding)).toEqual([
    'viewer_by_token',
    'rate_limits:rlflx-upsert',
    'priced_resources_one',
    'cart_items_added',
  ]);
});

it('says what a line gives, so that guests learn before paying that a course needs an account', async () => {
  const { id: itemId } = await createCourse(ctx.db, { priceCents: 5000 });
  const resource = await createResource(ctx.db, { priceCents: 2000 });
  const items = [
    { itemType: 'resource' as const, itemId: resource.id },
    { itemType: 'course' as const, itemId },
  ];
  const bundle = await createBundle(ctx.db, { priceCents: 4000, sellerId: null, items });
  const givesOf = async (body: object) => {
    const answer = await call(addToCart, { body });
    return answer.json<{ item: PricedCartItem }>().item.details.gives;
  };
  expect(await givesOf({ itemType: 'course', itemId })).toEqual(['course']);
  expect(await givesOf({ itemType: 'resource', itemId: resource.id })).toEqual(['resource']);
  expect(await givesOf({ itemType: 'bundle', itemId: bundle.id })).toEqual(['resource', 'course']);
});
