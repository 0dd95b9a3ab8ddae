// Pauses, and what may happen to a membership during one.
import { expect, it } from 'vitest';
import {
  getSubscription,
  previewSubscription,
  startSubscription,
  updateSubscription,
} from '#shared/features/billing/billing.contract.ts';
import { confirmCheckout } from '#shared/features/checkout/checkout.contract.ts';
import {
  ASKS,
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

const change = (member: Member, body: object) => call(updateSubscription, { body, ...member });
const mine = async (member: Member) => (await call(getSubscription, member)).json().subscription;
const charged = async (member: Member) =>
  (
    await ctx.pool.query<{ cents: number }>(
      'select total_cents::int as cents from orders where user_id = $1 and paid_at is not null order by id',
      [member.id],
    )
  ).rows.map(({ cents }) => cents);

async function joined(card: object = VISA): Promise<Member> {
  const member = await someMember(ctx);
  const plan = await somePlan(ctx);
  const body = { name: 'Mara Okafor', zip: '10001', planId: plan.id, period: 'month', card };
  const answer = await call(startSubscription, { body, ...member });
  expect(answer.statusCode, answer.body).toBe(201);
  return member;
}

it('keeps the days that are left', async () => {
  const member = await joined();
  await passDays(ctx, 10);
  const paused = (await change(member, { action: 'pause', months: 2 })).json().subscription;
  expect(paused).toMatchObject({ state: 'paused', nextPayment: null });
  await passDays(ctx, 50);
  expect(await mine(member)).toMatchObject({ state: 'paused' });
  await passDays(ctx, 13);
  expect(await mine(member)).toMatchObject({ state: 'active' });
  expect(await charged(member)).toEqual([1900]);
  await passDays(ctx, 25);
  expect(await charged(member)).toEqual([1900, 1900]);
});

it('canceled during it, the days that are paid for can still be used', async () => {
  const member = await joined();
  await passDays(ctx, 10);
  const left = async () => Date.parse((await mine(member)).endsAt) - ctx.clock.now().getTime();
  const leftBefore = await left();
  await change(member, { action: 'pause', months: 2 });
  await passDays(ctx, 5);
  const canceled = (await change(member, { action: 'cancel' })).json().subscription;
  expect(canceled).toMatchObject({ state: 'active', isCanceling: true, nextPayment: null });
  expect(await left()).toBe(leftBefore);
  await passDays(ctx, 10);
  expect(await mine(member)).toMatchObject({ state: 'active' });
  await passDays(ctx, 15);
  expect(await mine(member)).toMatchObject({ state: 'cancelled' });
  expect(await charged(member)).toEqual([1900]);
});

it('gives up a change the bank still asks about', async () => {
  const member = await joined();
  await change(member, { action: 'update_card', card: ASKS });
  const to = { planId: (await somePlan(ctx, { monthlyCents: 5900 })).id, period: 'month' };
  const { total } = (await call(previewSubscription, { body: to, ...member })).json();
  const asked = (await change(member, { action: 'change', ...to, expectedTotal: total })).json();
  expect(asked.status).toBe('requires_action');
  expect((await change(member, { action: 'pause', months: 1 })).json().subscription.state).toBe('paused');
  await ctx.sandbox?.hearBuyer(asked.clientSecret, { answer: 'approve' });
  await call(confirmCheckout, { body: { orderId: asked.orderId }, ...member });
  expect(await mine(member)).toMatchObject({ state: 'paused' });
  expect(await charged(member)).toEqual([1900]);
});

it('is over when a payment that was already on its way arrives', async () => {
  const member = await joined();
  await change(member, { action: 'update_card', card: ASKS });
  const to = { planId: (await somePlan(ctx, { monthlyCents: 5900 })).id, period: 'month' };
  const { total } = (await call(previewSubscription, { body: to, ...member })).json();
  const asked = (await change(member, { action: 'change', ...to, expectedTotal: total })).json();
  // As if both had happened at the same moment.
  await ctx.pool.query(
    `update memberships set state = 'paused', paused_until = now() + interval '1 month', paused_seconds = 60 where user_id = $1`,
    [member.id],
  );
  await ctx.sandbox?.hearBuyer(asked.clientSecret, { answer: 'approve' });
  await call(confirmCheckout, { body: { orderId: asked.orderId }, ...member });
  expect(await mine(member)).toMatchObject({ state: 'active', pausedUntil: null });
  expect(await charged(member)).toEqual([1900, 4000]);
});
