// Memberships from the first day to the last, with the sandbox's cards and a clock that tests move.
import { describe, expect, it } from 'vitest';
import {
  getSubscription,
  previewSubscription,
  startSubscription,
  updateSubscription,
} from '#shared/features/billing/billing.contract.ts';
import { confirmCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { coverUrl } from '#shared/features/cover/cover.rules.ts';
import { getOrderFiles } from '#shared/features/order/order.contract.ts';
import { listPlans } from '#shared/features/plan/plan.contract.ts';
import { advanceMemberships } from './renewal.service.ts';
import {
  ASKS,
  DECLINED_LATER,
  type Member,
  VISA,
  parkDemoMembers,
  passDays,
  someMember,
  somePlan,
} from '../../../tests/server/membership-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
await parkDemoMembers(ctx);

const DAY_MS = 86_400_000;
const HOME = { name: 'Mara Okafor', zip: '10001' };

const join = (member: Member, body: object) =>
  call(startSubscription, { body: { ...HOME, ...body }, ...member });
const change = (member: Member, body: object) => call(updateSubscription, { body, ...member });
const mine = async (member: Member) => (await call(getSubscription, member)).json();

async function joined(
  card: object = VISA,
  { period = 'month', ...values }: { period?: string; monthlyCents?: number } = {},
) {
  const member = await someMember(ctx);
  const plan = await somePlan(ctx, values);
  const answer = await join(member, { planId: plan.id, period, card });
  expect(answer.statusCode, answer.body).toBe(201);
  return { member, plan, answer: answer.json() };
}

/** What was charged, in cents, and the books. */
async function chargesOf(member: Member): Promise<number[]> {
  const { rows } = await ctx.pool.query<{ cents: string }>(
    `select total_cents as cents from orders where user_id = $1 and is_invoice and state in ('paid', 'partially_refunded')
     order by id`,
    [member.id],
  );
  return rows.map(({ cents }) => Number(cents));
}

async function mailsTo(member: Member): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ subject: string }>(
    `select subject from mail_outbox where lower("to") = (select lower(email) from users where id = $1) and subject like '%Plan%' order by created_at, id`,
    [member.id],
  );
  return rows.map(({ subject }) => subject.replace(/Plan \d+ \d+/, 'Solo').replace(/ on .*/, ''));
}

async function booksBalance(): Promise<boolean> {
  const { rows } = await ctx.pool.query<{ sum: string | null }>(
    'select sum(amount_cents) from ledger_entries',
  );
  return Number(rows[0]?.sum ?? 0) === 0;
}

describe('plans', () => {
  it('on sale are public; drafts and retired ones are not', async () => {
    const { id } = await somePlan(ctx, { monthlyCents: 1900, yearlyCents: 19_000 });
    const draft = await somePlan(ctx, { state: 'draft' });
    const retired = await somePlan(ctx, { state: 'retired' });
    const answer = await call(listPlans);
    const list = answer.json<{ id: number }[]>();
    expect(list.find((plan) => plan.id === id)).toMatchObject({ monthly: '19.00', yearly: '190.00' });
    expect(list.map((plan) => plan.id)).not.toContain(draft.id);
    expect(list.map((plan) => plan.id)).not.toContain(retired.id);
    const member = await someMember(ctx);
    expect((await join(member, { planId: draft.id, period: 'month', card: VISA })).statusCode).toBe(404);
  });
});

