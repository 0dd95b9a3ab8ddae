// Gifts of a membership: paid like any order, redeemed once, and over when they are refunded.
import { describe, expect, it } from 'vitest';
import { getSubscription, previewSubscription } from '#shared/features/billing/billing.contract.ts';
import {
  buyGift,
  listOwnGifts,
  listStaffGifts,
  previewGift,
  quoteGift,
  redeemGift,
  resendGift,
} from '#shared/features/billing/gift.contract.ts';
import { getBenefits } from '#shared/features/membership/membership.contract.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { membershipPersonalData } from '#server/features/membership/membership.privacy.ts';
import { settleRefundedInvoice } from '#server/features/membership/membership.service.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import {
  VISA,
  memberOf,
  parkDemoMembers,
  passDays,
  someMember,
  somePlan,
} from '../../../tests/server/membership-tools.ts';
import { emailOf } from '../../../tests/server/seat-tools.ts';
import type { Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { sendGifts } from './gift-mail.service.ts';

const { ctx, call } = await testApp();
await parkDemoMembers(ctx);

const DAY_MS = 86_400_000;
const DECLINED = { ...VISA, number: '4000 0000 0000 0002' };
const dayFromNow = (days: number) =>
  new Date(ctx.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
let made = 0;

const GIFT = { fromName: 'Aunt Bea', recipientName: 'Mara', message: 'For your studio.', zip: '10001' };

async function bought({ yearlyCents = 19_000, seats = 1, ...body }: Record<string, unknown> = {}) {
  const plan = await somePlan(ctx, { yearlyCents: Number(yearlyCents), seats: Number(seats) });
  const buyer = await someMember(ctx);
  const recipientEmail = `mara-${process.pid}-${++made}@example.com`;
  const answer = await call(buyGift, {
    body: { ...GIFT, planId: plan.id, recipientEmail, sendOn: dayFromNow(0), card: VISA, ...body },
    ...buyer,
  });
  const [gift] = (await call(listOwnGifts, buyer)).json<{ id: number; code: string }[]>();
  return { plan, buyer, answer, recipientEmail, code: gift?.code ?? '', id: gift?.id ?? 0 };
}

const redeem = (code: string, person: Person) => call(redeemGift, { body: { code }, ...person });
const preview = (code: string, person?: Person) => call(previewGift, { body: { code }, ...person });
const mine = async (person: Person) => (await call(getSubscription, person)).json().subscription;
const isMember = async (person: Person) => (await call(getBenefits, person)).json().isMember;

/** As when its order is refunded in full. */
async function refund(orderId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await ctx.pool.query('update order_lines set is_live = false where order_id = $1', [orderId]);
    await settleRefundedInvoice(ctx, tx, { orderId, now: ctx.clock.now() });
  });
}

async function booksBalance(): Promise<boolean> {
  const { rows } = await ctx.pool.query<{ sum: string | null }>(
    'select sum(amount_cents) from ledger_entries',
  );
  return Number(rows[0]?.sum ?? 0) === 0;
}

describe('buying', () => {
  it('charges once, balances the books, and keeps no card', async () => {
    const { answer, buyer, plan, code } = await bought();
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json()).toMatchObject({ status: 'paid' });
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
    const { rows } = await ctx.pool.query(
      `select o.state, o.total_cents::int as cents, l.title, (select count(*)::int from saved_cards where user_id = $1) as cards
       from orders o join order_lines l on l.order_id = o.id where o.user_id = $1`,
      [buyer.id],
    );
    const title = `${plan.name} membership for a year, as a gift`;
    expect(rows).toEqual([{ state: 'paid', cents: 19_000, title, cards: 0 }]);
    expect(await booksBalance()).toBe(true);
    expect(await isMember(buyer)).toBe(false);
    expect((await call(quoteGift, { body: { planId: plan.id, zip: '10001' } })).json()).toEqual({
      price: '190.00',
      tax: '0.00',
      total: '190.00',
    });
  });

  it('asked twice with one key buys one; a declined card buys none', async () => {
    const { buyer, plan } = await bought({ idempotencyKey: 'c0ffee00-0000-4000-8000-000000000001' });
    const again = {
      ...GIFT,
      planId: plan.id,
      recipientEmail: 'twice@example.com',
      sendOn: dayFromNow(0),
      card: VISA,
      idempotencyKey: 'c0ffee00-0000-4000-8000-000000000002',
    };
    const answers = await Promise.all([1, 2].map(() => call(buyGift, { body: again, ...buyer })));
    expect(answers.some(({ statusCode }) => statusCode === 201)).toBe(true);
    expect((await call(listOwnGifts, buyer)).json()).toHaveLength(2);
    const declined = await bought({ card: DECLINED });
    expect(declined.answer.statusCode).toBe(402);
    expect(declined.code).toBe('');
  });

  it('refuses a day in the past, and a total the buyer didn’t see', async () => {
    expect((await bought({ sendOn: dayFromNow(-2) })).answer.statusCode).toBe(400);
    expect((await bought({ expectedTotal: '1.00' })).answer.statusCode).toBe(409);
  });
});

