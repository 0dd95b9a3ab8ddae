// A dispute of a membership's payment that is lost first and won later: the time comes back, once.
import { describe, expect, it } from 'vitest';
import {
  getSubscription,
  listSubscriptionInvoices,
  previewSubscription,
  startSubscription,
  updateSubscription,
} from '#shared/features/billing/billing.contract.ts';
import { buyGift, listOwnGifts, redeemGift } from '#shared/features/billing/gift.contract.ts';
import type { Membership } from '#shared/features/billing/billing.schema.ts';
import { cancelMembership } from '#shared/features/billing/staff-member.contract.ts';
import { getBenefits, getBookingCredit } from '#shared/features/membership/membership.contract.ts';
import { subjectsTo } from '../../../tests/server/mails.ts';
import {
  type Member,
  VISA,
  parkDemoMembers,
  passDays,
  someMember,
  somePlan,
} from '../../../tests/server/membership-tools.ts';
import { dispute, hearGateway } from '../../../tests/server/refund-tools.ts';
import { emailOf } from '../../../tests/server/seat-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { restoreLostTime } from './lost-time.service.ts';

const { ctx, call } = await testApp();
await parkDemoMembers(ctx);

const DAY_MS = 86_400_000;
type Plan = Awaited<ReturnType<typeof somePlan>>;

async function join(member: Member, { id: planId }: Plan, period = 'year'): Promise<void> {
  const body = { name: 'Mara Okafor', zip: '10001', planId, period, card: VISA };
  const answer = await call(startSubscription, { body, ...member });
  expect(answer.statusCode, answer.body).toBe(201);
}

async function latestOrderOf({ id }: Member): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select id from orders where user_id = $1 and is_invoice order by id desc limit 1',
    [id],
  );
  return rows[0]?.id ?? 0;
}

async function joined(plan: Plan, period?: string): Promise<{ member: Member; orderId: number }> {
  const member = await someMember(ctx);
  await join(member, plan, period);
  return { member, orderId: await latestOrderOf(member) };
}

async function decide(orderId: number, state: 'under_review' | 'won' | 'lost'): Promise<void> {
  await dispute(ctx, orderId, state);
  await hearGateway(ctx, orderId);
  await Promise.all([restoreLostTime(ctx), restoreLostTime(ctx)]);
  await restoreLostTime(ctx);
}

const mine = async (member: Member) =>
  (await call(getSubscription, member)).json<{ subscription: Membership }>().subscription;
const isMember = async (member: Member) => (await call(getBenefits, member)).json().isMember;
const invoiceStates = async (member: Member) =>
  (await call(listSubscriptionInvoices, member)).json<{ state: string }[]>().map(({ state }) => state);
const daysUntil = (time: string) => (Date.parse(time) - ctx.clock.now().getTime()) / DAY_MS;
const mailsAbout = async (member: Member, subject: string) =>
  (await subjectsTo(ctx, emailOf(member))).filter((one) => one.includes(subject)).length;

