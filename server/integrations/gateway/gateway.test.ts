// What the shop relies on, held by both gateways alike: the sandbox on its own books, Stripe's SDK before a fake Stripe.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeStripe } from '../../../tests/server/fake-stripe.ts';
import { testContext } from '../../../tests/server/test-database.ts';
import {
  GatewayRefusedError,
  GatewayUnreachableError,
  type Gateway,
  type GatewayEvent,
  type NewGatewayPayment,
  type PaymentMethod,
} from './gateway.ts';
import { createStripe } from './stripe.ts';
import { readConfig } from '#server/config.ts';
import type { DisputeState } from '#shared/features/refund/refund.states.ts';
import { signBody } from './webhook-body.ts';

const ctx = await testContext();
const stripe = await startFakeStripe();
afterAll(() => stripe.close());

type Side = {
  gateway: Gateway;
  pays: PaymentMethod;
  declines: PaymentMethod;
  isPoor: PaymentMethod;
  asks: PaymentMethod;
  answer(payment: { id: string; clientSecret: string }, isApproved: boolean): Promise<unknown>;
  /** What was really taken, payment by payment. */
  chargesOf(id: string): Promise<number>;
  eventsOf(id: string): Promise<GatewayEvent[]>;
  /** The buyer's bank. */
  dispute(id: string, state: DisputeState): Promise<unknown>;
};

const card = (number: string): PaymentMethod => ({
  card: { number, expMonth: 12, expYear: 2030, cvc: '123' },
});
const count = async (text: string, values: unknown[]) =>
  Number((await ctx.pool.query<{ count: string }>(text, values)).rows[0]?.count);

async function sandboxEvents(id: string): Promise<GatewayEvent[]> {
  const { rows } = await ctx.pool.query<{ body: string; secret: string }>(
    `select body, (select webhook_secret from sandbox_secrets) as secret from sandbox_events
     where body like '%' || $1 || '%' order by created_at, type`,
    [id],
  );
  const heard: GatewayEvent[] = [];
  for (const { body, secret } of rows) {
    const bytes = Buffer.from(body);
    const headers = { 'sandbox-signature': signBody(secret, bytes, ctx.clock.now()) };
    const event = await ctx.gateway.readEvent(bytes, headers);
    if (event) heard.push(event);
  }
  return heard;
}

async function stripeEvents(gateway: Gateway, id: string): Promise<GatewayEvent[]> {
  const heard: GatewayEvent[] = [];
  for (const { body } of stripe.events.filter((event) => event.body.includes(id))) {
    const headers = { 'stripe-signature': stripe.sign(body, ctx.clock.now()) };
    const event = await gateway.readEvent(Buffer.from(body), headers);
    if (event && event.type !== 'payment_intent.created') heard.push(event);
  }
  return heard;
}

function stripeSide(): Side {
  const { stripe: config } = readConfig(stripe.env);
  if (!config) throw new Error('Stripe is not configured');
  const gateway = createStripe(config, () => ctx.clock.now());
  return {
    gateway,
    pays: { paymentMethod: 'pm_card_visa' },
    declines: { paymentMethod: 'pm_card_chargeDeclined' },
    isPoor: { paymentMethod: 'ctoken_chargeDeclinedInsufficientFunds' },
    asks: { paymentMethod: 'pm_card_authenticationRequired' },
    answer: async ({ id }, isApproved) => stripe.authenticate(id, isApproved),
    chargesOf: async (id) => stripe.books.charges.filter(({ intent }) => intent === id).length,
    eventsOf: (id) => stripeEvents(gateway, id),
    dispute: async (id, state) => stripe.books.dispute(id, state === 'open' ? 'needs_response' : state),
  };
}

const sandboxSide: Side = {
  gateway: ctx.gateway,
  pays: card('4242424242424242'),
  declines: card('4000000000000002'),
  isPoor: card('4000000000009995'),
  asks: card('4000002500003155'),
  answer: async ({ clientSecret }, isApproved) =>
    ctx.sandbox?.hearBuyer(clientSecret, { answer: isApproved ? 'approve' : 'refuse' }),
  chargesOf: (id) =>
    count(`select count(*) from sandbox_charges where payment_id = $1 and outcome = 'succeeded'`, [id]),
  eventsOf: sandboxEvents,
  dispute: async (id, state) => ctx.sandbox?.setDispute(id, state),
};
// Makes the secret that the events above are signed with.
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