describe('the email', () => {
  it('goes out on its day, once, with code and message', async () => {
    const { recipientEmail, code } = await bought({ sendOn: dayFromNow(3) });
    await sendGifts(ctx);
    expect(await mailsTo(ctx, recipientEmail)).toEqual([]);
    ctx.clock.advance(3 * DAY_MS);
    await sendGifts(ctx);
    await sendGifts(ctx);
    const mails = await mailsTo(ctx, recipientEmail);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(code);
    expect(mails[0]?.text).toContain('For your studio.');
  });

  it('is sent again by staff, who don’t see the code', async () => {
    const { id, recipientEmail, code } = await bought({ sendOn: dayFromNow(9) });
    const admin = await someMemberOfStaff();
    const list = await call(listStaffGifts, { query: { q: recipientEmail }, ...admin });
    expect(list.json()).toMatchObject({ total: 1, items: [{ id, state: 'ready', sentAt: null }] });
    expect(list.body).not.toContain(code.slice(0, 9));
    expect((await call(resendGift, { params: { id }, ...admin })).statusCode).toBe(204);
    expect(await mailsTo(ctx, recipientEmail)).toHaveLength(1);
    await redeem(code, await someMember(ctx));
    expect((await call(resendGift, { params: { id }, ...admin })).statusCode).toBe(409);
  });
});

const someMemberOfStaff = async () => {
  const admin = await someMember(ctx, { roles: ['admin'] });
  return admin;
};

