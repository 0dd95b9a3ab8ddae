// Refunds and bundles: what counted toward a bundle isn't refunded while the bundle is kept, is returned with it, and
// nobody keeps an item whose money is gone (docs/decisions/020).
import { describe, expect, it } from 'vitest';
import {
  createBundle,
  createCoupon,
  createCourse,
  createEntitlement,
  createResource,
} from '#server/seed/factories.ts';
import { getBundleAccess } from '#shared/features/bundle/bundle.contract.ts';
import { addToCart, getCart, refreshCart } from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout, getCheckoutSummary } from '#shared/features/checkout/checkout.contract.ts';
import { getOrderRefunds, refundOrder, requestRefund } from '#shared/features/refund/refund.contract.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { dispute, hearGateway, takenPayment } from '../../../tests/server/refund-tools.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
type Item = { itemType: 'resource' | 'course' | 'bundle'; itemId: number; quantity?: number };

/** A $60.00 course and a $65.00 resource, together $95.00: the course is $45.60 of it. */
async function offer() {
  const seller = await someSeller(ctx);
  const course = await createCourse(ctx.db, { priceCents: 6000 });
  const plan = await createResource(ctx.db, { sellerId: seller.id, priceCents: 6500 });
  const courseItem = { itemType: 'course' as const, itemId: course.id };
  const planItem = { itemType: 'resource' as const, itemId: plan.id };
  const { id } = await createBundle(ctx.db, { priceCents: 9500, items: [courseItem, planItem] });
  return { seller, courseItem, planItem, bundleItem: { itemType: 'bundle' as const, itemId: id } };
}

async function buy(buyer: Person, items: readonly Item[], couponCode?: string) {
  const wanted = items.map((item) => ({ quantity: 1, ...item }));
  const body = { ...MARA, items: wanted, card: CARDS.good, ...(couponCode && { couponCode }) };
  const answer = await call(simpleCheckout, { body, ...buyer });
  expect(answer.statusCode, answer.body).toBe(200);
  const { orderId } = answer.json<{ orderId: number }>();
  const { rows } = await ctx.pool.query<{ id: number; cents: number }>(
    'select id, amount_cents::int as cents from order_lines where order_id = $1 order by position',
    [orderId],
  );
  return { orderId, lineIds: rows.map(({ id }) => id), cents: rows.map(({ cents }) => cents) };
}

const reason = 'It is not what I need.';
async function refund(orderId: number, body: object = { kind: 'whole' }) {
  const answer = await call(refundOrder, { params: { id: orderId }, body: { reason, ...body } }, 'admin');
  await ctx.jobs.drain();
  return answer;
}

/** What this buyer's cards were charged, minus refunds; the ledger agrees. */
async function spentBy({ id }: Person): Promise<number> {
  const { rows } = await ctx.pool.query<{ total: number; books: number; isZero: boolean }>(
    `select coalesce(sum(total_cents - refunded_cents), 0)::int as total, (
       select coalesce(sum(e.amount_cents), 0)::int from ledger_entries e
       join ledger_transactions t on t.id = e.transaction_id join orders o on o.id = t.order_id
       where e.account = 'gateway' and o.user_id = $1) as books, (
       select coalesce(sum(e.amount_cents), 0) = 0 from ledger_entries e) as "isZero"
     from orders where user_id = $1 and paid_at is not null`,
    [id],
  );
  const [row] = rows;
  expect(row?.isZero).toBe(true);
  expect(row?.books).toBe(row?.total);
  return row?.total ?? -1;
}

async function has({ id }: Person, { itemType, itemId }: Item): Promise<boolean> {
  const { rows } = await ctx.pool.query(
    `select 1 from entitlements where user_id = $1 and item_type = $2 and item_id = $3 and state = 'active'`,
    [id, itemType, itemId],
  );
  return rows.length > 0;
}

