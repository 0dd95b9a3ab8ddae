// What payments rely on, checked for both gateways: the sandbox with its own tables, Stripe's SDK against a fake
// Stripe.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeStripe } from '../../../tests/server/fake-stripe.ts';
import { card, gatewaySides } from '../../../tests/server/gateway-sides.ts';
import { testContext } from '../../../tests/server/test-database.ts';
import {
  GatewayRefusedError,
  GatewayUnreachableError,
  type NewGatewayPayment,
  type PaymentMethod,
} from './gateway.ts';

const ctx = await testContext();
const stripe = await startFakeStripe();
afterAll(() => stripe.close());

const [sandboxSide, stripeSide] = gatewaySides(ctx, stripe);
// Creates the secret that signs the events above.
await ctx.gateway.readEvent(Buffer.from('{}'), {}).catch(() => undefined);

let made = 0;
const wanted = (): NewGatewayPayment => ({
  key: `key of test ${++made}`,
  amountCents: 2400,
  currency: 'USD',
  description: 'Order RV-000001',
  email: 'buyer@example.com',
  metadata: { orderId: '1' },
});

beforeEach(() => stripe.setTrouble());

describe.each([sandboxSide, stripeSide])('$gateway.name', (side) => {
  const { gateway } = side;
  const pay = (id: string, method: PaymentMethod, key = `try ${id} ${++made}`) =>
    gateway.confirmPayment(id, { key, method, returnUrl: 'http://localhost:5000/payment-success' });
  const begun = () => gateway.createPayment(wanted());

  it('creates a payment once per key', async () => {
    const order = wanted();
    const tries = await Promise.all(Array.from({ length: 8 }, () => gateway.createPayment(order)));
    expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
    expect(tries[0]).toMatchObject({
      state: 'requires_payment_method',
      amountCents: 2400,
      currency: 'USD',
      declined: null,
      metadata: { orderId: '1' },
    });
    const other = gateway.createPayment({ ...order, amountCents: 1 });
    await expect(other).rejects.toThrow(GatewayRefusedError);
    expect(await gateway.findPayment(tries[0]?.id ?? '')).toEqual(tries[0]);
  });

  it('returns null for payments it did not create', async () => {
    expect(await gateway.findPayment('pi_nobodys')).toBeNull();
    await expect(pay('pi_nobodys', side.pays)).rejects.toThrow(GatewayRefusedError);
  });

  it('charges once, however often the same attempt is sent', async () => {
    const { id } = await begun();
    const tries = await Promise.all(Array.from({ length: 8 }, () => pay(id, side.pays, `once ${id}`)));
    expect(tries.map(({ state }) => state)).toEqual(Array(8).fill('succeeded'));
    expect((await pay(id, side.pays)).state).toBe('succeeded');
    expect(await side.chargesOf(id)).toBe(1);
    expect(await side.eventsOf(id)).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'payment_intent.succeeded',
        gatewayId: id,
        amountCents: 2400,
        currency: 'USD',
      },
    ]);
  });

  it('charges once when different attempts arrive at the same moment', async () => {
    const { id } = await begun();
    const tries = await Promise.all(Array.from({ length: 8 }, () => pay(id, side.pays)));
    expect(new Set(tries.map(({ state }) => state))).toEqual(new Set(['succeeded']));
    expect(await side.chargesOf(id)).toBe(1);
  });

  it('explains a declined card, and accepts another one', async () => {
    const { id } = await begun();
    expect(await pay(id, side.declines)).toMatchObject({
      state: 'requires_payment_method',
      declined: 'The bank declined this card.',
    });
    const poor = await pay(id, side.isPoor);
    expect(poor.declined).toBe('This card has insufficient funds.');
    expect(await side.chargesOf(id)).toBe(0);
    expect(await pay(id, side.pays)).toMatchObject({ state: 'succeeded', declined: null });
    const types = (await side.eventsOf(id)).map(({ type }) => type);
    expect(types.toSorted()).toEqual([
      'payment_intent.payment_failed',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
    ]);
  });

  it('repeats the response to a declined attempt', async () => {
    const { id } = await begun();
    const tries = await Promise.all(Array.from({ length: 4 }, () => pay(id, side.declines, `no ${id}`)));
    expect(tries.map(({ declined }) => declined)).toEqual(Array(4).fill('The bank declined this card.'));
    expect(await side.eventsOf(id)).toHaveLength(1);
  });

  it('asks the buyer to confirm if the bank wants it: yes', async () => {
    const payment = await begun();
    expect((await pay(payment.id, side.asks)).state).toBe('requires_action');
    expect(await side.chargesOf(payment.id)).toBe(0);
    await side.answer(payment, true);
    expect((await gateway.findPayment(payment.id))?.state).toBe('succeeded');
    expect(await side.chargesOf(payment.id)).toBe(1);
  });

  it('asks the buyer to confirm if the bank wants it: no', async () => {
    const payment = await begun();
    await pay(payment.id, side.asks);
    await side.answer(payment, false);
    expect(await gateway.findPayment(payment.id)).toMatchObject({
      state: 'requires_payment_method',
      declined: 'The payment was not confirmed with the bank.',
    });
    expect(await side.chargesOf(payment.id)).toBe(0);
  });

  it('cancels a pending payment; a paid one stays paid', async () => {
    const { id } = await begun();
    expect((await gateway.cancelPayment(id)).state).toBe('canceled');
    expect((await gateway.cancelPayment(id)).state).toBe('canceled');
    expect((await pay(id, side.pays)).state).toBe('canceled');
    expect(await side.chargesOf(id)).toBe(0);
    const paid = await begun();
    await pay(paid.id, side.pays);
    expect((await gateway.cancelPayment(paid.id)).state).toBe('succeeded');
  });

  it('an attempt and a cancel at the same moment: one wins, and both report it', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await begun();
      const [tried, ended] = await Promise.all([pay(id, side.pays), gateway.cancelPayment(id)]);
      expect(tried.state).toBe(ended.state);
      expect(await side.chargesOf(id)).toBe(ended.state === 'succeeded' ? 1 : 0);
    }
  });

  it('refunds once per key, and never more than was paid', async () => {
    const { id } = await begun();
    await expect(gateway.refund(id, { key: `early ${id}`, amountCents: 100, metadata: {} })).rejects.toThrow(
      GatewayRefusedError,
    );
    await pay(id, side.pays);
    const how = { key: `back ${id}`, amountCents: 1000, metadata: { refundId: '7' } };
    const made = await Promise.all(Array.from({ length: 4 }, () => gateway.refund(id, how)));
    expect(new Set(made.map((refund) => refund.id)).size).toBe(1);
    await expect(gateway.refund(id, { key: `more ${id}`, amountCents: 1401, metadata: {} })).rejects.toThrow(
      GatewayRefusedError,
    );
    const rest = await gateway.refund(id, { key: `rest ${id}`, amountCents: 1400, metadata: {} });
    const listed = await gateway.listRefunds(id);
    expect(listed).toHaveLength(2);
    expect(listed).toEqual(
      expect.arrayContaining([
        { id: made[0]?.id, amountCents: 1000, state: 'done', metadata: { refundId: '7' } },
        { id: rest.id, amountCents: 1400, state: 'done', metadata: {} },
      ]),
    );
    const back = (await side.eventsOf(id)).filter(({ type }) => type === 'charge.refunded');
    expect(back).toHaveLength(2);
    expect(back[0]).toMatchObject({ gatewayId: id, amountCents: 2400, currency: 'USD' });
  });

  it('reports the current state of a dispute, and refunds nothing of disputed money', async () => {
    const { id } = await begun();
    await pay(id, side.pays);
    expect(await gateway.listDisputes(id)).toEqual([]);
    for (const state of ['open', 'under_review', 'lost', 'won', 'lost'] as const) {
      await side.dispute(id, state);
      const [dispute] = await gateway.listDisputes(id);
      expect(dispute).toMatchObject({ state, amountCents: 2400, currency: 'USD', reason: 'fraudulent' });
    }
    const refused = gateway.refund(id, { key: `disputed ${id}`, amountCents: 100, metadata: {} });
    await expect(refused).rejects.toThrow(GatewayRefusedError);
    const disputeEvents = (await side.eventsOf(id)).filter(({ type }) => type.startsWith('charge.dispute.'));
    expect(disputeEvents).toHaveLength(5);
    expect(disputeEvents[0]).toMatchObject({ gatewayId: id, amountCents: null, currency: null });
  });

  it('rejects a body without, with a wrong, or with an old signature', async () => {
    const body = Buffer.from('{"id":"evt_1"}');
    const name = `${gateway.name}-signature`;
    const old = `t=${Math.floor(ctx.clock.now().getTime() / 1000)},v1=${'0'.repeat(64)}`;
    for (const headers of [{}, { [name]: 'x' }, { [name]: old }, { [name]: [old, old] }]) {
      await expect(gateway.readEvent(body, headers)).rejects.toMatchObject({ code: 'bad_request' });
    }
  });
});