describe('joining', () => {
  it('charges the card, opens the period and says what comes next', async () => {
    const { member, plan, answer } = await joined();
    expect(answer).toMatchObject({
      status: 'done',
      subscription: {
        planId: plan.id,
        state: 'active',
        card: { brand: 'Visa', lastFour: '4242' },
        nextPayment: { amount: '19.00', period: 'month' },
      },
    });
    expect(await chargesOf(member)).toEqual([1900]);
    expect((await mine(member)).canTry).toBe(false);
    expect(await booksBalance()).toBe(true);
    const { rows } = await ctx.pool.query<{ text: string; orderId: number }>(
      `select m.text, o.id as "orderId" from orders o join mail_outbox m on m.subject like 'Your order ' || o.number || '%'
       where o.user_id = $1`,
      [member.id],
    );
    expect(rows[0]?.text).toContain('Total: $19.00\n\nOrder and receipt:\n');
    const bought = await call(getOrderFiles, { params: { id: rows[0]?.orderId ?? 0 }, ...member });
    expect(bought.json()).toMatchObject({ items: [{ imageUrl: coverUrl('site-empty', 'square', 600) }] });
  });

  it('refuses a total the visitor didn’t see', async () => {
    const member = await someMember(ctx);
    const plan = await somePlan(ctx);
    const answer = await join(member, {
      planId: plan.id,
      period: 'month',
      card: VISA,
      expectedTotal: '9.00',
    });
    expect(answer.statusCode).toBe(409);
    expect(await chargesOf(member)).toEqual([]);
  });

  it('with a declined card leaves nothing, and another card works', async () => {
    const member = await someMember(ctx);
    const plan = await somePlan(ctx);
    const body = { planId: plan.id, period: 'month' };
    expect(
      (await join(member, { ...body, card: { ...VISA, number: '4000 0000 0000 0002' } })).statusCode,
    ).toBe(402);
    expect((await join(member, { ...body, card: DECLINED_LATER })).statusCode).toBe(402);
    expect((await mine(member)).subscription).toMatchObject({ state: 'incomplete' });
    expect((await join(member, { ...body, card: VISA })).statusCode).toBe(201);
    expect(await chargesOf(member)).toEqual([1900]);
  });

  it('waits for the bank’s confirmation', async () => {
    const { member, answer } = await joined(ASKS);
    expect(answer).toMatchObject({ status: 'requires_action', subscription: { state: 'incomplete' } });
    await ctx.sandbox?.hearBuyer(answer.clientSecret, { answer: 'approve' });
    await call(confirmCheckout, { body: { orderId: answer.orderId }, ...member });
    expect((await mine(member)).subscription).toMatchObject({ state: 'active' });
  });

  it('from two tabs at once makes one membership and one charge', async () => {
    const member = await someMember(ctx);
    const plan = await somePlan(ctx);
    const body = { planId: plan.id, period: 'month', card: VISA };
    const answers = await Promise.all(Array.from({ length: 6 }, () => join(member, body)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.every(({ statusCode }) => [201, 409].includes(statusCode))).toBe(true);
    expect(await chargesOf(member)).toEqual([1900]);
  });

  it('with the same key twice is one request', async () => {
    const member = await someMember(ctx);
    const plan = await somePlan(ctx);
    const body = { planId: plan.id, period: 'month', card: VISA, idempotencyKey: `join-${member.id}-1` };
    const first = await join(member, body);
    const second = await join(member, body);
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.json()).toEqual(first.json());
    expect(await chargesOf(member)).toEqual([1900]);
  });
});

