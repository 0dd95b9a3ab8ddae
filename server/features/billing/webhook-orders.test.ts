// A renewal's webhooks in 200 random orders, late, repeated and while its payment still changes at Stripe: the same
// story always ends the same way.
import { afterAll, expect, it } from 'vitest';
import { applyEvent, receiveEvent } from '#server/features/payment/webhook.service.ts';
import { startFakeStripe, type StripeEvent } from '../../../tests/server/fake-stripe.ts';
import { insertManyMembers } from '../../../tests/server/many-members.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { advanceMemberships } from './renewal.service.ts';

const stripe = await startFakeStripe();
afterAll(() => stripe.close());
const { ctx } = await testApp(stripe.env);

/** Twenty of each story; with FAULTS=all as many as the promise says. */
const ORDERS = process.env['FAULTS'] === 'all' ? 200 : 60;
const SEED = Number(process.env['WEBHOOK_SEED'] ?? 20_261_119);
const MINUTE_MS = 60_000;

/** Mulberry32: the same numbers every time. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = randomNumbers(SEED);

function shuffled<T>(list: readonly T[]): T[] {
  const places = list.map((one) => ({ one, place: random() }));
  return places.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
}

const STORIES = ['refunded', 'lost', 'kept'] as const;
type Subject = {
  userId: number;
  methodId: string;
  story: (typeof STORIES)[number];
  intent: string;
  news: StripeEvent[];
};

/** Each with a card at Stripe whose bank takes its time. */
async function createSubjects(): Promise<Subject[]> {
  const now = ctx.clock.now();
  const startsAt = new Date(now.getTime() - 31 * 24 * 60 * MINUTE_MS);
  await insertManyMembers(ctx.pool, { count: ORDERS, domain: 'orders.example', startsAt, endsAt: now });
  const { rows } = await ctx.pool.query<{ id: number }>(
    `select id from users where email like '%@orders.example' order by id`,
  );
  const made: Subject[] = [];
  for (const [at, { id: userId }] of rows.entries()) {
    const { id } = await ctx.gateway.createCustomer({
      key: `customer ${userId}`,
      email: 'p@a.example',
      name: 'P',
    });
    const how = {
      key: `card ${userId}`,
      method: { paymentMethod: 'ctoken_visa' },
      returnUrl: 'http://a.example',
    };
    const saved = await ctx.gateway.saveCard(id, how);
    if (saved.status !== 'saved') throw new Error('The card was not saved');
    const methodId = saved.card.id;
    stripe.books.cards.setBehavior(methodId, 'processes');
    await ctx.pool.query(
      `with customer as (update gateway_customers set gateway = 'stripe', customer_id = $2 where user_id = $1)
       update saved_cards set gateway = 'stripe', method_id = $3 where user_id = $1`,
      [userId, id, methodId],
    );
    made.push({ userId, methodId, story: STORIES[at % STORIES.length] ?? 'kept', intent: '', news: [] });
  }
  return made;
}

let heard = 0;
/** Sorts what Stripe has sent since the last time. */
function collectNews(subjects: readonly Subject[]): void {
  const byIntent = new Map(subjects.map((one) => [one.intent, one]));
  for (const event of stripe.events.slice(heard)) {
    byIntent.get(/"(pi_\w+)"/.exec(event.body)?.[1] ?? '')?.news.push(event);
  }
  heard = stripe.events.length;
}

async function receive({ body }: StripeEvent): Promise<void> {
  const headers = { 'stripe-signature': stripe.sign(body, ctx.clock.now()) };
  await receiveEvent(ctx, 'stripe', { body: Buffer.from(body), headers });
}

const LANES = 4;

/** A few at a time, as several processes would. */
async function inLanes<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = list.values();
  const lane = async () => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function applyWaiting(share: number): Promise<void> {
  const { rows } = await ctx.pool.query<{ eventId: string }>(
    `select event_id as "eventId" from webhook_events where state = 'waiting' order by event_id`,
  );
  const chosen = shuffled(rows).filter(() => random() < share);
  // Two about the same payment may be in each other's way; the job tries again.
  await inLanes(chosen, ({ eventId }) =>
    applyEvent(ctx, { gateway: 'stripe', eventId }).catch(() => undefined),
  );
}

/** Some of what waits arrives, some of it twice, now or after what comes next; some of that is looked at. */
async function deliverSome(subjects: readonly Subject[]): Promise<void> {
  collectNews(subjects);
  const arrivals = shuffled(subjects).flatMap((one) => {
    const arrived = shuffled(one.news).filter(() => random() < 0.5);
    one.news = one.news.filter((event) => !arrived.includes(event) || random() < 0.3);
    return [...arrived, ...arrived.filter(() => random() < 0.2)];
  });
  await inLanes(arrivals, receive);
  await applyWaiting(0.6);
}

