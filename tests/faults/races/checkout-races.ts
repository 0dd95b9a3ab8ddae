// Many checkouts at once against two servers on one database, with and without latency: one order, one charge, one of
// everything.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectBalancedBooks, fatesOf, sandboxCharges } from '../books.ts';
import {
  GOOD_CARD,
  guest,
  inCart,
  newBuyer,
  newResource,
  ROUNDS,
  until,
  type Answer,
  type TwoServers,
} from '../two-servers.ts';
import { atOnce, reporter, slowest } from './race-tools.ts';

export function checkoutRaces(two: TwoServers): void {
  const { ctx, post, rows } = two;

  const SAME_KEY = 50;
  const MERGES = 20;

  const noted = reporter();

  const statuses = (answers: readonly Answer[]) =>
    [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);
  const mailsTo = (email: string) => rows('select subject from mail_outbox where "to" = $1', [email]);

  describe.each(ROUNDS)('with $delay ms before PostgreSQL, round $round', ({ delay }) => {
    beforeEach(() => two.setDelay(delay));
    const note = (race: string, what: string, answers: readonly Answer[]) =>
      noted(race, what, { delay, ms: slowest(answers) });

    it(`one key sent ${SAME_KEY} times at once: one order, one charge, identical responses`, async () => {
      const item = { itemType: 'resource', itemId: await newResource(ctx), quantity: 1 };
      const body = { ...guest(), items: [item], card: GOOD_CARD };
      const headers = { 'idempotency-key': randomUUID() };
      const answers = await atOnce(SAME_KEY, () => post('/api/simple-checkout', body, headers));
      expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
      expect(answers[0]).toMatchObject({ status: 200, body: { status: 'paid' } });
      const orders = await rows<{ id: number; state: string }>(
        'select id, state from orders where email = $1',
        [body.email],
      );
      expect(orders).toEqual([{ id: answers[0]?.body['orderId'], state: 'paid' }]);
      const charges = await rows(
        `select c.outcome from sandbox_charges c join payments p on p.gateway_id = c.payment_id where p.order_id = $1`,
        [orders[0]?.id],
      );
      expect(charges).toEqual([{ outcome: 'succeeded' }]);
      expect(await mailsTo(body.email)).toHaveLength(1);
      const other = await post('/api/simple-checkout', { ...body, name: 'Somebody Else' }, headers);
      expect(other.status).toBe(422);
      note(
        'One idempotency key, 50 times at once',
        'one order, one charge, one email, 50 identical responses; the same key with another body gets 422',
        answers,
      );
    });

    it('two tabs paying for the same cart: one order is paid, the other is rejected or refunded', async () => {
      const buyer = await newBuyer(ctx);
      const itemId = await newResource(ctx);
      await inCart(ctx, buyer, [itemId]);
      const body = { ...guest(), email: buyer.email, card: GOOD_CARD };
      const answers = await atOnce(2, () =>
        post('/api/simple-checkout', body, { cookie: buyer.cookie, 'idempotency-key': randomUUID() }),
      );
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(answers.some(({ body: said }) => said['status'] === 'paid')).toBe(true);
      await expectOnePaid(buyer.id, itemId);
      note('Two tabs pay for one cart', 'a user: one order paid, one charge kept', answers);
    });

    it('two tabs of a guest paying for the same item with their shared key: one order, one charge', async () => {
      const items = [{ itemType: 'resource', itemId: await newResource(ctx), quantity: 1 }];
      const body = { ...guest(), items, card: GOOD_CARD };
      const shared = { 'idempotency-key': randomUUID() };
      const answers = await atOnce(2, () => post('/api/simple-checkout', body, shared));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const states = await rows<{ state: string }>('select state from orders where email = $1', [body.email]);
      expect(states).toEqual([{ state: 'paid' }]);
      note('Two tabs pay for one cart', 'a guest: one order paid, both tabs report it', answers);
    });

    it('strangers buying the same item with the address of one account: all pay, its owner has it once', async () => {
      const buyer = await newBuyer(ctx);
      const items = [{ itemType: 'resource', itemId: await newResource(ctx), quantity: 1 }];
      const body = { ...guest(), email: buyer.email, items, card: GOOD_CARD };
      const answers = await atOnce(6, () => post('/api/simple-checkout', body));
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
      const [owned] = await rows<{ paid: number; theirs: number }>(
        `select count(distinct o.id)::int as paid, count(*) filter (where l.buyer = 'u' || o.user_id)::int as theirs
         from orders o join order_lines l on l.order_id = o.id where o.user_id = $1 and o.state = 'paid' and l.is_live`,
        [buyer.id],
      );
      expect(owned).toEqual({ paid: 6, theirs: 1 });
    });

    it('one tab paying directly and one through the payment page: one order is paid', async () => {
      const buyer = await newBuyer(ctx);
      const itemId = await newResource(ctx);
      await inCart(ctx, buyer, [itemId]);
      const body = { ...guest(), email: buyer.email, card: GOOD_CARD };
      const cookie = { cookie: buyer.cookie };
      const [, began] = await Promise.all([
        post('/api/simple-checkout', body, cookie),
        post('/api/checkout', {}, cookie),
      ]);
      const { clientSecret, orderId } = began.body;
      if (typeof clientSecret === 'string') {
        await post('/api/sandbox/confirm', { clientSecret, card: GOOD_CARD });
        await post('/api/checkout/confirm', { orderId }, cookie);
      }
      await expectOnePaid(buyer.id, itemId);
    });

    it(`a guest cart merged ${MERGES} times at once is merged once`, async () => {
      const buyer = await newBuyer(ctx);
      const item = { itemType: 'resource', itemId: await newResource(ctx), quantity: 2 };
      const body = { key: randomUUID(), items: [item] };
      const answers = await atOnce(MERGES, () => post('/api/cart/merge', body, { cookie: buyer.cookie }));
      expect(statuses(answers)).toEqual([200]);
      const lines = await rows('select item_id, quantity from cart_items where user_id = $1', [buyer.id]);
      expect(lines).toEqual([{ item_id: item.itemId, quantity: 2 }]);
      note('A guest cart merged 20 times at once', 'merged once, all got 200', answers);
    });
  });

  async function expectOnePaid(userId: number, itemId: number): Promise<void> {
    const orders = await rows<{ state: string }>('select state from orders where user_id = $1', [userId]);
    expect(orders.filter(({ state }) => state === 'paid')).toHaveLength(1);
    const owned = await rows(
      `select id from entitlements where user_id = $1 and item_id = $2 and item_type = 'resource' and state = 'active'`,
      [userId, itemId],
    );
    expect(owned).toHaveLength(1);
    // If the second was charged before the first was paid, a job refunds it.
    const kept = await until(
      'one charge is kept',
      30,
      () =>
        rows(
          `select c.payment_id from sandbox_charges c
         join sandbox_payments s on s.id = c.payment_id
         join payments p on p.gateway_id = c.payment_id join orders o on o.id = p.order_id
         where o.user_id = $1 and c.outcome = 'succeeded' and s.refunded_cents = 0`,
          [userId],
        ),
      (charges) => charges.length <= 1,
    );
    expect(kept).toHaveLength(1);
  }

  it('leaves a balanced ledger after all of it', async () => {
    two.setDelay(0);
    await expectBalancedBooks(rows);
    expect(await fatesOf(rows, await sandboxCharges(rows))).toMatchObject({ open: 0 });
  });
}
