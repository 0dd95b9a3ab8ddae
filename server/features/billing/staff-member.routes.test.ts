// Members for staff: the list and its figures, and what staff do for members.
import { describe, expect, it } from 'vitest';
import {
  getSubscription,
  startSubscription,
  updateSubscription,
} from '#shared/features/billing/billing.contract.ts';
import * as contract from '#shared/features/billing/staff-member.contract.ts';
import type { Member, MemberRow, MembershipStats } from '#shared/features/billing/staff-member.schema.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { addMonths, monthOf } from '#shared/features/billing/membership-stats.rules.ts';
import {
  DECLINED_LATER,
  type Member as Person,
  VISA,
  parkDemoMembers,
  passDays,
  someMember,
  somePlan,
} from '../../../tests/server/membership-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
await parkDemoMembers(ctx);

const HOME = { name: 'Mara Okafor', zip: '10001' };
type Plan = Awaited<ReturnType<typeof somePlan>>;

async function joined({ period = 'month', plan }: { period?: string; plan?: Plan } = {}) {
  const member = await someMember(ctx);
  const own = plan ?? (await somePlan(ctx));
  const body = { ...HOME, planId: own.id, period, card: VISA };
  const answer = await call(startSubscription, { body, ...member });
  expect(answer.statusCode, answer.body).toBe(201);
  return { member, plan: own, id: answer.json<{ subscription: { id: number } }>().subscription.id };
}

async function tried(plan: Plan) {
  const member = await someMember(ctx);
  const body = { planId: plan.id, period: 'month', isTrial: true };
  const answer = await call(startSubscription, { body, ...member });
  expect(answer.statusCode, answer.body).toBe(201);
  return { member, id: answer.json<{ subscription: { id: number } }>().subscription.id };
}

type Listed = { items: MemberRow[]; total: number; counts: Record<string, number> };
const listed = async (query: Record<string, string>) =>
  (await call(contract.listMembers, { query }, 'admin')).json<Listed>();
const idsOf = ({ items }: Listed) => items.map(({ id }) => id);
const detail = async (id: number) =>
  (await call(contract.getMember, { params: { id } }, 'admin')).json<Member>();
const mine = async (member: Person) => (await call(getSubscription, member)).json();
const stats = async () => (await call(contract.getMembershipStats, {}, 'admin')).json<MembershipStats>();

async function mailsTo(member: Person): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ subject: string }>(
    `select subject from mail_outbox where lower("to") = (select lower(email) from users where id = $1)`,
    [member.id],
  );
  return rows.map(({ subject }) => subject);
}

async function audited(id: number): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ action: string }>(
    `select action from audit_log where subject_type = 'membership' and subject_id = $1 order by id`,
    [String(id)],
  );
  return rows.map(({ action }) => action);
}

const emailOf = async ({ id }: Person) =>
  (await ctx.pool.query<{ email: string }>('select email from users where id = $1', [id])).rows[0]?.email ??
  '';