describe('a dispute that was lost and is won after all', () => {
  it('gives back the time that was left, without renewing', async () => {
    const plan = await somePlan(ctx, { bookingCreditCents: 6000 });
    const { member, orderId } = await joined(plan);
    const { endsAt } = await mine(member);
    await passDays(ctx, 20, { hours: 240 });
    const left = daysUntil(endsAt);
    await decide(orderId, 'lost');
    expect(await mine(member)).toMatchObject({ state: 'cancelled' });
    expect(await isMember(member)).toBe(false);
    expect(await invoiceStates(member)).toEqual(['refunded']);

    await passDays(ctx, 60, { hours: 480 });
    await decide(orderId, 'under_review');
    expect(await isMember(member)).toBe(false);
    await decide(orderId, 'won');
    const back = await mine(member);
    expect(back).toMatchObject({ state: 'active', isCanceling: true, endedAt: null, nextPayment: null });
    expect(daysUntil(back.endsAt)).toBeCloseTo(left, 3);
    expect(await isMember(member)).toBe(true);
    expect(await invoiceStates(member)).toEqual(['paid']);
    const { credit } = (await call(getBookingCredit, member)).json();
    expect(credit).toMatchObject({ left: '60.00' });
    expect(await mailsAbout(member, 'membership is back')).toBe(1);

    // Banks may change their mind again.
    await decide(orderId, 'lost');
    expect(await isMember(member)).toBe(false);
    await decide(orderId, 'won');
    expect(daysUntil((await mine(member)).endsAt)).toBeCloseTo(left, 3);
  });

  it('renews again if its member resumes it', async () => {
    const plan = await somePlan(ctx);
    const { member, orderId } = await joined(plan, 'month');
    await decide(orderId, 'lost');
    await decide(orderId, 'won');
    const body = { action: 'resume' };
    expect((await call(updateSubscription, { body, ...member })).json().status).toBe('done');
    expect((await mine(member)).nextPayment).not.toBeNull();
    await passDays(ctx, 40, { hours: 480 });
    expect(await invoiceStates(member)).toEqual(['paid', 'paid']);
  });

  it('keeps the days of a pause', async () => {
    const { member, orderId } = await joined(await somePlan(ctx));
    await passDays(ctx, 5);
    const left = daysUntil((await mine(member)).endsAt);
    await call(updateSubscription, { body: { action: 'pause', months: 2 }, ...member });
    await passDays(ctx, 10);
    await decide(orderId, 'lost');
    await passDays(ctx, 3);
    await decide(orderId, 'won');
    expect(daysUntil((await mine(member)).endsAt)).toBeCloseTo(left, 3);
  });

  it('moves the next payment of someone who joined again', async () => {
    const [plan, dearer] = [await somePlan(ctx), await somePlan(ctx, { yearlyCents: 38_000 })];
    for (const [next, share] of [
      [plan, 1],
      [dearer, 0.5],
    ] as const) {
      const { member, orderId } = await joined(plan);
      await decide(orderId, 'lost');
      await join(member, next);
      const { id, endsAt } = await mine(member);
      await decide(orderId, 'won');
      const longer = await mine(member);
      expect(longer).toMatchObject({ id, isCanceling: false });
      expect((Date.parse(longer.endsAt) - Date.parse(endsAt)) / DAY_MS / 365).toBeCloseTo(share, 2);
      expect(longer.nextPayment?.at).toBe(longer.endsAt);
      expect(await mailsAbout(member, 'membership is longer now')).toBe(1);
      const change = { planId: plan.id, period: 'month' };
      expect((await call(previewSubscription, { body: change, ...member })).statusCode).toBe(200);
    }
  });

  it('gives back nothing that staff had ended, or that was over', async () => {
    const { member, orderId } = await joined(await somePlan(ctx));
    const { id } = await mine(member);
    const body = { when: 'now', reason: 'Shared the account.' };
    await call(cancelMembership, { params: { id }, body }, 'admin');
    await decide(orderId, 'lost');
    await decide(orderId, 'won');
    expect(await mine(member)).toMatchObject({ state: 'cancelled' });
    expect(await invoiceStates(member)).toEqual(['paid']);
  });

  it('makes the code of a gift work again', async () => {
    const plan = await somePlan(ctx);
    const [buyer, member] = [await someMember(ctx), await someMember(ctx)];
    const recipientEmail = emailOf(member);
    const sendOn = ctx.clock.now().toISOString().slice(0, 10);
    const gift = { fromName: 'Aunt Bea', recipientName: 'Mara', message: '', zip: '10001', sendOn };
    const body = { ...gift, planId: plan.id, recipientEmail, card: VISA };
    const { orderId } = (await call(buyGift, { body, ...buyer })).json<{ orderId: number }>();
    const own = async () =>
      (await call(listOwnGifts, buyer)).json<{ code: string; state: string }[]>()[0] ?? {
        code: '',
        state: '',
      };
    const { code } = await own();
    await decide(orderId, 'lost');
    expect((await own()).state).toBe('refunded');
    await decide(orderId, 'won');
    expect((await own()).state).toBe('ready');
    expect((await call(redeemGift, { body: { code }, ...member })).statusCode).toBe(200);

    await decide(orderId, 'lost');
    expect(await isMember(member)).toBe(false);
    await decide(orderId, 'won');
    expect((await own()).state).toBe('redeemed');
    const back = await mine(member);
    expect(back).toMatchObject({ state: 'active', isCanceling: false, source: 'gift' });
    expect(daysUntil(back.endsAt) / 365).toBeCloseTo(1, 1);
  });
});
