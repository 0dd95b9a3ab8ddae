// Buyers pay from any country: its postcode is checked and written as it is there, and the order carries the address.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  startCheckout,
  simpleCheckout,
  getCheckoutSummary,
} from '#shared/features/checkout/checkout.contract.ts';
import { getOrder } from '#shared/features/order/order.contract.ts';
import { getStaffOrder } from '#shared/features/order/staff-order.contract.ts';
import { CARDS, someBuyer, somethingFor } from '../../../tests/server/checkout-tools.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
beforeEach(() => ctx.pool.query('delete from rate_limits'));

type Paid = { orderId: number; key: string; status: string };

async function payFrom(place: object) {
  const { item } = await somethingFor(ctx, 2400);
  const email = `${randomUUID()}@example.com`;
  const body = { email, name: 'Leila Leeds', items: [item], card: CARDS.good, ...place };
  return { email, answer: await call(simpleCheckout, { body }) };
}

async function orderOf({ orderId, key }: Paid) {
  return (await call(getOrder, { params: { id: orderId }, query: { key } })).json();
}

describe('paying from any country', () => {
  it.each([
    [
      { country: 'GB', zip: 'LS1 4AP' },
      { zip: 'LS1 4AP', city: null, region: null, country: 'GB' },
    ],
    [
      { country: 'gb', zip: 'ls14ap', city: ' Leeds ', region: 'West Yorkshire' },
      { zip: 'LS1 4AP', city: 'Leeds', region: 'West Yorkshire', country: 'GB' },
    ],
    [
      { country: 'CA', zip: 'k1a0b1' },
      { zip: 'K1A 0B1', region: 'ON', country: 'CA' },
    ],
    [
      { country: 'AU', zip: '2000', region: 'NSW' },
      { zip: '2000', region: 'NSW', country: 'AU' },
    ],
    [
      { country: 'DE', zip: 'D-10115', city: 'Berlin' },
      { zip: '10115', city: 'Berlin', country: 'DE' },
    ],
    [{ country: 'HK' }, { zip: null, country: 'HK' }],
    [
      { country: 'US', zip: '97201' },
      { zip: '97201', city: 'Portland', region: 'OR', country: 'US' },
    ],
    [{ zip: '97201' }, { zip: '97201', city: 'Portland', region: 'OR', country: 'US' }],
    // The ZIP code decides, not the city typed next to it.
    [
      { zip: '10001-1234', city: 'Leeds', region: 'ZZ' },
      { zip: '10001-1234', city: 'New York', region: 'NY' },
    ],
  ])('%j', async (place, stored) => {
    const { answer } = await payFrom(place);
    expect(answer.json()).toMatchObject({ status: 'paid' });
    expect(await orderOf(answer.json())).toMatchObject(stored);
  });

  it.each([
    [{ zip: '00000' }, 'zip', 'We couldn’t find this ZIP code. Check its five digits.'],
    [{ country: 'US', zip: '00000' }, 'zip', 'We couldn’t find this ZIP code. Check its five digits.'],
    [{ country: 'US', zip: 'LS1 4AP' }, 'zip', 'Enter the five digits of your ZIP code.'],
    [{}, 'zip', 'Enter the five digits of your ZIP code.'],
    [{ country: 'GB', zip: '10001' }, 'zip', 'Enter your postcode, such as LS1 4AP.'],
    [{ country: 'GB' }, 'zip', 'Enter your postcode, such as LS1 4AP.'],
    [{ country: 'CA', zip: 'K1A 0B1', region: 'TX' }, 'region', 'Choose one from the list.'],
    [{ country: 'XX', zip: '1' }, 'country', 'Choose a country from the list.'],
    [{ country: 'KE', zip: '\u202E00100' }, 'zip', 'Enter your postal code.'],
    [
      { country: 'GB', zip: 'LS1 4AP', city: 'a\nb' },
      'city',
      expect.stringContaining('one line of text') as unknown as string,
    ],
  ])('%j is rejected, and nothing is charged', async (place, path, message) => {
    const { answer, email } = await payFrom(place);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details).toContainEqual({ path, message });
    expect((await ctx.pool.query('select 1 from orders where email = $1', [email])).rows).toEqual([]);
  });

  it("the email and the staff page show the buyer's address", async () => {
    const { answer, email } = await payFrom({ country: 'GB', zip: 'ls14ap', city: 'Leeds' });
    const [mail] = await mailsTo(ctx, email);
    // A guest may enter someone else's address: no free text is emailed.
    expect(mail?.text).toContain('Billing address: LS1 4AP, United Kingdom');
    const admin = await someone(ctx, { roles: ['admin'] });
    const id = (answer.json() as Paid).orderId;
    const seen = (await call(getStaffOrder, { params: { id }, ...admin })).json();
    expect(seen).toMatchObject({ zip: 'LS1 4AP', city: 'Leeds', region: null, country: 'GB' });
  });

  it('the multi-step checkout takes the same address, and a pending order is updated with it', async () => {
    const { buyer } = await someBuyer(app);
    const begin = (address: object) =>
      call(startCheckout, { body: { address: { name: 'Mara', ...address } }, ...buyer });
    const first = (await begin({ zip: '10001' })).json() as Paid;
    const second = (await begin({ country: 'GB', zip: 'ls1 4ap' })).json() as Paid;
    expect(second.orderId).toBe(first.orderId);
    const order = (await call(getOrder, { params: { id: first.orderId }, ...buyer })).json();
    expect(order).toMatchObject({ zip: 'LS1 4AP', city: null, region: null, country: 'GB' });
    const refused = await begin({ zip: '00000' });
    expect([refused.statusCode, refused.json().details?.[0]?.path]).toEqual([400, 'address.zip']);
  });

  it('the total can be requested for any country', async () => {
    const { buyer } = await someBuyer(app, 2400);
    const sums = await call(getCheckoutSummary, { body: { country: 'GB', zip: 'LS1 4AP' }, ...buyer });
    expect(sums.json()).toMatchObject({ total: '24.00' });
    expect((await call(getCheckoutSummary, { body: { zip: '00000' }, ...buyer })).statusCode).toBe(400);
  });
});