describe('a trial', () => {
  const tried = async () => {
    const member = await someMember(ctx);
    const plan = await somePlan(ctx, { trialDays: 14 });
    const answer = await call(startSubscription, {
      body: { planId: plan.id, period: 'month', isTrial: true },
      ...member,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return { member, plan };
  };

  it('needs no card and simply ends, with one reminder', async () => {
    const { member, plan } = await tried();
    expect((await mine(member)).subscription).toMatchObject({
      state: 'trialing',
      card: null,
      nextPayment: null,
    });
    await passDays(ctx, 15);
    expect((await mine(member)).subscription).toMatchObject({ state: 'cancelled' });
    expect(await chargesOf(member)).toEqual([]);
    expect(await mailsTo(member)).toEqual([
      'Your Solo trial has started',
      'Your Solo trial ends',
      'Your Solo membership has ended',
    ]);
    const again = await call(startSubscription, {
      body: { planId: plan.id, period: 'month', isTrial: true },
      ...member,
    });
    expect(again.statusCode).toBe(409);
  });

  it('isn’t given by a plan that has none', async () => {
    const body = { planId: (await somePlan(ctx, { trialDays: 0 })).id, period: 'month', isTrial: true };
    const answer = await call(startSubscription, { body, ...(await someMember(ctx)) });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict']);
  });

  it('with a card becomes a membership when it ends, not before', async () => {
    const { member } = await tried();
    expect((await change(member, { action: 'update_card', card: VISA })).statusCode).toBe(200);
    await passDays(ctx, 13);
    expect(await chargesOf(member)).toEqual([]);
    await passDays(ctx, 2);
    expect(await chargesOf(member)).toEqual([1900]);
    expect((await mine(member)).subscription).toMatchObject({ state: 'active' });
  });

  it('can be canceled, and then charges nothing', async () => {
    const { member } = await tried();
    await change(member, { action: 'update_card', card: VISA });
    expect((await change(member, { action: 'cancel' })).statusCode).toBe(200);
    await passDays(ctx, 16);
    expect(await chargesOf(member)).toEqual([]);
    expect((await mine(member)).subscription).toMatchObject({ state: 'cancelled' });
  });
});

describe('renewal', () => {
  it('charges each period once, however often the job runs, on the same day of the month', async () => {
    ctx.clock.set(new Date(Date.UTC(ctx.clock.now().getUTCFullYear() + 1, 0, 31, 10)));
    const { member } = await joined();
    await passDays(ctx, 95);
    for (let run = 0; run < 5; run++) await advanceMemberships(ctx);
    expect(await chargesOf(member)).toEqual([1900, 1900, 1900, 1900]);
    expect(new Date((await mine(member)).subscription.endsAt).getUTCDate()).toBe(31);
    expect(await booksBalance()).toBe(true);
  });

  it('by two processes at once charges once', async () => {
    const { member } = await joined();
    ctx.clock.advance(32 * DAY_MS);
    await Promise.all(Array.from({ length: 8 }, () => advanceMemberships(ctx)));
    expect(await chargesOf(member)).toEqual([1900, 1900]);
  });

  it('a declined card is tried after 2, 5, 7 and 7 days; access continues until then, and each email is sent once', async () => {
    const { member } = await joined();
    expect((await change(member, { action: 'update_card', card: DECLINED_LATER })).statusCode).toBe(200);
    await passDays(ctx, 32);
    expect((await mine(member)).subscription).toMatchObject({ state: 'past_due' });
    await passDays(ctx, 13);
    expect((await mine(member)).subscription).toMatchObject({ state: 'past_due' });
    await passDays(ctx, 10);
    expect((await mine(member)).subscription).toMatchObject({
      state: 'cancelled',
      card: { lastFour: '0341' },
    });
    const { rows } = await ctx.pool.query<{ attempts: number }>(
      `select p.attempts from payments p join orders o on o.id = p.order_id where o.user_id = $1 order by p.id`,
      [member.id],
    );
    expect(rows.at(-1)).toEqual({ attempts: 5 });
    expect(await mailsTo(member)).toEqual([
      ...Array.from({ length: 4 }, () => 'We couldn’t renew your Solo membership'),
      'Your Solo membership has ended',
    ]);
    expect(await chargesOf(member)).toEqual([1900]);
  });

  it('another card settles a failed payment right away, once', async () => {
    const { member } = await joined();
    await change(member, { action: 'update_card', card: DECLINED_LATER });
    await passDays(ctx, 32);
    const paid = await change(member, { action: 'update_card', card: VISA });
    expect(paid.json()).toMatchObject({ status: 'done', subscription: { state: 'active' } });
    await passDays(ctx, 20);
    expect(await chargesOf(member)).toEqual([1900, 1900]);
  });

  it('of a year is announced two weeks before', async () => {
    const { member } = await joined(VISA, { period: 'year' });
    await passDays(ctx, 366, { hours: 24 });
    expect(await mailsTo(member)).toEqual(['Your Solo membership renews']);
    expect(await chargesOf(member)).toEqual([19_000, 19_000]);
  });

  it('keeps the price members signed up for', async () => {
    const { member, plan } = await joined();
    await ctx.pool.query('update plan_prices set retired_at = now() where plan_id = $1', [plan.id]);
    await ctx.pool.query(
      `insert into plan_prices (plan_id, period, amount_cents, created_at) values ($1, 'month', 2900, now())`,
      [plan.id],
    );
    await passDays(ctx, 32);
    expect(await chargesOf(member)).toEqual([1900, 1900]);
  });
});

describe('changing', () => {
  it('to a dearer plan credits the unused part to the cent, as previewed', async () => {
    const { member } = await joined();
    const studio = await somePlan(ctx, { monthlyCents: 5900 });
    const { startsAt, endsAt } = (await mine(member)).subscription;
    ctx.clock.set(new Date((Date.parse(startsAt) + Date.parse(endsAt)) / 2));
    const to = { planId: studio.id, period: 'month' };
    const preview = (await call(previewSubscription, { body: to, ...member })).json();
    expect(preview).toMatchObject({ isNow: true, price: '59.00', credit: '9.50', total: '49.50' });
    expect((await change(member, { action: 'change', ...to, expectedTotal: '40.00' })).statusCode).toBe(409);
    const done = await change(member, { action: 'change', ...to, expectedTotal: preview.total });
    expect(done.json(), done.body).toMatchObject({
      status: 'done',
      subscription: { planId: studio.id, state: 'active' },
    });
    expect(await chargesOf(member)).toEqual([1900, 4950]);
    expect(await booksBalance()).toBe(true);
  });

  it('to a cheaper plan waits for the end of the period', async () => {
    const { member, plan } = await joined(VISA, { monthlyCents: 5900 });
    const solo = await somePlan(ctx, { monthlyCents: 1900 });
    const to = { planId: solo.id, period: 'month' };
    expect((await call(previewSubscription, { body: to, ...member })).json()).toMatchObject({
      isNow: false,
      total: '0.00',
    });
    const done = await change(member, { action: 'change', ...to, expectedTotal: '0.00' });
    expect(done.json().subscription).toMatchObject({ planId: plan.id, nextPayment: { amount: '19.00' } });
    await passDays(ctx, 32);
    expect((await mine(member)).subscription).toMatchObject({ planId: solo.id });
    expect(await chargesOf(member)).toEqual([5900, 1900]);
  });

  it('with a declined card changes nothing', async () => {
    const { member, plan } = await joined();
    const studio = await somePlan(ctx, { monthlyCents: 5900 });
    await change(member, { action: 'update_card', card: DECLINED_LATER });
    const to = { planId: studio.id, period: 'month' };
    const { total } = (await call(previewSubscription, { body: to, ...member })).json();
    expect((await change(member, { action: 'change', ...to, expectedTotal: total })).statusCode).toBe(402);
    expect((await mine(member)).subscription).toMatchObject({ planId: plan.id, state: 'active' });
    await change(member, { action: 'update_card', card: VISA });
    await passDays(ctx, 32);
    expect(await chargesOf(member)).toEqual([1900, 1900]);
  });
});

describe('leaving', () => {
  it('keeps the period that is paid for; resuming undoes it', async () => {
    const { member } = await joined();
    const done = await change(member, { action: 'cancel', reason: 'A quiet year.' });
    expect(done.json().subscription).toMatchObject({ state: 'active', isCanceling: true, nextPayment: null });
    expect((await change(member, { action: 'resume' })).json().subscription).toMatchObject({
      isCanceling: false,
    });
    await passDays(ctx, 32);
    expect(await chargesOf(member)).toEqual([1900, 1900]);
    await change(member, { action: 'cancel' });
    await passDays(ctx, 32);
    expect((await mine(member)).subscription).toMatchObject({ state: 'cancelled' });
    expect(await chargesOf(member)).toEqual([1900, 1900]);
  });

  it('takes back a change that was waiting, also for those who resume', async () => {
    const { member, plan } = await joined(VISA, { monthlyCents: 5900 });
    const { id: planId } = await somePlan(ctx, { monthlyCents: 1900 });
    const waiting = await change(member, {
      action: 'change',
      planId,
      period: 'month',
      expectedTotal: '0.00',
    });
    expect(waiting.json().subscription).toMatchObject({ nextPayment: { amount: '19.00' } });
    await change(member, { action: 'cancel' });
    expect((await change(member, { action: 'resume' })).json().subscription).toMatchObject({
      planId: plan.id,
      nextPayment: { amount: '59.00' },
    });
  });

  it('during a failed payment ends at once and is never charged', async () => {
    const { member } = await joined();
    await change(member, { action: 'update_card', card: DECLINED_LATER });
    await passDays(ctx, 32);
    expect((await change(member, { action: 'cancel' })).json().subscription).toMatchObject({
      state: 'cancelled',
    });
    await passDays(ctx, 30);
    expect(await chargesOf(member)).toEqual([1900]);
    expect((await mailsTo(member)).at(-1)).toBe('Your Solo membership has ended');
  });
});

it('a stranger sees and changes nothing', async () => {
  await joined();
  const stranger = await someMember(ctx);
  expect((await mine(stranger)).subscription).toBeNull();
  expect((await change(stranger, { action: 'cancel' })).statusCode).toBe(404);
  expect((await call(getSubscription)).statusCode).toBe(401);
});
