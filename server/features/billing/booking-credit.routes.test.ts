// What payments of a membership add to its booking credit: exactly once, and never twice for one half-year.
import { describe, expect, it } from 'vitest';
import { redeemGift } from '#shared/features/billing/gift.contract.ts';
import {
  previewSubscription,
  startSubscription,
  updateSubscription,
} from '#shared/features/billing/billing.contract.ts';
import { getBookingCredit } from '#shared/features/membership/membership.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { payBack } from '#server/features/refund/refund.service.ts';
import {
  type Member,
  VISA,
  parkDemoMembers,
  passDays,
  someMember,
  somePlan,
} from '../../../tests/server/membership-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { remindOfCredit } from './credit-reminder.service.ts';

const app = await testApp();
await parkDemoMembers(app.ctx);
const { ctx, call } = app;
const DAY = 86_400_000;

const PLAN = { trialDays: 0, bookingCreditCents: 7000 };
const join = async (member: Member, planId: number, period: 'month' | 'year') => {
  const body = { name: 'Mara Okafor', zip: '10001', planId, period, card: VISA };
  const answer = await call(startSubscription, { body, ...member });
  expect(answer.statusCode, answer.body).toBe(201);
};
const update = async (member: Member, body: object) => {
  const answer = await call(updateSubscription, { body, ...member });
  expect(answer.statusCode, answer.body).toBe(200);
};
const change = async (member: Member, planId: number, period: 'month' | 'year') => {
  const { total } = (await call(previewSubscription, { body: { planId, period }, ...member })).json();
  await update(member, { action: 'change', planId, period, expectedTotal: total });
};
const credit = async (member: Member) => (await call(getBookingCredit, member)).json().credit;
const left = async (member: Member) => (await credit(member))?.left ?? null;

const passMonth = () => passDays(ctx, 31, { hours: 31 * 24 });

/** As if a session had been paid with it. */
const use = (member: Member, cents: number) =>
  ctx.pool.query(
    'update membership_credits set used_cents = used_cents + $2 where user_id = $1 and starts_at <= $3 and ends_at > $3',
    [member.id, cents, ctx.clock.now()],
  );

async function memberWith(period: 'month' | 'year', plan: object = PLAN) {
  const member = await someMember(ctx);
  const { id: planId } = await somePlan(ctx, { ...PLAN, ...plan });
  await join(member, planId, period);
  return { member, planId };
}

describe('paid by the month', () => {
  it('a sixth with each payment, all of it with the sixth, and a new half-year with the seventh', async () => {
    const { member } = await memberWith('month');
    const seen: (string | null)[] = [await left(member)];
    for (let month = 1; month <= 6; month++) {
      await passMonth();
      seen.push(await left(member));
    }
    expect(seen).toEqual(['11.66', '23.33', '35.00', '46.66', '58.33', '70.00', '11.66']);
    const { rows } = await ctx.pool.query(
      'select months from membership_credits where user_id = $1 order by id',
      [member.id],
    );
    expect(rows).toEqual([{ months: 6 }, { months: 1 }]);
  });
});

describe('paid by the year', () => {
  it('all of it for each half-year; what is left then is gone', async () => {
    const { member } = await memberWith('year');
    await use(member, 3000);
    expect(await left(member)).toBe('40.00');
    ctx.clock.advance(185 * DAY);
    await passDays(ctx, 1, { hours: 24 });
    expect(await credit(member)).toMatchObject({ granted: '70.00', left: '70.00', uses: [] });
  });

  it('reminds two weeks before the end, once, and only of what is left', async () => {
    const { member } = await memberWith('year');
    const other = await memberWith('year');
    await use(other.member, 7000);
    const mailed = async (who: Member) =>
      (
        await ctx.pool.query<{ subject: string }>(
          `select subject from mail_outbox
           where "to" = (select email from users where id = $1) and subject like '%booking credit%'`,
          [who.id],
        )
      ).rows.map(({ subject }) => subject);
    await remindOfCredit(ctx);
    expect(await mailed(member)).toEqual([]);
    ctx.clock.advance(170 * DAY);
    await Promise.all([remindOfCredit(ctx), remindOfCredit(ctx)]);
    await remindOfCredit(ctx);
    expect(await mailed(member)).toEqual([expect.stringMatching(/^\$70\.00 of booking credit ends on /)]);
    expect(await mailed(other.member)).toEqual([]);
  });
});