describe('the sandbox', () => {
  it.each([
    ['another number', '5555555555554444', 2030, /test cards .* 4242 4242 4242 4242/],
    ['a card of last month', '4242424242424242', 2020, /has expired/],
  ])('declines %s with a message', async (_name, number, expYear, words) => {
    const { id } = await ctx.gateway.createPayment(wanted());
    const method = { card: { number, expMonth: 10, expYear, cvc: '123' } };
    const tried = await ctx.gateway.confirmPayment(id, { key: `odd ${id}`, method, returnUrl: '' });
    expect(tried.declined).toMatch(words);
  });

  it('stores no card number', async () => {
    const { id } = await ctx.gateway.createPayment(wanted());
    await ctx.gateway.confirmPayment(id, { key: `k ${id}`, method: card('4242424242424242'), returnUrl: '' });
    const { rows } = await ctx.pool.query<{ all: string }>(
      `select row_to_json(p)::text || coalesce(string_agg(row_to_json(c)::text, ''), '')
         || coalesce((select string_agg(body, '') from sandbox_events), '') as all
       from sandbox_payments p left join sandbox_charges c on c.payment_id = p.id where p.id = $1 group by p.*`,
      [id],
    );
    expect(rows[0]?.all).toContain('4242');
    expect(rows[0]?.all).not.toContain('42424242');
  });
});