describe('a course, then a bundle that contains it', () => {
  it('refunding the course while keeping the bundle: $14.40, and $95.00 was paid for the bundle', async () => {
    const { courseItem, planItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const first = await buy(me, [courseItem]);
    expect((await call(getBundleAccess, { params: { id: bundleItem.itemId }, ...me })).json()).toMatchObject({
      price: '49.40',
      deducted: '45.60',
      deductedKeys: [`course-${courseItem.itemId}`],
    });
    const second = await buy(me, [bundleItem]);
    expect(second.cents).toEqual([4940]);
    const before = (await call(getOrderRefunds, { params: { id: first.orderId }, ...me })).json();
    expect(before.returnable).toMatchObject({ left: '14.40', held: '45.60', heldBy: [expect.any(String)] });

    expect((await refund(first.orderId)).json()).toMatchObject({ refund: { amount: '14.40' } });
    expect(await spentBy(me)).toBe(9500);
    expect([await has(me, courseItem), await has(me, planItem)]).toEqual([true, true]);
    const again = await refund(first.orderId);
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toContain('$45.60');

    // The bundle too: access ends for everything, and all money is returned.
    const also = (await call(getOrderRefunds, { params: { id: second.orderId }, ...me })).json();
    expect(also.returnable).toMatchObject({ left: '49.40', also: '45.60' });
    await refund(second.orderId);
    expect(await spentBy(me)).toBe(0);
    expect([await has(me, courseItem), await has(me, planItem)]).toEqual([false, false]);
  });

  it('refunding the bundle first releases its deduction, and the course is refunded in full', async () => {
    const { courseItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const first = await buy(me, [courseItem]);
    const second = await buy(me, [bundleItem]);
    expect((await refund(second.orderId)).json()).toMatchObject({ refund: { amount: '49.40' } });
    expect(await has(me, courseItem)).toBe(true);
    expect((await refund(first.orderId)).json()).toMatchObject({ refund: { amount: '60.00' } });
    expect(await spentBy(me)).toBe(0);
    expect(await has(me, courseItem)).toBe(false);
  });

  it('refunding an amount: no more than the bundle leaves', async () => {
    const { courseItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const first = await buy(me, [courseItem]);
    await buy(me, [bundleItem]);
    expect((await refund(first.orderId, { kind: 'amount', amount: '14.41' })).statusCode).toBe(409);
    expect((await refund(first.orderId, { kind: 'amount', amount: '14.40' })).statusCode).toBe(200);
    expect(await spentBy(me)).toBe(9500);
  });

  it('after a partial refund no more is deducted than is left', async () => {
    const { courseItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const first = await buy(me, [courseItem]);
    await refund(first.orderId, { kind: 'amount', amount: '50.00' });
    expect((await buy(me, [bundleItem])).cents).toEqual([8500]);
    expect(await spentBy(me)).toBe(9500);
    expect(
      (await call(requestRefund, { params: { id: first.orderId }, body: { reason }, ...me })).json().message,
    ).toContain('went toward');
  });

  it('with a coupon on the course no more is deducted than was paid', async () => {
    const { courseItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const { code } = await createCoupon(ctx.db, {
      code: `C${me.id}`,
      kind: 'percent',
      percent: 50,
      amountCents: null,
    });
    const first = await buy(me, [courseItem], code);
    expect((await buy(me, [bundleItem])).cents).toEqual([6500]);
    expect((await refund(first.orderId)).statusCode).toBe(409);
    expect(await spentBy(me)).toBe(9500);
  });

  it('with three seats of the course the other two end, and the bundle keeps its own', async () => {
    const { courseItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const first = await buy(me, [{ ...courseItem, quantity: 3 }]);
    await buy(me, [bundleItem]);
    expect((await refund(first.orderId)).json()).toMatchObject({ refund: { amount: '134.40' } });
    const { rows } = await ctx.pool.query('select is_live from order_lines where order_id = $1', [
      first.orderId,
    ]);
    expect(rows).toEqual([{ is_live: false }]);
    expect(await spentBy(me)).toBe(9500);
    expect(await has(me, courseItem)).toBe(true);
  });

  it.each(['seat', 'grant', 'free', 'membership'] as const)(
    'access through a %s is not deducted',
    async (cause) => {
      const { courseItem, bundleItem } = await offer();
      const me = await someone(ctx);
      await createEntitlement(ctx.db, { userId: me.id, ...courseItem, cause });
      expect((await buy(me, [bundleItem])).cents).toEqual([9500]);
    },
  );
});

describe('two bundles that share one purchase', () => {
  it('hold it once: the larger claim stays, and is returned with the last bundle', async () => {
    const { courseItem, bundleItem } = await offer();
    const extra = await createResource(ctx.db, { priceCents: 4000 });
    const items = [courseItem, { itemType: 'resource' as const, itemId: extra.id }];
    const other = await createBundle(ctx.db, { priceCents: 5000, items });
    const me = await someone(ctx);
    const course = await buy(me, [courseItem]);
    const first = await buy(me, [bundleItem]);
    const second = await buy(me, [{ itemType: 'bundle', itemId: other.id }]);
    expect([...first.cents, ...second.cents]).toEqual([4940, 2000]);
    expect((await refund(course.orderId)).json()).toMatchObject({ refund: { amount: '14.40' } });
    expect(await spentBy(me)).toBe(9500 + 2000);
    await refund(first.orderId);
    // The second bundle is worth $50.00, so that much stays.
    expect(await spentBy(me)).toBe(5000);
    await refund(second.orderId);
    expect(await spentBy(me)).toBe(0);
    expect(await has(me, courseItem)).toBe(false);
  });
});

describe('a dispute', () => {
  it('lost for the course: the bundle no longer gives the course until the bank returns the money', async () => {
    const { courseItem, planItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const first = await buy(me, [courseItem]);
    await buy(me, [bundleItem]);
    await dispute(ctx, first.orderId, 'lost');
    await hearGateway(ctx, first.orderId);
    expect([await has(me, courseItem), await has(me, planItem)]).toEqual([false, true]);
    await dispute(ctx, first.orderId, 'won');
    await hearGateway(ctx, first.orderId);
    expect([await has(me, courseItem), await has(me, planItem)]).toEqual([true, true]);
    expect((await refund(first.orderId)).json()).toMatchObject({ refund: { amount: '14.40' } });
  });

  it("lost for the bundle: the course's shortfall is refunded", async () => {
    const { courseItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const first = await buy(me, [courseItem]);
    const second = await buy(me, [bundleItem]);
    await refund(first.orderId);
    await dispute(ctx, second.orderId, 'lost');
    await hearGateway(ctx, second.orderId);
    expect(await has(me, courseItem)).toBe(false);
    const { rows } = await ctx.pool.query(
      `select amount_cents::int as cents from refunds where order_id = $1 order by id`,
      [first.orderId],
    );
    expect(rows).toEqual([{ cents: 1440 }, { cents: 4560 }]);
  });

  it('and a refund made at the gateway directly have the same effect', async () => {
    const { courseItem, planItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const first = await buy(me, [courseItem]);
    await buy(me, [bundleItem]);
    const { gatewayId } = await takenPayment(ctx, first.orderId);
    await ctx.gateway.refund(gatewayId, { key: `by-hand-${me.id}`, amountCents: 6000, metadata: {} });
    await hearGateway(ctx, first.orderId);
    expect([await has(me, courseItem), await has(me, planItem)]).toEqual([false, true]);
  });
});

describe('a course and its bundle in one order', () => {
  const priced = { owned: '45.60', deductions: [{ amount: '45.60', isInCart: true }] };

  it('cost $109.40 in the cart, in the preview and at checkout; for guests too', async () => {
    const { courseItem, bundleItem } = await offer();
    const me = await someone(ctx);
    for (const item of [bundleItem, courseItem]) {
      await call(addToCart, { body: { ...item, quantity: 1 }, ...me });
    }
    const cart = (await call(getCart, me)).json<{ itemType: string; details: object }[]>();
    expect(cart.find(({ itemType }) => itemType === 'bundle')?.details).toMatchObject(priced);
    const items = [courseItem, bundleItem].map((item) => ({ ...item, quantity: 1 }));
    const guest = (await call(refreshCart, { body: { items } })).json<{ items: { details: object }[] }>();
    expect(guest.items[1]?.details).toMatchObject(priced);
    const sums = await call(getCheckoutSummary, { body: { items: items.toReversed(), zip: '10001' } });
    expect(sums.json()).toMatchObject({ subtotal: '109.40', total: '109.40' });
    const answer = await call(simpleCheckout, {
      body: { ...MARA, items, card: CARDS.good, expectedTotal: '109.40' },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await buy(me, [bundleItem, courseItem])).cents).toEqual([4940, 6000]);
  });

  it('refunding the course returns $14.40, and the bundle then the rest', async () => {
    const { courseItem, planItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const { orderId, lineIds } = await buy(me, [courseItem, bundleItem]);
    expect((await refund(orderId, { kind: 'line', lineId: lineIds[0] })).json()).toMatchObject({
      refund: { amount: '14.40' },
    });
    expect(await has(me, courseItem)).toBe(true);
    expect(await spentBy(me)).toBe(9500);
    await refund(orderId, { kind: 'line', lineId: lineIds[1] });
    expect(await spentBy(me)).toBe(0);
    expect([await has(me, courseItem), await has(me, planItem)]).toEqual([false, false]);
  });

  it('refunding the whole order returns everything at once', async () => {
    const { courseItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const { orderId } = await buy(me, [courseItem, bundleItem]);
    expect((await refund(orderId)).json()).toMatchObject({ refund: { amount: '109.40' } });
    expect(await spentBy(me)).toBe(0);
    expect(await has(me, courseItem)).toBe(false);
  });

  it('rejects refunding a bundle that cost nothing, and says that the whole order can be refunded', async () => {
    const { courseItem, planItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const { orderId, lineIds, cents } = await buy(me, [courseItem, planItem, bundleItem]);
    expect(cents[2]).toBe(0);
    const refused = await refund(orderId, { kind: 'line', lineId: lineIds[2] });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toMatch(/^This cost nothing, .* Refund the whole order/);
    await refund(orderId);
    expect(await spentBy(me)).toBe(0);
  });

  it('with a coupon on both: exact to the cent, and refunding the course leaves the bundle at its discounted price', async () => {
    const { courseItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const { code } = await createCoupon(ctx.db, {
      code: `T${me.id}`,
      kind: 'percent',
      percent: 10,
      amountCents: null,
    });
    const { orderId, lineIds } = await buy(me, [courseItem, bundleItem], code);
    expect(await spentBy(me)).toBe(9846);
    await refund(orderId, { kind: 'line', lineId: lineIds[0] });
    expect(await spentBy(me)).toBe(8550);
  });

  it('with a coupon on the course alone: only what was paid for it counts', async () => {
    const { courseItem, bundleItem } = await offer();
    const me = await someone(ctx);
    const { code } = await createCoupon(ctx.db, {
      code: `O${me.id}`,
      kind: 'percent',
      percent: 50,
      amountCents: null,
      kinds: ['course'],
    });
    const { orderId, lineIds } = await buy(me, [courseItem, bundleItem], code);
    expect(await spentBy(me)).toBe(3000 + 6500);
    expect((await refund(orderId, { kind: 'line', lineId: lineIds[0] })).statusCode).toBe(409);
  });
});