describe('redeeming', () => {
  it('starts a membership for a year without a card, which ends by itself', async () => {
    const { code, plan } = await bought();
    const mara = await someMember(ctx);
    expect((await preview(code)).json()).toMatchObject({ planName: plan.name, effect: null, problem: null });
    expect((await preview(code.toLowerCase(), mara)).json()).toMatchObject({ effect: 'start', days: null });
    const answer = await redeem(code, mara);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await mine(mara)).toMatchObject({
      source: 'gift',
      state: 'active',
      price: null,
      nextPayment: null,
    });
    expect(await isMember(mara)).toBe(true);
    ctx.clock.advance(364 * DAY_MS);
    await passDays(ctx, 3, { hours: 24 });
    expect(await isMember(mara)).toBe(false);
    expect(await mine(mara)).toMatchObject({ state: 'cancelled' });
  });

  it('works once: of ten requests at the same time, one succeeds', async () => {
    const { code } = await bought();
    const people = await Promise.all(Array.from({ length: 5 }, () => someMember(ctx)));
    const answers = await Promise.all([...people, ...people].map((person) => redeem(code, person)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(9);
    const members = await Promise.all(people.map(isMember));
    expect(members.filter(Boolean)).toHaveLength(1);
    expect((await preview(code)).statusCode).toBe(410);
  });

  it('is one invoice for one order, whatever the code does', async () => {
    const { code } = await bought();
    const { membership } = await memberOf(ctx);
    await redeem(code, await someMember(ctx));
    const twice = ctx.pool.query(
      `insert into membership_invoices (membership_id, kind, state, price_id, starts_at, ends_at, amount_cents, order_id, created_at, paid_at)
       select $1, kind, state, price_id, starts_at, ends_at, amount_cents, order_id, created_at, paid_at
       from membership_invoices where kind = 'gift' order by id desc limit 1`,
      [membership.id],
    );
    await expect(twice).rejects.toMatchObject({ constraint: 'membership_invoices_order' });
  });

  it('of the same plan moves the next payment by a year; of another one by what it is worth', async () => {
    const { member, membership, plan } = await memberOf(ctx, { yearlyCents: 38_000 }, { isCanceling: false });
    const { code } = await bought({ yearlyCents: 19_000 });
    expect((await preview(code, member)).json()).toMatchObject({
      effect: 'extend',
      days: 183,
      extendedPlanName: plan.name,
    });
    await redeem(code, member);
    const extended = await mine(member);
    expect(extended).toMatchObject({ id: membership.id, source: 'paid', planName: plan.name });
    expect(Date.parse(extended.endsAt) - membership.endsAt.getTime()).toBe(183 * DAY_MS);
    const more = await bought({ yearlyCents: 19_000 });
    await ctx.pool.query('update membership_gifts set price_id = $2 where id = $1', [
      more.id,
      membership.priceId,
    ]);
    await redeem(more.code, member);
    expect((await mine(member)).endsAt.slice(0, 4)).toBe(String(Number(extended.endsAt.slice(0, 4)) + 1));
  });

  it('keeps its worth when the plan changes', async () => {
    const { member, membership } = await memberOf(ctx, { monthlyCents: 1900 }, { isCanceling: false });
    await ctx.pool.query(
      `insert into membership_invoices (membership_id, kind, state, price_id, starts_at, ends_at, amount_cents, created_at, paid_at)
       values ($1, 'start', 'paid', $2, $3, $4, 1900, $3, $3)`,
      [membership.id, membership.priceId, membership.startsAt, membership.endsAt],
    );
    const { code } = await bought({ yearlyCents: 19_000 });
    await redeem(code, member);
    const dearer = await somePlan(ctx, { monthlyCents: 59_000, yearlyCents: 590_000 });
    const body = { planId: dearer.id, period: 'month' as const };
    const quoted = (await call(previewSubscription, { body, ...member })).json();
    expect(quoted).toMatchObject({ isNow: true, credit: '209.00' });
    // As after a change that was paid: the gift has been taken off its price.
    await ctx.pool.query(
      `insert into membership_invoices (membership_id, kind, state, price_id, starts_at, ends_at, amount_cents, created_at, paid_at)
       values ($1, 'change', 'paid', $2, $3, $4, 1900, $3, $3)`,
      [membership.id, membership.priceId, membership.startsAt, membership.endsAt],
    );
    const again = (await call(previewSubscription, { body, ...member })).json();
    expect(Number(again.credit)).toBeLessThanOrEqual(19);
  });

  it('replaces a trial, and waits while a payment is open', async () => {
    const trial = await memberOf(ctx, {}, { state: 'trialing', isCanceling: false });
    const { code, plan } = await bought();
    expect((await preview(code, trial.member)).json()).toMatchObject({ effect: 'replace_trial' });
    await redeem(code, trial.member);
    expect(await mine(trial.member)).toMatchObject({ planName: plan.name, source: 'gift', state: 'active' });
    const late = await memberOf(ctx, {}, { state: 'past_due', isCanceling: false });
    const other = await bought();
    expect((await preview(other.code, late.member)).json().problem).toMatch(/waits for a payment/);
    expect((await redeem(other.code, late.member)).statusCode).toBe(409);
    expect((await preview(other.code)).statusCode).toBe(200);
  });

  it('refuses codes that don’t exist', async () => {
    const mara = await someMember(ctx);
    for (const code of ['', 'ABCD', 'ABCD-EFGH-JKLM-NPQR']) {
      expect((await redeem(code, mara)).statusCode).toBe(404);
    }
    expect((await call(redeemGift, { body: { code: 'ABCD' } })).statusCode).toBe(401);
  });
});

describe('a refund of the order', () => {
  it('before the gift is redeemed makes its code void, and no email goes out', async () => {
    const { answer, code, recipientEmail } = await bought({ sendOn: dayFromNow(1) });
    await refund(answer.json<{ orderId: number }>().orderId);
    expect((await redeem(code, await someMember(ctx))).statusCode).toBe(410);
    ctx.clock.advance(2 * DAY_MS);
    await sendGifts(ctx);
    expect(await mailsTo(ctx, recipientEmail)).toEqual([]);
  });

  it('ends the membership it started', async () => {
    const { answer, code } = await bought();
    const mara = await someMember(ctx);
    await redeem(code, mara);
    await refund(answer.json<{ orderId: number }>().orderId);
    expect(await isMember(mara)).toBe(false);
    expect(await mine(mara)).toMatchObject({ state: 'cancelled' });
  });

  it('of one of two gifts takes back a year and leaves the other', async () => {
    const [first, second] = [await bought(), await bought()];
    await ctx.pool.query(
      'update membership_gifts set price_id = (select price_id from membership_gifts where id = $1) where id = $2',
      [first.id, second.id],
    );
    const mara = await someMember(ctx);
    await redeem(first.code, mara);
    const { endsAt } = await mine(mara);
    await redeem(second.code, mara);
    await refund(second.answer.json<{ orderId: number }>().orderId);
    expect(await mine(mara)).toMatchObject({ state: 'active', endsAt });
    await refund(first.answer.json<{ orderId: number }>().orderId);
    expect(await mine(mara)).toMatchObject({ state: 'cancelled' });
  });

  it('takes back only the time it added to another', async () => {
    const { member, membership } = await memberOf(ctx, {}, { isCanceling: false });
    const { answer, code } = await bought();
    await redeem(code, member);
    await refund(answer.json<{ orderId: number }>().orderId);
    expect(await mine(member)).toMatchObject({ state: 'active', endsAt: membership.endsAt.toISOString() });
    const shorter = (await mailsTo(ctx, emailOf(member))).filter(({ subject }) =>
      subject.endsWith('is shorter now'),
    );
    expect(shorter.map(({ text }) => text)).toEqual([expect.stringContaining('Your next payment moves to')]);
  });
});

it('an erased account leaves no names on its gifts, and codes that were given still work', async () => {
  const { buyer, code, recipientEmail } = await bought();
  const subject = { userId: buyer.id, email: 'b@example.com', isEmailVerified: true, orderIds: [] };
  expect(await membershipPersonalData.collect?.['membershipGifts']?.(ctx.db, subject)).toMatchObject({
    given: [{ recipientEmail, message: 'For your studio.' }],
    received: [],
  });
  await inTransaction(ctx.db, async (tx) => {
    await membershipPersonalData.erase?.(ctx, tx, { ...subject, now: ctx.clock.now() });
  });
  const { rows } = await ctx.pool.query(
    'select from_name, message from membership_gifts where buyer_id = $1',
    [buyer.id],
  );
  expect(rows).toEqual([{ from_name: '', message: '' }]);
  expect((await redeem(code, await someMember(ctx))).statusCode).toBe(200);
});
