// What plans would have saved visitors on their own orders and carts.
import { beforeAll, expect, it } from 'vitest';
import { getSavings } from '#shared/features/billing/billing.contract.ts';
import { addToCart } from '#shared/features/cart/cart.contract.ts';
import { createCourse, createResource } from '#server/seed/factories.ts';
import { memberOf, somePlan } from '../../../tests/server/membership-tools.ts';
import { paidOrder } from '../../../tests/server/refund-tools.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

const DISCOUNTS = { resourceDiscount: 20, courseDiscount: 10 };
let planId = 0;

beforeAll(async () => {
  planId = (await somePlan(ctx, DISCOUNTS)).id;
  // Another one that takes nothing off.
  await somePlan(ctx);
});

type Answer = { orderCount: number; plans: { planId: number; onOrders: string; onCart: string }[] };

async function savingsOf(person: Person | null, items: object[] = []) {
  const answer = await call(getSavings, { body: { items }, ...person });
  expect(answer.statusCode, answer.body).toBe(200);
  const { orderCount, plans } = answer.json<Answer>();
  const mine = plans.find((plan) => plan.planId === planId);
  return { orderCount, onOrders: mine?.onOrders ?? null, onCart: mine?.onCart ?? null };
}

async function resource(priceCents: number) {
  const seller = await someSeller(ctx);
  const { id: itemId } = await createResource(ctx.db, { sellerId: seller.id, priceCents });
  return { itemType: 'resource', itemId };
}

const NONE = { orderCount: 0, onOrders: null, onCart: null };

it('counts what is in a guest’s cart, at the prices of the catalogue', async () => {
  const course = await createCourse(ctx.db, { priceCents: 9000 });
  const items = [
    { ...(await resource(1205)), quantity: 2, price: '999.00' },
    { itemType: 'course', itemId: course.id, quantity: 1 },
  ];
  // 20% of $12.05 for two seats, and 10% of $90.00.
  expect(await savingsOf(null, items)).toEqual({ orderCount: 0, onOrders: '0.00', onCart: '13.82' });
});

it('is nothing for an empty cart, and for items nobody can buy', async () => {
  expect(await savingsOf(null)).toEqual(NONE);
  expect(await savingsOf(null, [{ itemType: 'resource', itemId: 2_000_000_000 }])).toEqual(NONE);
  expect(await savingsOf(await someone(ctx))).toEqual(NONE);
});

it('counts a user’s own cart and what they bought in the last year and kept', async () => {
  const { buyer } = await paidOrder({ ctx, call }, [{ priceCents: 2400 }, { priceCents: 1000 }]);
  expect(await savingsOf(buyer)).toEqual({ orderCount: 1, onOrders: '6.80', onCart: '0.00' });
  await call(addToCart, { body: { ...(await resource(500)), quantity: 1 }, ...buyer });
  // What a request names is a guest's: this user has a cart.
  const named = [await resource(5000)];
  expect(await savingsOf(buyer, named)).toEqual({ orderCount: 1, onOrders: '6.80', onCart: '1.00' });
  await ctx.pool.query(
    `update order_lines set is_live = false where unit_price_cents = 1000
       and order_id in (select id from orders where user_id = $1)`,
    [buyer.id],
  );
  expect(await savingsOf(buyer)).toMatchObject({ onOrders: '4.80' });
  await ctx.pool.query(`update orders set paid_at = paid_at - interval '366 days' where user_id = $1`, [
    buyer.id,
  ]);
  expect(await savingsOf(buyer)).toEqual({ orderCount: 0, onOrders: '0.00', onCart: '1.00' });
});

it('is not for members: they save already', async () => {
  const { member } = await memberOf(ctx, DISCOUNTS);
  await call(addToCart, { body: { ...(await resource(2000)), quantity: 1 }, ...member });
  expect(await savingsOf(member)).toEqual(NONE);
});