describe('a change', () => {
  it('to a dearer plan starts a half-year with the greater amount, of which what was used stays used', async () => {
    const { member } = await memberWith('year');
    const { id: bigger } = await somePlan(ctx, {
      ...PLAN,
      bookingCreditCents: 23_000,
      yearlyCents: 90_000,
      monthlyCents: 9000,
    });
    await use(member, 5000);
    ctx.clock.advance(30 * DAY);
    await passDays(ctx, 1, { hours: 24 });
    await change(member, bigger, 'year');
    expect(await credit(member)).toMatchObject({ granted: '230.00', left: '180.00' });
    const { rows } = await ctx.pool.query('select 1 from membership_credits where user_id = $1', [member.id]);
    expect(rows).toHaveLength(2);
  });

  it('late in a half-year takes nothing away', async () => {
    const { member } = await memberWith('month', { monthlyCents: 1000 });
    for (let month = 1; month <= 5; month++) await passMonth();
    expect(await left(member)).toBe('70.00');
    const { id: bigger } = await somePlan(ctx, { ...PLAN, bookingCreditCents: 9000, monthlyCents: 2000 });
    await change(member, bigger, 'month');
    expect(await credit(member)).toMatchObject({ granted: '70.00', left: '70.00' });
  });
});

describe('the end', () => {
  it('of the membership is the end of its credit, and joining again gives no second one', async () => {
    const { member, planId } = await memberWith('year');
    await use(member, 4500);
    const { rows } = await ctx.pool.query<{ id: number }>('select id from orders where user_id = $1', [
      member.id,
    ]);
    const id = rows[0]?.id ?? 0;
    const answer = await call(
      refundOrder,
      { params: { id }, body: { kind: 'whole', reason: 'Changed mind' } },
      'admin',
    );
    await payBack(ctx, answer.json().refund.id);
    expect(await credit(member)).toBeNull();
    await join(member, planId, 'year');
    expect(await credit(member)).toMatchObject({ granted: '70.00', left: '25.00' });
  });

  it('canceled: until the last day, and the page says which', async () => {
    const { member } = await memberWith('month');
    await update(member, { action: 'cancel', reason: 'A quiet year.' });
    const { rows } = await ctx.pool.query<{ ends_at: Date }>(
      'select ends_at from memberships where user_id = $1',
      [member.id],
    );
    expect((await credit(member)).endsAt).toBe(rows[0]?.ends_at.toISOString());
    await passDays(ctx, 32, { hours: 32 * 24 });
    expect(await credit(member)).toBeNull();
  });
});

describe('a pause', () => {
  it('closes it, and moves its end by as long', async () => {
    const { member } = await memberWith('month');
    const before = (await credit(member)).endsAt;
    await passDays(ctx, 10);
    await update(member, { action: 'pause', months: 1 });
    expect(await credit(member)).toBeNull();
    await passDays(ctx, 5);
    await update(member, { action: 'resume' });
    const moved = Date.parse((await credit(member)).endsAt) - Date.parse(before);
    expect(Math.round(moved / DAY)).toBe(5);
  });
});

it('a trial has none, and a plan without credit neither', async () => {
  const trying = await memberWith('month', { bookingCreditCents: 0 });
  expect(await credit(trying.member)).toBeNull();
  expect(
    (await call(redeemGift, { body: { code: 'AAAA-AAAA-AAAA-AAAA' }, ...trying.member })).statusCode,
  ).toBe(404);
});