describe.each([sandboxSide, stripeSide()])('$gateway.name', (side) => {
  const { gateway } = side;
  const pay = (id: string, method: PaymentMethod, key = `try ${id} ${++made}`) =>
    gateway.confirmPayment(id, { key, method, returnUrl: 'http://localhost:5000/payment-success' });
  const begun = () => gateway.createPayment(wanted());

  it('begins a payment once for each key', async () => {
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

  it('knows no payment it did not make', async () => {
    expect(await gateway.findPayment('pi_nobodys')).toBeNull();
    await expect(pay('pi_nobodys', side.pays)).rejects.toThrow(GatewayRefusedError);
  });

  it('charges once, however often the same try is sent', async () => {
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

  it('charges once when different tries come at the same moment', async () => {
    const { id } = await begun();
    const tries = await Promise.all(Array.from({ length: 8 }, () => pay(id, side.pays)));
    expect(new Set(tries.map(({ state }) => state))).toEqual(new Set(['succeeded']));
    expect(await side.chargesOf(id)).toBe(1);
  });

  it('says why a card was refused, and takes another one', async () => {
    const { id } = await begun();
    expect(await pay(id, side.declines)).toMatchObject({
      state: 'requires_payment_method',
      declined: 'The bank declined this card.',
    });
    const poor = await pay(id, side.isPoor);
    expect(poor.declined).toBe('The bank said there is not enough money on this card.');
    expect(await side.chargesOf(id)).toBe(0);
    expect(await pay(id, side.pays)).toMatchObject({ state: 'succeeded', declined: null });
    const types = (await side.eventsOf(id)).map(({ type }) => type);
    expect(types.toSorted()).toEqual([
      'payment_intent.payment_failed',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
    ]);
  });

  it('answers a refused try the same when it is sent again', async () => {
    const { id } = await begun();
    const tries = await Promise.all(Array.from({ length: 4 }, () => pay(id, side.declines, `no ${id}`)));
    expect(tries.map(({ declined }) => declined)).toEqual(Array(4).fill('The bank declined this card.'));
    expect(await side.eventsOf(id)).toHaveLength(1);
  });

  it('asks the buyer once more where the bank wants it: yes', async () => {
    const payment = await begun();
    expect((await pay(payment.id, side.asks)).state).toBe('requires_action');
    expect(await side.chargesOf(payment.id)).toBe(0);
    await side.answer(payment, true);
    expect((await gateway.findPayment(payment.id))?.state).toBe('succeeded');
    expect(await side.chargesOf(payment.id)).toBe(1);
  });

  it('asks the buyer once more where the bank wants it: no', async () => {
    const payment = await begun();
    await pay(payment.id, side.asks);
    await side.answer(payment, false);
    expect(await gateway.findPayment(payment.id)).toMatchObject({
      state: 'requires_payment_method',
      declined: 'The payment was not confirmed with the bank.',
    });
    expect(await side.chargesOf(payment.id)).toBe(0);
  });

  it('gives up a payment that waits; a paid one stays paid', async () => {
    const { id } = await begun();
    expect((await gateway.cancelPayment(id)).state).toBe('canceled');
    expect((await gateway.cancelPayment(id)).state).toBe('canceled');
    expect((await pay(id, side.pays)).state).toBe('canceled');
    expect(await side.chargesOf(id)).toBe(0);
    const paid = await begun();
    await pay(paid.id, side.pays);
    expect((await gateway.cancelPayment(paid.id)).state).toBe('succeeded');
  });

  it('of a try and a cancel at the same moment one wins, and both say which', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await begun();
      const [tried, ended] = await Promise.all([pay(id, side.pays), gateway.cancelPayment(id)]);
      expect(tried.state).toBe(ended.state);
      expect(await side.chargesOf(id)).toBe(ended.state === 'succeeded' ? 1 : 0);
    }
  });

  it('refunds once for each key, and never more than was paid', async () => {
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

  it('tells of a dispute as it stands now, and refunds nothing of what a bank has taken', async () => {
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
    const told = (await side.eventsOf(id)).filter(({ type }) => type.startsWith('charge.dispute.'));
    expect(told).toHaveLength(5);
    expect(told[0]).toMatchObject({ gatewayId: id, amountCents: null, currency: null });
  });

  it('is not fooled by a body without, with a wrong, or with an old signature', async () => {
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
  ])('refuses %s with words', async (_name, number, expYear, words) => {
    const { id } = await ctx.gateway.createPayment(wanted());
    const method = { card: { number, expMonth: 10, expYear, cvc: '123' } };
    const tried = await ctx.gateway.confirmPayment(id, { key: `odd ${id}`, method, returnUrl: '' });
    expect(tried.declined).toMatch(words);
  });

  it('keeps no card number', async () => {
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

describe('Stripe that does not answer', () => {
  const side = stripeSide();

  it.each(['fail', 'drop the reply'] as const)(
    '%s: the outcome is unknown, and the same key finds it',
    async (kind) => {
      const order = wanted();
      // The SDK itself sends once more when a connection breaks off.
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

  it('is waited for no longer than 8 seconds', { timeout: 25_000 }, async () => {
    stripe.setTrouble({ kind: 'hang', times: 1 });
    const startedAt = Date.now();
    await expect(side.gateway.createPayment(wanted())).rejects.toThrow(GatewayUnreachableError);
    // A few more for a busy machine, and fewer than a second try would take.
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  });

  it('a card that is none of theirs is refused in words, not an error', async () => {
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