describe('Stripe without a response', () => {
  const side = stripeSide;

  it.each(['fail', 'drop the reply'] as const)(
    '%s: the outcome is unknown, and the same key finds it',
    async (kind) => {
      const order = wanted();
      // The SDK itself retries once when a connection breaks.
      const times = kind === 'fail' ? 1 : 2;
      stripe.setTrouble({ kind, times });
      await expect(side.gateway.createPayment(order)).rejects.toThrow(GatewayUnreachableError);
      const { id } = await side.gateway.createPayment(order);
      const how = { key: `lost ${id}`, method: side.pays, returnUrl: 'http://localhost/' };
      stripe.setTrouble({ kind, times, on: /confirm/ });
      await expect(side.gateway.confirmPayment(id, how)).rejects.toThrow(GatewayUnreachableError);
      expect((await side.gateway.confirmPayment(id, how)).state).toBe('succeeded');
      expect(await side.chargesOf(id)).toBe(1);
    },
  );

  it('is waited for at most 8 seconds', { timeout: 25_000 }, async () => {
    stripe.setTrouble({ kind: 'hang', times: 1 });
    const startedAt = Date.now();
    await expect(side.gateway.createPayment(wanted())).rejects.toThrow(GatewayUnreachableError);
    // Allows a few more for a busy machine, but fewer than a second attempt would take.
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  });

  it('an unknown card is declined with a message, not an error', async () => {
    const { id } = await side.gateway.createPayment(wanted());
    const method = { paymentMethod: 'pm_of_somebody_else' };
    const tried = await side.gateway.confirmPayment(id, {
      key: `x ${id}`,
      method,
      returnUrl: 'http://localhost/',
    });
    expect(tried).toMatchObject({
      state: 'requires_payment_method',
      declined: expect.stringMatching(/again/),
    });
  });
});
