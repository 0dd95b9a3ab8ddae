// Webhooks: genuine events are stored once and processed, forged ones change nothing.
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { signBody } from '#server/integrations/gateway/webhook-body.ts';
import { createPerson, createResource, createSeller } from '#server/seed/factories.ts';
import { startCheckout, confirmSandboxPayment } from '#shared/features/checkout/checkout.contract.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { paymentPersonalData } from './payment.privacy.ts';
import { deliverSandboxEventsJob } from './sandbox.jobs.ts';

const { app, ctx, call } = await testApp();

const CARD = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2030, cvc: '123' };

async function one<T>(text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await ctx.pool.query(text, values);
  return rows[0] as T;
}
const count = async (table: string) =>
  (await one<{ n: number }>(`select count(*)::int as n from ${table}`)).n;

async function resourceToBuy(): Promise<number> {
  const seller = await createPerson(ctx.db, {
    username: `s-${Math.random()}`.slice(0, 20),
    roles: ['seller'],
  });
  const { userId: sellerId } = await createSeller(ctx.db, { userId: seller?.id ?? 0 });
  return (await createResource(ctx.db, { sellerId, priceCents: 2400 })).id;
}

type Begun = { orderId: number; clientSecret: string; gatewayId: string };

/** An order of the member's that waits for a card. */
async function begun(): Promise<Begun> {
  await ctx.pool.query(`update orders set state = 'cancelled' where state = 'pending'`);
  const item = { itemType: 'resource', itemId: await resourceToBuy(), quantity: 1 };
  const answer = await call(startCheckout, { body: { item } }, 'member');
  const { orderId, clientSecret } = answer.json<{ orderId: number; clientSecret: string }>();
  return { orderId, clientSecret, gatewayId: clientSecret.split('_secret_', 1)[0] ?? '' };
}

const stateOf = async (orderId: number) =>
  (await one<{ state: string }>('select state from orders where id = $1', [orderId])).state;

async function sign(body: string, at = ctx.clock.now()): Promise<string> {
  await ctx.gateway.readEvent(Buffer.from('{}'), {}).catch(() => undefined);
  const { secret } = await one<{ secret: string }>('select webhook_secret as secret from sandbox_secrets');
  return signBody(secret, Buffer.from(body), at);
}