describe('the list', () => {
  it('is searched, filtered and sorted, and says what comes next', async () => {
    const plan = await somePlan(ctx);
    const [first, second] = [await joined({ plan }), await joined({ plan, period: 'year' })];
    const { id: trial } = await tried(await somePlan(ctx, { trialDays: 14 }));
    const ofPlan = { planId: String(plan.id) };
    expect(idsOf(await listed(ofPlan))).toEqual([second.id, first.id]);
    expect(idsOf(await listed({ ...ofPlan, sort: 'ends-first' }))).toEqual([first.id, second.id]);
    expect(idsOf(await listed({ ...ofPlan, state: 'past_due' }))).toEqual([]);
    expect((await listed(ofPlan)).counts).toMatchObject({ all: 2, active: 2, trialing: 0 });
    expect(idsOf(await listed({ q: first.member.username }))).toEqual([first.id]);
    const [row] = (await listed({ q: first.member.username })).items;
    expect(row).toMatchObject({
      state: 'active',
      planName: plan.name,
      nextPayment: { amount: '19.00', at: row?.endsAt },
    });
    expect(idsOf(await listed({ group: 'paying' }))).not.toContain(trial);
    expect(idsOf(await listed({ group: 'current' }))).toContain(trial);
  });

  it('finds those who end with their period, and shows no payment for them', async () => {
    const { member, id, plan } = await joined();
    await call(updateSubscription, { body: { action: 'cancel', reason: 'A quiet year' }, ...member });
    const found = await listed({ group: 'canceling', planId: String(plan.id) });
    expect(found.items).toMatchObject([{ id, isCanceling: true, nextPayment: null }]);
    expect(await detail(id)).toMatchObject({ cancelReason: 'A quiet year' });
  });

  it('is exported as CSV, on record', async () => {
    const { plan } = await joined();
    const query = { planId: String(plan.id) };
    const answer = await call(contract.exportMembers, { query }, 'admin');
    const lines = answer.body.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${plan.name},Monthly,Active,By card,no`);
    const { rows } = await ctx.pool.query(
      `select details from audit_log where action = 'member.export' order by id desc limit 1`,
    );
    expect(rows[0]).toMatchObject({ details: { members: 1, planId: plan.id } });
  });

  it('refuses filters that don’t exist', async () => {
    const mistaken: Record<string, string>[] = [{ state: 'gone' }, { joined: '2026-13' }, { planId: 'x' }];
    for (const query of mistaken) {
      const answer = await call(contract.listMembers, { query }, 'admin');
      expect(answer.statusCode).toBe(400);
    }
  });
});

describe('one member', () => {
  it('has invoices with their orders, and the price they signed up for', async () => {
    const { id, plan } = await joined();
    await passDays(ctx, 32);
    const member = await detail(id);
    expect(member).toMatchObject({ price: '19.00', card: { brand: 'Visa', lastFour: '4242' }, seatsUsed: 1 });
    expect(member.invoices).toMatchObject([
      { kind: 'renewal', state: 'paid', total: '19.00', planName: plan.name },
      { kind: 'start', state: 'paid', total: '19.00', order: { number: expect.stringMatching(/^RV-/) } },
    ]);
    expect((await call(contract.getMember, { params: { id: 999_999 } }, 'admin')).statusCode).toBe(404);
  });

  it('whose last invoice is refunded is no longer one', async () => {
    const { id, member } = await joined();
    const orderId = (await detail(id)).invoices[0]?.order?.id ?? 0;
    const body = { kind: 'whole', reason: 'Asked for it back' };
    const refunded = await call(refundOrder, { params: { id: orderId }, body }, 'admin');
    expect(refunded.statusCode, refunded.body).toBe(200);
    await ctx.jobs.drain();
    expect(await detail(id)).toMatchObject({ state: 'cancelled' });
    expect((await detail(id)).invoices[0]).toMatchObject({ state: 'refunded' });
    expect((await mine(member)).subscription).toMatchObject({ state: 'cancelled' });
  });
});

describe('giving a membership', () => {
  const give = (body: object) => call(contract.grantMembership, { body }, 'admin');

  it('opens it for some months, free of charge, and then it ends by itself', async () => {
    const [member, plan] = [await someMember(ctx), await somePlan(ctx)];
    const body = { email: await emailOf(member), planId: plan.id, months: 2, reason: 'Speaker at our event' };
    const answer = await give(body);
    expect(answer.statusCode, answer.body).toBe(201);
    const { id } = answer.json<Member>();
    expect(answer.json()).toMatchObject({ state: 'active', source: 'staff', price: null, nextPayment: null });
    expect((await mine(member)).subscription).toMatchObject({ planName: plan.name, state: 'active' });
    expect(await mailsTo(member)).toContain(`Your ${plan.name} membership has started`);
    expect((await give(body)).statusCode).toBe(409);
    await passDays(ctx, 63, { hours: 24 });
    expect(await detail(id)).toMatchObject({ state: 'cancelled', invoices: [] });
    expect(await mailsTo(member)).toContain(`Your ${plan.name} membership has ended`);
    expect(await audited(id)).toEqual(['member.grant']);
  });

  it('needs an account, and a plan that was on sale', async () => {
    const plan = await somePlan(ctx);
    const draft = await somePlan(ctx, { state: 'draft' });
    const body = { planId: plan.id, months: 1, reason: 'A present' };
    expect((await give({ ...body, email: 'nobody@example.com' })).statusCode).toBe(404);
    const email = await emailOf(await someMember(ctx));
    expect((await give({ ...body, email, planId: draft.id })).statusCode).toBe(404);
    expect((await give({ ...body, email, months: 0 })).statusCode).toBe(400);
  });

  it('ten times at once gives one', async () => {
    const [member, plan] = [await someMember(ctx), await somePlan(ctx)];
    const body = { email: await emailOf(member), planId: plan.id, months: 1, reason: 'A present' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => give(body)));
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === 409)).toHaveLength(9);
  });
});

describe('extending', () => {
  const extend = (id: number, days: number) =>
    call(contract.extendMembership, { params: { id }, body: { days, reason: 'We were down' } }, 'admin');

  it('moves the next payment, and later periods are whole again', async () => {
    const { id, member, plan } = await joined();
    const before = await detail(id);
    const answer = await extend(id, 10);
    const after = answer.json<Member>();
    expect(Date.parse(after.endsAt) - Date.parse(before.endsAt)).toBe(10 * 86_400_000);
    expect(after.nextPayment?.at).toBe(after.endsAt);
    expect(await mailsTo(member)).toContain(`We added 10 days to your ${plan.name} membership`);
    await passDays(ctx, 35, { hours: 12 });
    expect((await detail(id)).invoices).toHaveLength(1);
    await passDays(ctx, 8, { hours: 12 });
    const [renewal] = (await detail(id)).invoices;
    expect(renewal).toMatchObject({ kind: 'renewal', startsAt: after.endsAt });
    expect(Date.parse(renewal?.endsAt ?? '') - Date.parse(after.endsAt)).toBeGreaterThan(27 * 86_400_000);
    expect(await audited(id)).toEqual(['member.extend']);
  });

  it('of a trial charges later', async () => {
    const plan = await somePlan(ctx, { trialDays: 7 });
    const { id, member } = await tried(plan);
    await call(updateSubscription, { body: { action: 'update_card', card: VISA }, ...member });
    await extend(id, 7);
    await passDays(ctx, 10, { hours: 12 });
    expect(await detail(id)).toMatchObject({ state: 'trialing', invoices: [] });
    await passDays(ctx, 5, { hours: 12 });
    expect(await detail(id)).toMatchObject({ state: 'active' });
  });

  it('waits while a payment is due, and is over with the membership', async () => {
    const { id, member } = await joined();
    await call(updateSubscription, { body: { action: 'update_card', card: DECLINED_LATER }, ...member });
    await passDays(ctx, 33, { hours: 12 });
    expect(await detail(id)).toMatchObject({ state: 'past_due' });
    expect((await extend(id, 10)).statusCode).toBe(409);
    await call(updateSubscription, { body: { action: 'cancel' }, ...member });
    expect((await extend(id, 10)).statusCode).toBe(409);
    expect((await extend(999_999, 10)).statusCode).toBe(404);
  });
});

describe('canceling', () => {
  const cancel = (id: number, when: string) =>
    call(contract.cancelMembership, { params: { id }, body: { when, reason: 'By phone' } }, 'admin');

  it('with the period can be taken back', async () => {
    const { id, member, plan } = await joined();
    expect((await cancel(id, 'period_end')).json()).toMatchObject({ state: 'active', isCanceling: true });
    expect((await cancel(id, 'period_end')).statusCode).toBe(409);
    expect(await mailsTo(member)).toContainEqual(
      expect.stringContaining(`Your ${plan.name} membership ends on`),
    );
    const resumed = await call(contract.resumeMembership, { params: { id } }, 'admin');
    expect(resumed.json()).toMatchObject({ isCanceling: false, cancelReason: null });
    expect((await call(contract.resumeMembership, { params: { id } }, 'admin')).statusCode).toBe(409);
    expect(await audited(id)).toEqual(['member.cancel', 'member.resume']);
  });

  it('now ends it at once, and a failed payment is never charged again', async () => {
    const { id, member, plan } = await joined();
    await call(updateSubscription, { body: { action: 'update_card', card: DECLINED_LATER }, ...member });
    await passDays(ctx, 33, { hours: 12 });
    expect((await cancel(id, 'period_end')).statusCode).toBe(409);
    expect((await cancel(id, 'now')).json()).toMatchObject({ state: 'cancelled' });
    expect((await mine(member)).subscription).toMatchObject({ state: 'cancelled' });
    expect(await mailsTo(member)).toContain(`Your ${plan.name} membership has ended`);
    await passDays(ctx, 10, { hours: 24 });
    const invoices = (await detail(id)).invoices.map(({ state }) => state);
    expect(invoices).toEqual(['void', 'paid']);
    expect((await cancel(id, 'now')).statusCode).toBe(409);
  });
});

describe('the figures', () => {
  it('count recurring revenue, months, trials and cohorts, and lead to the members they count', async () => {
    // Others in this file are members, too: what counts is the difference.
    const start = new Date(Date.UTC(ctx.clock.now().getUTCFullYear() + 2, 0, 10, 12));
    ctx.clock.set(start);
    await passDays(ctx, 1, { hours: 24 });
    const plan = await somePlan(ctx, { trialDays: 14, monthlyCents: 2000, yearlyCents: 12_000 });
    const ofPlan = async () => (await stats()).plans.find(({ id }) => id === plan.id);
    const [monthly, yearly] = [await joined({ plan }), await joined({ plan, period: 'year' })];
    const converts = await tried(plan);
    await call(updateSubscription, { body: { action: 'update_card', card: VISA }, ...converts.member });
    const leaves = await tried(plan);
    expect(await ofPlan()).toMatchObject({ current: 4, paying: 2, mrr: '30.00' });
    const january = monthOf(ctx.clock.now());
    await call(updateSubscription, { body: { action: 'cancel' }, ...monthly.member });
    await passDays(ctx, 60, { hours: 24 });
    expect(await ofPlan()).toMatchObject({ current: 2, paying: 2, mrr: '30.00' });

    const { months, cohorts } = await stats();
    const ofMonth = (month: string) => months.find((row) => row.month === month);
    const inList = async (query: Record<string, string>) =>
      idsOf(await listed({ planId: String(plan.id), ...query })).toSorted((a, b) => a - b);
    expect(ofMonth(january)?.trials).toBeGreaterThanOrEqual(2);
    expect(await inList({ trial: january })).toEqual([converts.id, leaves.id].toSorted((a, b) => a - b));
    expect(await inList({ trial: january, group: 'ever-paid' })).toEqual([converts.id]);
    expect(await inList({ joined: january })).toEqual(
      [monthly.id, yearly.id, converts.id].toSorted((a, b) => a - b),
    );
    expect(await inList({ ended: addMonths(january, 1), group: 'ever-paid' })).toEqual([monthly.id]);
    const february = ofMonth(addMonths(january, 1));
    expect(february?.left).toBe((await listed({ ended: addMonths(january, 1), group: 'ever-paid' })).total);
    expect(ofMonth(january)?.joined).toBe((await listed({ joined: january })).total);
    const cohort = cohorts.find(({ month }) => month === january);
    expect(cohort?.size).toBe((await listed({ joined: january })).total);
    const now = months.at(-1);
    expect(now).toMatchObject({ isOver: false, mrr: (await stats()).mrr });
  });
});

it('is for admins', async () => {
  expect((await call(contract.listMembers)).statusCode).toBe(401);
  expect((await call(contract.listMembers, {}, 'officer')).statusCode).toBe(403);
  expect((await call(contract.getMembershipStats, {}, 'officer')).statusCode).toBe(403);
});
