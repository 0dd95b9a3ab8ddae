// A change of plan whose payment, or the one before it, is returned: what is still paid stays, and no more.
import { expect, it } from 'vitest';
import {
  getSubscription,
  startSubscription,
  updateSubscription,
} from '#shared/features/billing/billing.contract.ts';
import type { Membership } from '#shared/features/billing/billing.schema.ts';
import { getBookingCredit } from '#shared/features/membership/membership.contract.ts';
import {
  inviteToMembership,
  listMembershipSeats,
} from '#shared/features/membership/membership-seat.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
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

const mine = async (member: Member) =>
  (await call(getSubscription, member)).json<{ subscription: Membership }>().subscription;
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** A year for $190.00, and at once a dearer plan for $590.00: paid twice, $190.00 and about $400.00. */
async function changed(period: 'month' | 'year' = 'year') {
  const member = await someMember(ctx);
  const small = await somePlan(ctx, { yearlyCents: 19_000 });
  const large = await somePlan(ctx, {
    monthlyCents: 5900,
    yearlyCents: 59_000,
    seats: 5,
    bookingCreditCents: 7000,
  });
  const start = { name: 'Mara Okafor', zip: '10001', planId: small.id, period, card: VISA };
  expect((await call(startSubscription, { body: start, ...member })).statusCode).toBe(201);
  const before = await mine(member);
  const change = { action: 'change', planId: large.id, period };
  const quoted = await call(updateSubscription, { body: { ...change, expectedTotal: '1.00' }, ...member });
  const expectedTotal = /\$(\d+\.\d\d)/.exec(quoted.json<{ message: string }>().message)?.[1];
  const answer = await call(updateSubscription, { body: { ...change, expectedTotal }, ...member });
  expect(answer.statusCode, answer.body).toBe(200);
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select id from orders where user_id = $1 and is_invoice order by id',
    [member.id],
  );
  const [first = 0, second = 0] = rows.map(({ id }) => id);
  return { member, small, large, before, first, second };
}

async function refund(id: number): Promise<void> {
  const body = { reason: 'Asked for it back', kind: 'whole' };
  const answer = await call(refundOrder, { params: { id }, body }, 'admin');
  expect(answer.statusCode, answer.body).toBe(200);
  await ctx.jobs.drain();
  await hearGateway(ctx, id);
}

async function decide(orderId: number, state: 'won' | 'lost'): Promise<void> {
  await dispute(ctx, orderId, state);
  await hearGateway(ctx, orderId);
  await restoreLostTime(ctx);
}

it('a refunded change leads back to the plan that is still paid for', async () => {
  const { member, small, before, first, second } = await changed();
  const email = `teacher-${member.id}@example.com`;
  expect((await call(inviteToMembership, { body: { email }, ...member })).statusCode).toBeLessThan(300);
  await refund(second);
  const now = await mine(member);
  const { id, startsAt, endsAt } = before;
  expect(now).toMatchObject({ id, planId: small.id, state: 'active', startsAt, endsAt });
  expect(now.nextPayment).toMatchObject({ at: endsAt, amount: '190.00' });
  const { own } = (await call(listMembershipSeats, member)).json<{ own: { assigned: unknown[] } }>();
  expect(own.assigned).toEqual([]);
  expect((await call(getBookingCredit, member)).json()).toEqual({ credit: null });
  expect(
    (await subjectsTo(ctx, emailOf(member))).filter((one) => one.startsWith('You’re back on')),
  ).toHaveLength(1);
  await refund(first);
  expect(await mine(member)).toMatchObject({ state: 'cancelled' });
});

it('a refund of what went toward a change takes back the time it paid for', async () => {
  const { member, large, first, second } = await changed();
  const { startsAt } = await mine(member);
  await refund(first);
  const now = await mine(member);
  expect(now).toMatchObject({ planId: large.id, state: 'active' });
  expect(days(startsAt, now.endsAt) / 365).toBeCloseTo(400 / 590, 2);
  expect(await subjectsTo(ctx, emailOf(member))).toContainEqual(expect.stringContaining('is shorter now'));
  await refund(second);
  expect(await mine(member)).toMatchObject({ state: 'cancelled' });
});

it('does neither to a change that a renewal has followed', async () => {
  const { member, first } = await changed('month');
  await passDays(ctx, 40, { hours: 480 });
  const renewed = await mine(member);
  await refund(first);
  expect(await mine(member)).toMatchObject({ state: 'active', endsAt: renewed.endsAt });
});

it('a dispute that is won in the end gives the same time back', async () => {
  const { member, large, first } = await changed();
  const { endsAt } = await mine(member);
  await decide(first, 'lost');
  expect(days((await mine(member)).endsAt, endsAt)).toBeGreaterThan(100);
  await decide(first, 'won');
  const back = await mine(member);
  expect(back.planId).toBe(large.id);
  expect(days(back.endsAt, endsAt)).toBeCloseTo(0, 3);

  const other = await changed();
  await decide(other.second, 'lost');
  expect(await mine(other.member)).toMatchObject({ planId: other.small.id, endsAt: other.before.endsAt });
  await decide(other.second, 'won');
  // About $400.00 of a plan that costs $190.00 a year.
  const longer = days(other.before.endsAt, (await mine(other.member)).endsAt) / 365;
  expect(longer).toBeCloseTo(400 / 190, 1);
});