type Headers = Record<string, string>;
const send = (payload: string, headers: Headers) =>
  app.inject({
    method: 'POST',
    url: '/api/webhooks/sandbox',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
const sendSigned = async (body: string, headers: Headers = {}) =>
  send(body, { 'sandbox-signature': await sign(body), ...headers });

let made = 0;
function eventBody(gatewayId: string, money: object = {}, type = 'payment_intent.succeeded'): string {
  const paid = { amount: 2400, amount_received: 2400, currency: 'usd', ...money };
  const object = { id: gatewayId, object: 'payment_intent', ...paid };
  return JSON.stringify({ id: `evt_${++made}`, object: 'event', type, data: { object } }, null, 2);
}

async function lastEvent(gatewayId: string): Promise<string> {
  const row = await one<{ body: string }>(
    `select body from sandbox_events where body like '%' || $1 || '%' order by created_at desc limit 1`,
    [gatewayId],
  );
  return row.body;
}

/** The buyer's browser pays and never comes back. */
const payAndVanish = ({ clientSecret }: Begun) =>
  call(confirmSandboxPayment, { body: { clientSecret, card: CARD } });

describe('a genuine event', () => {
  it('is enough on its own to fulfil the order', async () => {
    const order = await begun();
    expect((await payAndVanish(order)).json()).toEqual({ status: 'succeeded', reason: null });
    expect(await stateOf(order.orderId)).toBe('pending');
    const answer = await sendSigned(await lastEvent(order.gatewayId));
    expect(answer.statusCode).toBe(200);
    await ctx.jobs.drain();
    expect(await stateOf(order.orderId)).toBe('paid');
    expect(await one('select state from webhook_events where gateway_id = $1', [order.gatewayId])).toEqual({
      state: 'done',
    });
  });

  it('that arrives five times at once is stored once', async () => {
    const order = await begun();
    await payAndVanish(order);
    const body = await lastEvent(order.gatewayId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendSigned(body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const stored = 'select count(*)::int as n from webhook_events where gateway_id = $1';
    expect(await one(stored, [order.gatewayId])).toEqual({ n: 1 });
    await ctx.jobs.drain();
    expect(await stateOf(order.orderId)).toBe('paid');
  });

  it('only triggers a lookup: an event that claims too much changes nothing', async () => {
    const order = await begun();
    expect((await sendSigned(eventBody(order.gatewayId))).statusCode).toBe(200);
    await ctx.jobs.drain();
    expect(await stateOf(order.orderId)).toBe('pending');
  });

  it('about money for an ended order leads to a refund', async () => {
    const order = await begun();
    await payAndVanish(order);
    await ctx.pool.query(`update orders set state = 'cancelled' where id = $1`, [order.orderId]);
    await ctx.pool.query(`update payments set state = 'cancelled', check_at = null where order_id = $1`, [
      order.orderId,
    ]);
    await sendSigned(await lastEvent(order.gatewayId));
    await ctx.jobs.drain();
    expect(await stateOf(order.orderId)).toBe('refunded');
    const books = 'select state, refunded_cents::int as refunded from sandbox_payments where id = $1';
    expect(await one(books, [order.gatewayId])).toEqual({ state: 'succeeded', refunded: 2400 });
  });

  it('about money the gateway refuses to refund becomes a payment problem', async () => {
    const order = await begun();
    await payAndVanish(order);
    await ctx.pool.query(`update orders set state = 'cancelled' where id = $1`, [order.orderId]);
    await ctx.pool.query('update sandbox_payments set refunded_cents = 2400 where id = $1', [
      order.gatewayId,
    ]);
    await sendSigned(await lastEvent(order.gatewayId));
    await ctx.jobs.drain();
    const refund = 'select state from refunds where order_id = $1';
    expect(await one(refund, [order.orderId])).toEqual({ state: 'failed' });
    const problem = await one('select kind from payment_problems where gateway_id = $1', [order.gatewayId]);
    expect(problem).toEqual({ kind: 'refund_failed' });
  });

  it('needs no Origin header, because no browser sends it', async () => {
    const order = await begun();
    const headers = { origin: 'https://api.stripe.example', 'sec-fetch-site': 'cross-site' };
    expect((await sendSigned(eventBody(order.gatewayId), headers)).statusCode).toBe(200);
  });

  it('about something else is acknowledged and ignored', async () => {
    const before = await count('webhook_events');
    const body = '{"id":"evt_x","type":"customer.created","data":{"object":{"object":"customer","id":"c"}}}';
    expect((await sendSigned(body)).statusCode).toBe(200);
    expect(await count('webhook_events')).toBe(before);
  });
});

describe('a forged event is 400 and changes nothing', () => {
  let body = '';
  let order: Begun;
  beforeEach(async () => {
    order = await begun();
    await payAndVanish(order);
    body = await lastEvent(order.gatewayId);
  });

  const ways: [string, () => Promise<[body: string, headers: Headers]>][] = [
    ['without a signature', async () => [body, {}]],
    ['with a made-up signature', async () => [body, { 'sandbox-signature': `t=1,v1=${'a'.repeat(64)}` }]],
    ['signed for another body', async () => [body, { 'sandbox-signature': await sign(`${body} `) }]],
    [
      'signed six minutes ago',
      async () => [
        body,
        { 'sandbox-signature': await sign(body, new Date(ctx.clock.now().getTime() - 360_000)) },
      ],
    ],
    [
      'signed for a time to come',
      async () => [
        body,
        { 'sandbox-signature': await sign(body, new Date(ctx.clock.now().getTime() + 360_000)) },
      ],
    ],
    [
      'parsed and written again',
      async () => [JSON.stringify(JSON.parse(body), null, 1), { 'sandbox-signature': await sign(body) }],
    ],
    ['with nothing in it', async () => ['', { 'sandbox-signature': await sign(body) }]],
  ];
  it.each(ways)('%s', async (_name, way) => {
    const before = await count('webhook_events');
    const answer = await send(...(await way()));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request' });
    await ctx.jobs.drain();
    expect(await count('webhook_events')).toBe(before);
    expect(await stateOf(order.orderId)).toBe('pending');
  });
});

describe('an event that doesn’t match its order becomes a payment problem, and nothing is delivered', () => {
  it.each([
    ['another amount', { amount_received: 1 }, 'wrong_amount', /\$24\.00.*\$0\.01/],
    ['another currency', { currency: 'jpy' }, 'wrong_currency', /USD.*JPY/],
  ])('%s', async (_name, money, kind, words) => {
    const order = await begun();
    const body = eventBody(order.gatewayId, money);
    await sendSigned(body);
    await sendSigned(eventBody(order.gatewayId, money));
    await ctx.jobs.drain();
    expect(await stateOf(order.orderId)).toBe('pending');
    const { rows } = await ctx.pool.query(
      'select kind, detail, payment_id, resolved_at from payment_problems where gateway_id = $1',
      [order.gatewayId],
    );
    expect(rows).toEqual([
      { kind, detail: expect.stringMatching(words), payment_id: expect.any(Number), resolved_at: null },
    ]);
    const { id } = JSON.parse(body) as { id: string };
    expect(await one('select state from webhook_events where event_id = $1', [id])).toEqual({
      state: 'unmatched',
    });
  });

  it('an unknown payment is retried for an hour, then shown to staff', async () => {
    const body = eventBody('pi_of_another_site');
    expect((await sendSigned(body)).statusCode).toBe(200);
    const { id } = JSON.parse(body) as { id: string };
    const state = () => one('select state from webhook_events where event_id = $1', [id]);
    await expect(ctx.jobs.drain()).rejects.toThrow(/not known yet/);
    expect(await state()).toEqual({ state: 'waiting' });
    ctx.clock.advance(61 * 60_000);
    await ctx.jobs.drain({ includeLater: true });
    expect(await state()).toEqual({ state: 'unmatched' });
    const problem = await one(`select kind from payment_problems where gateway_id = 'pi_of_another_site'`);
    expect(problem).toEqual({ kind: 'unknown_payment' });
  });
});

describe('the sandbox', () => {
  it('delivers its events to the webhook, once', async () => {
    const order = await begun();
    await payAndVanish(order);
    // Nobody listens: they wait.
    await deliverSandboxEventsJob.run(ctx, {});
    const waiting = 'select count(*)::int as n from sandbox_events where delivered_at is null';
    expect((await one<{ n: number }>(waiting)).n).toBeGreaterThan(0);
    await app.listen({ host: '127.0.0.1', port: 0 });
    ctx.localUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    await deliverSandboxEventsJob.run(ctx, {});
    expect(await one(waiting)).toEqual({ n: 0 });
    await ctx.jobs.drain();
    expect(await stateOf(order.orderId)).toBe('paid');
    const stored = await count('webhook_events');
    await deliverSandboxEventsJob.run(ctx, {});
    expect(await count('webhook_events')).toBe(stored);
    ctx.localUrl = null;
  });

  it('prunes old delivered events, but none that are waiting', async () => {
    ctx.clock.advance(120 * 86_400_000);
    const { clientSecret } = await begun();
    await call(confirmSandboxPayment, { body: { clientSecret, card: { ...CARD, expYear: 2040 } } });
    await paymentPersonalData.prune?.(ctx);
    const left = await one(
      'select count(*)::int as all, count(delivered_at)::int as told from sandbox_events',
    );
    expect(left).toEqual({ all: 1, told: 0 });
    expect(await one('select count(*)::int as n from webhook_events')).toEqual({ n: 0 });
  });

  it('is the only gateway served here', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/webhooks/stripe', payload: {} });
    expect(answer.statusCode).toBe(404);
  });

  it('accepts the buyer’s confirmation or refusal, and rejects an unknown secret', async () => {
    const { clientSecret } = await begun();
    const say = async (body: object) => call(confirmSandboxPayment, { body: { clientSecret, ...body } });
    const asks = { ...CARD, number: '4000002500003155' };
    expect((await say({ card: asks })).json()).toEqual({ status: 'requires_action', reason: null });
    expect((await say({ answer: 'refuse' })).json()).toEqual({
      status: 'requires_payment_method',
      reason: 'The payment was not confirmed with the bank.',
    });
    await say({ card: asks });
    expect((await say({ answer: 'approve' })).json()).toEqual({ status: 'succeeded', reason: null });
    expect((await say({ answer: 'refuse' })).json()).toEqual({ status: 'succeeded', reason: null });
    expect((await say({})).statusCode).toBe(422);
    expect((await say({ clientSecret: `${clientSecret}x`, answer: 'approve' })).statusCode).toBe(404);
  });
});
