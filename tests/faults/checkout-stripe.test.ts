// Payments through Stripe, with a fake Stripe that loses responses, hangs, and delivers its events in any order.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEvent } from '../server/fake-stripe-events.ts';
import { startFakeStripe, type StripeEvent } from '../server/fake-stripe.ts';
import { expectBalancedBooks, fatesOf } from './books.ts';
import {
  CHECKOUTS,
  expectNothingLostToKills,
  KILLS,
  linesOfKills,
  type KilledRound,
} from './kill-checkouts.ts';
import { percentile, report, Rounds } from './report.ts';
import {
  FULL,
  guest,
  newBuyer,
  newResource,
  ROUNDS,
  startTwoServers,
  until,
  type Answer,
  type Buyer,
} from './two-servers.ts';

const stripe = await startFakeStripe();
const two = await startTwoServers(stripe.env);
afterAll(() => stripe.close());
const { ctx, post, rows, servers } = two;

const urlOf = (n: number) => servers[n % servers.length]?.url ?? '';
const chargesOf = (intent: string) => stripe.books.charges.filter((charge) => charge.intent === intent);

/** All permutations of five events. */
function allOrders<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first) =>
    allOrders(things.filter((thing) => thing !== first)).map((rest) => [first, ...rest]),
  );
}

const PLACES = [0, 1, 2, 3, 4];
const ORDERS = allOrders(PLACES);
const TIMES = 5;
const BUYERS_AT_ONCE = 12;

type Begun = { buyer: Buyer; orderId: number; intent: string };

async function begun(itemId: number): Promise<Begun> {
  const buyer = await newBuyer(ctx);
  const item = { itemType: 'resource', itemId, quantity: 1 };
  const { status, body } = await post('/api/checkout', { item }, { cookie: buyer.cookie });
  expect(status, JSON.stringify(body)).toBe(200);
  const intent = String(body['clientSecret']).split('_secret_', 1)[0] ?? '';
  return { buyer, orderId: Number(body['orderId']), intent };
}

/** A declined card, a confirmation, a success: the five events Stripe sends for such a payment. */
function payTheLongWay(intent: string): StripeEvent[] {
  const { books } = stripe;
  const confirm = (card: string) =>
    books.confirm(
      intent,
      new URLSearchParams({ payment_method: `pm_card_${card}`, return_url: 'https://shop.example/' }),
    );
  try {
    confirm('chargeDeclined');
  } catch {
    // Declined, as expected.
  }
  confirm('authenticationRequired');
  const processing = newEvent('payment_intent.processing', { ...books.get(intent), status: 'processing' });
  books.authenticate(intent, true);
  return [...stripe.events.filter(({ body }) => body.includes(intent)), processing];
}

async function expectOneOfEach({ buyer, orderId, intent }: Begun): Promise<void> {
  const order = await rows<{ state: string }>('select state from orders where id = $1', [orderId]);
  expect(order).toEqual([{ state: 'paid' }]);
  const owned = await rows(`select state from entitlements where user_id = $1`, [buyer.id]);
  expect(owned).toEqual([{ state: 'active' }]);
  expect(await rows('select 1 from mail_outbox where "to" = $1', [buyer.email])).toHaveLength(1);
  const sales = `select 1 from ledger_transactions where order_id = $1`;
  expect(await rows(sales, [orderId])).toHaveLength(1);
  expect(chargesOf(intent)).toHaveLength(1);
}