async function endOf({ userId, intent }: Subject): Promise<object> {
  const { rows } = await ctx.pool.query<object>(
    `select m.state, m.ends_at > $2 as "isRenewed", i.state as invoice, o.state as "order", p.state as payment,
       o.refunded_cents::int as refunded,
       (select count(*)::int from membership_invoices where membership_id = m.id) as invoices,
       (select coalesce(jsonb_object_agg(account, cents), '{}') from (
         select e.account, sum(e.amount_cents)::int as cents from ledger_entries e
         join ledger_transactions t on t.id = e.transaction_id where t.order_id = o.id
         group by e.account having sum(e.amount_cents) <> 0) sums) as books,
       array(select d.state from disputes d where d.order_id = o.id) as disputes,
       array(select r.amount_cents::int from refunds r where r.order_id = o.id order by 1) as refunds,
       array(select regexp_replace(subject, 'RV-\\d+', 'RV') from mail_outbox where "to" = u.email order by 1) as mails
     from memberships m join users u on u.id = m.user_id join membership_invoices i on i.membership_id = m.id
     join orders o on o.id = i.order_id join payments p on p.order_id = o.id where m.user_id = $1`,
    [userId, ctx.clock.now()],
  );
  const charges = stripe.books.charges.filter((charge) => charge.intent === intent).length;
  return { ...rows[0], charges };
}

it(`ends the same in ${ORDERS} random orders (WEBHOOK_SEED=${SEED})`, async () => {
  const subjects = await createSubjects();
  const each = (stories: readonly string[], work: (one: Subject) => unknown) => {
    for (const one of subjects) if (stories.includes(one.story)) work(one);
  };

  await advanceMemberships(ctx);
  const { rows } = await ctx.pool.query<{ userId: number; intent: string }>(
    `select o.user_id as "userId", p.gateway_id as intent from orders o join payments p on p.order_id = o.id where o.is_invoice`,
  );
  const intents = new Map(rows.map(({ userId, intent }) => [userId, intent]));
  for (const one of subjects) one.intent = intents.get(one.userId) ?? '';
  await deliverSome(subjects);

  each(['lost'], ({ intent }) => stripe.books.settle(intent, true));
  each(['refunded', 'kept'], ({ intent }) => stripe.books.settle(intent, false));
  await deliverSome(subjects);

  // The next run charges again what failed, and learns of what was paid.
  each(STORIES, ({ methodId }) => stripe.books.cards.setBehavior(methodId, 'pays'));
  ctx.clock.advance(11 * MINUTE_MS);
  await advanceMemberships(ctx);
  await deliverSome(subjects);

  each(STORIES, ({ intent }) => stripe.books.dispute(intent, 'needs_response'));
  await deliverSome(subjects);
  each(STORIES, ({ intent }) => stripe.books.dispute(intent, 'under_review'));
  each(['lost'], ({ intent }) => stripe.books.dispute(intent, 'lost'));
  each(['refunded', 'kept'], ({ intent }) => stripe.books.dispute(intent, 'won'));
  await deliverSome(subjects);

  for (const amount of ['500', '1400']) {
    each(['refunded'], ({ intent }) =>
      stripe.books.refund(new URLSearchParams({ payment_intent: intent, amount })),
    );
    await deliverSome(subjects);
  }
  collectNews(subjects);
  await inLanes(shuffled(subjects.flatMap(({ news }) => news)), receive);
  for (let attempt = 0; attempt < 5; attempt++) await applyWaiting(1);
  const waiting = await ctx.pool.query(`select event_id from webhook_events where state <> 'done'`);
  expect(waiting.rows).toEqual([]);

  const ends = new Map<string, Set<string>>();
  for (const one of subjects) {
    const seen = ends.get(one.story) ?? new Set();
    ends.set(one.story, seen.add(JSON.stringify(await endOf(one))));
  }
  const seen = [...ends].map(([story, all]) => [story, [...all].map((text) => JSON.parse(text))]);
  const once = { isRenewed: true, invoices: 1, charges: 1, payment: 'succeeded' };
  const receipt = 'Your order RV at Relevé';
  const ended = 'Your Plan of orders.example membership has ended';
  expect(Object.fromEntries(seen)).toEqual({
    kept: [
      {
        ...once,
        state: 'active',
        invoice: 'paid',
        order: 'paid',
        refunded: 0,
        books: { gateway: 1900, platform_revenue: -1900 },
        disputes: ['won'],
        refunds: [],
        mails: [receipt],
      },
    ],
    // The bank has the money: nothing was refunded, but what was paid for is over.
    lost: [
      {
        ...once,
        state: 'cancelled',
        invoice: 'refunded',
        order: 'paid',
        refunded: 0,
        books: {},
        disputes: ['lost'],
        refunds: [],
        mails: [ended, receipt],
      },
    ],
    refunded: [
      {
        ...once,
        state: 'cancelled',
        invoice: 'refunded',
        order: 'refunded',
        refunded: 1900,
        books: {},
        disputes: ['won'],
        refunds: [500, 1400],
        mails: [
          'We’re refunding $14.00 of your order RV',
          'We’re refunding $5.00 of your order RV',
          ended,
          receipt,
        ],
      },
    ],
  });
});
