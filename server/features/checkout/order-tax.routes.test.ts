// With Stripe Tax on: the tax shown, charged and recorded is the same, and was calculated for what is bought.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createBundle, createCoupon } from '#server/seed/factories.ts';
import { addToCart } from '#shared/features/cart/cart.contract.ts';
import {
  startCheckout,
  getCheckoutOptions,
  getCheckoutSummary,
} from '#shared/features/checkout/checkout.contract.ts';
import { someBuyer } from '../../../tests/server/checkout-tools.ts';
import { startFakeStripe } from '../../../tests/server/fake-stripe.ts';
import { someSeller } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const fake = await startFakeStripe();
afterAll(() => fake.close());
const app = await testApp({ ...fake.env, STRIPE_TAX: 'on' });
const { ctx, call } = app;
const plain = await testApp();

const address = { name: 'Mara Okafor', zip: '10001' };
const taxCalls = () => fake.calls.filter((one) => JSON.stringify(one).includes('tax/calculations')).length;

describe('tax', () => {
  it('is shown before payment, charged, and split over lines and parts, after the coupon', async () => {
    const { buyer } = await someBuyer(app, 2400);
    const seller = await someSeller(ctx);
    const bundle = await createBundle(ctx.db, { sellerId: seller.id, priceCents: 1501 });
    await call(addToCart, { body: { itemType: 'bundle', itemId: bundle.id, quantity: 1 }, ...buyer });
    const { code } = await createCoupon(ctx.db, { code: `T${randomUUID().slice(0, 8)}` });
    expect((await call(getCheckoutOptions)).json()).toMatchObject({ tax: 'stripe' });
    const sums = (
      await call(getCheckoutSummary, { body: { couponCode: code, zip: '10001' }, ...buyer })
    ).json();
    // 8.88 % of 21.60 and of 13.51.
    expect(sums).toEqual({
      subtotal: '39.01',
      discount: '3.90',
      tax: '3.12',
      credit: '0.00',
      total: '38.23',
    });
    const begin = (expectedTotal: string, zip = '10001') =>
      call(startCheckout, {
        body: { couponCode: code, expectedTotal, address: { ...address, zip } },
        ...buyer,
      });
    expect((await begin('35.11')).statusCode).toBe(409);
    const begun = (await begin('38.23')).json<{ orderId: number; amount: string }>();
    expect(begun.amount).toBe('38.23');
    const { rows } = await ctx.pool.query(
      `select o.tax_cents::int as tax, p.amount_cents::int as asked,
        (select sum(tax_cents)::int from order_lines where order_id = o.id) as lines,
        (select sum(tax_cents)::int from order_parts where order_id = o.id) as parts,
        (select count(*)::int from order_parts where order_id = o.id and tax_cents > 0) as taxed
       from orders o join payments p on p.order_id = o.id where o.id = $1`,
      [begun.orderId],
    );
    expect(rows).toEqual([{ tax: 312, asked: 3823, lines: 312, parts: 312, taxed: 3 }]);
    // Elsewhere none is owed: another total, and another order.
    const other = await begin('35.11', '59001');
    expect(other.json()).toMatchObject({ amount: '35.11' });
  });

  it('asks for the tax of the buyer’s country', async () => {
    const { buyer } = await someBuyer(app, 2400);
    const sums = async (body: object) => (await call(getCheckoutSummary, { body, ...buyer })).json();
    expect(await sums({ country: 'GB', zip: 'ls1 4ap' })).toMatchObject({ tax: '4.80', total: '28.80' });
    expect(await sums({ country: 'HK' })).toMatchObject({ tax: '0.00', total: '24.00' });
    const britain = { ...address, country: 'GB', zip: 'LS1 4AP' };
    const begun = await call(startCheckout, { body: { address: britain, expectedTotal: '28.80' }, ...buyer });
    expect(begun.json()).toMatchObject({ amount: '28.80' });
  });

  it("explains an unknown address, and creates no order if the tax can't be calculated", async () => {
    const { buyer } = await someBuyer(app, 2400);
    const unknown = await call(getCheckoutSummary, { body: { zip: '00000' }, ...buyer });
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json().details).toMatchObject([{ path: 'zip' }]);
    fake.setTrouble({ kind: 'fail', on: /tax/ });
    const failed = await call(startCheckout, { body: { address }, ...buyer });
    fake.setTrouble();
    expect(failed.statusCode).toBe(503);
    const { rows } = await ctx.pool.query('select 1 from orders where user_id = $1', [buyer.id]);
    expect(rows).toEqual([]);
  });

  it('is calculated again if a price changed in the meantime', async () => {
    const { buyer, thing } = await someBuyer(app, 2400);
    const { calculate } = ctx.tax;
    let asked = 0;
    ctx.tax.calculate = async (question) => {
      const answer = await calculate(question);
      if (asked++ === 0) {
        await ctx.pool.query('update resources set price_cents = 1000 where id = $1', [thing.id]);
        await ctx.pool.query('update cart_items set seen_price_cents = 1000 where user_id = $1', [buyer.id]);
      }
      return answer;
    };
    const begun = await call(startCheckout, { body: { address }, ...buyer });
    ctx.tax.calculate = calculate;
    expect(begun.json()).toMatchObject({ amount: '10.89' });
    expect(asked).toBe(2);
  });

  it('is zero and never requested if no tax service is set up', async () => {
    const before = taxCalls();
    const { buyer } = await someBuyer(plain, 2400);
    const sums = await plain.call(getCheckoutSummary, { body: { zip: '10001' }, ...buyer });
    expect(sums.json()).toEqual({
      subtotal: '24.00',
      discount: '0.00',
      tax: '0.00',
      credit: '0.00',
      total: '24.00',
    });
    expect((await plain.call(getCheckoutOptions)).json()).toMatchObject({ tax: 'none' });
    expect((await plain.call(startCheckout, { body: {}, ...buyer })).json()).toMatchObject({
      amount: '24.00',
    });
    expect(taxCalls()).toBe(before);
  });
});