/** Paid in several steps; its events arrive in that order, each five times, while its browser polls too. */
async function paidInOrder(itemId: number, order: readonly number[]): Promise<Begun> {
  const one = await begun(itemId);
  const events = payTheLongWay(one.intent);
  expect(events).toHaveLength(5);
  const deliveries = order.flatMap((place) => Array<StripeEvent>(TIMES).fill(events[place] as StripeEvent));
  const confirm = () => post('/api/checkout/confirm', { orderId: one.orderId }, { cookie: one.buyer.cookie });
  const [statuses, ...confirmed] = await Promise.all([tellInTurn(deliveries), confirm(), confirm()]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(confirmed.map(({ status }) => status)).toEqual([200, 200]);
  return one;
}

describe.each(ROUNDS)('with $delay ms before PostgreSQL, round $round', ({ delay }) => {
  // The short form uses a few of them.
  const orders = FULL ? ORDERS : [ORDERS[17] ?? PLACES, ORDERS[101] ?? PLACES];

  it('five events in any order, five times each, while the browser polls too: everything happens once', async () => {
    const itemId = await newResource(ctx);
    const startedAt = Date.now();
    two.setDelay(delay);
    const all: Begun[] = [];
    for (let at = 0; at < orders.length; at += BUYERS_AT_ONCE) {
      const some = orders.slice(at, at + BUYERS_AT_ONCE);
      all.push(...(await Promise.all(some.map((order) => paidInOrder(itemId, order)))));
    }
    two.setDelay(0);
    const ids = all.map(({ intent }) => intent);
    await until(
      'every event is done',
      60,
      () => rows(`select 1 from webhook_events where state = 'waiting' and gateway_id = any($1)`, [ids]),
      (waiting) => waiting.length === 0,
    );
    for (const one of all) await expectOneOfEach(one);
    seenEvents.add(
      `${orders.length} orders, ${orders.length * 25} deliveries next to ${orders.length * 2} confirmations by browsers: each paid once, one entitlement, one email, one sale in the ledger`,
      delay,
      Date.now() - startedAt,
    );
  });
});

/** Event by event in the given order, alternating between the two servers; the copies of one event at once. */
async function tellInTurn(deliveries: readonly StripeEvent[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < deliveries.length; at += TIMES) {
    const copies = deliveries.slice(at, at + TIMES);
    statuses.push(...(await Promise.all(copies.map((event, n) => stripe.send(event, urlOf(n))))));
  }
  return statuses;
}

const seenEvents = new Rounds();
afterAll(() =>
  report('Five webhook events in all 120 orders, each five times', seenEvents.lines('a round took')),
);

describe('a forged webhook', () => {
  it('gets 400 from both servers, and one with a wrong amount is unmatched', async () => {
    const one = await begun(await newResource(ctx));
    const [created] = stripe.events.filter(({ body }) => body.includes(one.intent));
    const body = created?.body ?? '';
    const send = (payload: string, signature: string) =>
      post('/api/webhooks/stripe', payload, signature ? { 'stripe-signature': signature } : {});
    const old = new Date(Date.now() - 10 * 60_000);
    const again = JSON.stringify(JSON.parse(body));
    const bad = [
      ['no signature', body, ''],
      ['a wrong one', body, stripe.sign(`${body} `)],
      ['an old one', body, stripe.sign(body, old)],
      ['a body written again', again, stripe.sign(body)],
    ] as const;
    for (const [name, payload, signature] of bad) {
      for (let sent = 0; sent < servers.length; sent++) {
        expect((await send(payload, signature)).status, name).toBe(400);
      }
    }
    const storedEvents = () =>
      rows('select event_id, state from webhook_events where gateway_id = $1', [one.intent]);
    expect(await storedEvents()).toEqual([]);
    const wrong = newEvent('payment_intent.succeeded', {
      ...stripe.books.get(one.intent),
      status: 'succeeded',
      amount_received: 1,
    });
    expect(await stripe.send(wrong, urlOf(0))).toBe(200);
    await until('unmatched', 20, storedEvents, (found) => JSON.stringify(found).includes('unmatched'));
    const problems = await rows('select kind from payment_problems where gateway_id = $1', [one.intent]);
    expect(problems).toEqual([{ kind: 'wrong_amount' }]);
    expect(await rows('select state from orders where id = $1', [one.orderId])).toEqual([
      { state: 'pending' },
    ]);
    await report('Forged webhooks', [
      'No signature, a wrong one, one from ten minutes ago, a re-serialized body: 400 from both servers, nothing stored',
      'Correctly signed with another amount: stored as unmatched and reported to staff; the order stays unpaid',
    ]);
  });
});

const payment = (itemId: number) => ({
  ...guest(),
  items: [{ itemType: 'resource', itemId, quantity: 1 }],
  paymentMethod: 'pm_card_visa',
});

const seenLost = new Rounds();
afterAll(() => report('The gateway charges and its response is lost', seenLost.lines('all paid after')));

describe.each(ROUNDS)(
  'Stripe charges and its response is lost, $delay ms before PostgreSQL, round $round',
  ({ delay }) => {
    beforeAll(() => two.setDelay(delay));
    afterAll(() => two.setDelay(0));
    const many = FULL ? 100 : 12;

    it(`${many} times: ${many} charges, ${many} paid orders, within 60 s`, async () => {
      const itemId = await newResource(ctx);
      const before = stripe.books.charges.length;
      const startedAt = Date.now();
      // The SDK retries once when a connection breaks: that response is lost too.
      stripe.setTrouble({ kind: 'drop the reply', on: /\/confirm$/, times: many * 2 });
      const buyers = Array.from({ length: many }, () => payment(itemId));
      const answers = await inTens(buyers, (body) => post('/api/simple-checkout', body));
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      stripe.setTrouble();
      const emails = buyers.map(({ email }) => email);
      await until(
        'every order is paid',
        60 - (Date.now() - startedAt) / 1000,
        () =>
          rows<{ state: string }>(`select state from orders where email = any($1) and state = 'paid'`, [
            emails,
          ]),
        (paid) => paid.length === many,
      );
      const took = Date.now() - startedAt;
      const charges = stripe.books.charges.slice(before);
      expect(charges).toHaveLength(many);
      expect(new Set(charges.map(({ intent }) => intent)).size).toBe(many);
      expect(await fatesOf(rows, charges)).toEqual({ fulfilled: many, refunded: 0, open: 0 });
      seenLost.add(
        `${many} checkouts, the response to each confirmation lost twice: ${many} charges, ${many} paid orders, none twice; responses meanwhile: ${tally(answers)}`,
        delay,
        took,
      );
    });
  },
);

/** Requests the catalogue, one call after another, until stopped; returns how long each took. */
function browse(): () => Promise<number[]> {
  const state = { isOver: false };
  const done = (async () => {
    const times: number[] = [];
    for (let n = 0; !state.isOver; n++) {
      const startedAt = performance.now();
      const answer = await fetch(`${urlOf(n)}/api/courses`);
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      times.push(performance.now() - startedAt);
    }
    return times;
  })();
  return () => {
    state.isOver = true;
    return done;
  };
}

const seenHanging = new Rounds();
const seenBrowsing = new Rounds();
afterAll(() =>
  report('The gateway hangs', [
    ...seenHanging.lines(),
    ...seenBrowsing.lines('99 of 100 got a response within'),
  ]),
);

describe.each(ROUNDS)('Stripe hangs, $delay ms before PostgreSQL, round $round', ({ delay }) => {
  beforeAll(() => two.setDelay(delay));
  afterAll(() => two.setDelay(0));

  it.each([
    ['from the first call', undefined, 503],
    ['when the card is charged', /\/confirm$/, 200],
  ])('%s: a checkout responds within 10 s, and browsing stays fast', async (name, on, expected) => {
    const itemId = await newResource(ctx);
    const before = stripe.books.charges.length;
    const stopUsual = browse();
    await sleep(1000);
    const usual = percentile(await stopUsual(), 0.95);
    stripe.setTrouble({ kind: 'hang', ...(on && { on }) });
    const buyers = Array.from({ length: FULL ? 20 : 4 }, () => payment(itemId));
    const stopBrowsing = browse();
    const answers = await Promise.all(buyers.map((body) => post('/api/simple-checkout', body)));
    const times = await stopBrowsing();
    stripe.setTrouble();
    for (const { ms } of answers) expect(ms).toBeLessThan(10_000);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([expected]));
    // If the machine is busy with something else, compared with its speed right before.
    expect(percentile(times, 0.95)).toBeLessThan(Math.max(500, 10 * usual));
    expect(stripe.books.charges.length).toBe(before);
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    seenHanging.add(
      `it hangs ${name}, ${buyers.length} checkouts at once: ${tally(answers)}`,
      delay,
      slowest,
    );
    seenBrowsing.add(`/api/courses while it hangs ${name}`, delay, Math.round(percentile(times, 0.99)));
  });
});

async function inTens<T>(things: readonly T[], one: (thing: T) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = things.values();
  const worker = async () => {
    for (const thing of waiting) answers.push(await one(thing));
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  return answers;
}

function tally(answers: readonly Answer[]): string {
  const counts = Map.groupBy(
    answers,
    ({ status, body }) => `${status} ${String(body['status'] ?? body['code'])}`,
  );
  return [...counts].map(([what, all]) => `${all.length} × ${what}`).join(', ');
}

const killedRounds: KilledRound[] = [];
afterAll(() => report('kill -9 in the middle of checkouts', linesOfKills(killedRounds)));

describe.each(ROUNDS)('kill -9 of a server, $delay ms before PostgreSQL, round $round', ({ delay }) => {
  beforeAll(() => two.setDelay(delay));
  afterAll(() => two.setDelay(0));

  it(`${KILLS} times during ${CHECKOUTS} checkouts: nothing is lost`, { timeout: 1_200_000 }, async () => {
    killedRounds.push({ delay, ...(await expectNothingLostToKills(two, stripe)) });
  });
});

it('leaves a balanced ledger after all of it', async () => {
  await expectBalancedBooks(rows);
  expect(await fatesOf(rows, stripe.books.charges)).toMatchObject({ open: 0 });
});
