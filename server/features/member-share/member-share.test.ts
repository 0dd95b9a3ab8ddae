// A month of memberships, shared once among those whose items their members used.
import { describe, expect, it } from 'vitest';
import { startSubscription } from '#shared/features/billing/billing.contract.ts';
import { addToLibrary } from '#shared/features/membership/membership.contract.ts';
import {
  getPaymentsOverview,
  getStatement,
  getYearSummary,
} from '#shared/features/payout/payout.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { createCourse, createResource } from '#server/seed/factories.ts';
import { shareMemberships } from './member-share.service.ts';
import { someMember, somePlan, VISA, type Member } from '../../../tests/server/membership-tools.ts';
import { dispute, hearGateway } from '../../../tests/server/refund-tools.ts';
import { someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

/** Each test has a year of its own, after all that the demo school's members paid for, so that nobody else's payments count. */
let year = 2027;
const MONTH = () => `${year}-06`;

async function at(day: string): Promise<void> {
  ctx.clock.set(new Date(`${day}T12:00:00Z`));
  await ctx.pool.query(`update sessions set expires_at = $1::timestamptz + interval '1 day'`, [
    ctx.clock.now(),
  ]);
}

/** The first day of a 30-day month that memberships joined today pay for exactly. */
async function begin(): Promise<void> {
  year += 1;
  ctx.clock.set(new Date(`${MONTH()}-01T00:00:00Z`));
  await ctx.pool.query(`update sessions set expires_at = '2100-01-01'`);
  await shareMemberships(ctx);
}

async function joined(monthlyCents: number, period: 'month' | 'year' = 'month'): Promise<Member> {
  const member = await someMember(ctx);
  const plan = await somePlan(ctx, { monthlyCents, yearlyCents: monthlyCents * 10 });
  const body = { name: 'Mara Okafor', zip: '10001', planId: plan.id, period, card: VISA };
  const answer = await call(startSubscription, { body, ...member });
  expect(answer.statusCode, answer.body).toBe(201);
  return member;
}

async function resourceOf(seller: Person): Promise<number> {
  const { id } = await createResource(ctx.db, { sellerId: seller.id, priceCents: 1200 });
  await ctx.pool.query(`insert into library_items values ('resource', $1, now())`, [id]);
  return id;
}

async function take(member: Member, itemId: number, itemType = 'resource'): Promise<void> {
  const answer = await call(addToLibrary, { body: { itemType, itemId }, ...member });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** Seven days after the month. */
async function share(): Promise<void> {
  await at(`${year}-07-08`);
  await shareMemberships(ctx);
}

async function invoiceOrderOf({ id }: Member): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select id from orders where user_id = $1 and is_invoice',
    [id],
  );
  return rows[0]?.id ?? 0;
}

async function refund(member: Member, what: { kind: 'whole' } | { kind: 'amount'; amount: string }) {
  const id = await invoiceOrderOf(member);
  const body = { ...what, reason: 'Asked for it back' };
  const answer = await call(refundOrder, { params: { id }, body }, 'admin');
  expect(answer.statusCode, answer.body).toBe(200);
}

async function owedTo(payee: Person): Promise<number> {
  const { rows } = await ctx.pool.query<{ owed: string }>('select seller_owed($1::int) as owed', [payee.id]);
  return Number(rows[0]?.owed);
}

async function monthRow() {
  const { rows } = await ctx.pool.query<Record<'percent' | 'revenue' | 'shared', number>>(
    `select percent, revenue_cents::int as revenue, shared_cents::int as shared from member_share_months
     where month = $1`,
    [`${MONTH()}-01`],
  );
  return rows[0];
}

describe('what a membership paid', () => {
  it('is divided among what its own member used, and the rest stays with the platform', async () => {
    await begin();
    const [first, second] = [await someSeller(ctx), await someSeller(ctx)];
    const [avid, idle, light] = [await joined(2000), await joined(5000), await joined(1001)];
    for (let at = 0; at < 3; at += 1) await take(avid, await resourceOf(first));
    const popular = await resourceOf(second);
    await take(avid, popular);
    await take(light, popular);
    await share();
    // Of $20.00, half in four parts; of $10.01, half for one item, rounded down.
    expect([await owedTo(first), await owedTo(second)]).toEqual([750, 250 + 500]);
    expect(await monthRow()).toEqual({ percent: 50, revenue: 8001, shared: 1500 });
    expect(idle.id).toBeGreaterThan(0);
    const { rows } = await ctx.pool.query('select sum(amount_cents)::int as sum from ledger_entries');
    expect(rows).toEqual([{ sum: 0 }]);
  });

  it('counts over the days it pays for: a year in all its months', async () => {
    await begin();
    const seller = await someSeller(ctx);
    const member = await joined(3650, 'year');
    await take(member, await resourceOf(seller));
    await share();
    // $365.00 for 365 days, 30 of them in June.
    expect([(await monthRow())?.revenue, await owedTo(seller)]).toEqual([3000, 1500]);
  });

  it('does not count once refunded, or while its bank disputes it', async () => {
    await begin();
    const seller = await someSeller(ctx);
    const [half, all, disputed] = [await joined(2000), await joined(2000), await joined(2000)];
    const item = await resourceOf(seller);
    for (const member of [half, all, disputed]) await take(member, item);
    await refund(half, { kind: 'amount', amount: '10.00' });
    await refund(all, { kind: 'whole' });
    const orderId = await invoiceOrderOf(disputed);
    await dispute(ctx, orderId, 'open');
    await hearGateway(ctx, orderId);
    await share();
    expect(await owedTo(seller)).toBe(500);
  });

  it('earns the instructor of a course for each month someone learns in it', async () => {
    await begin();
    const instructor = await someSeller(ctx);
    const member = await joined(2000, 'year');
    const { id: courseId } = await createCourse(ctx.db, { priceCents: 9000, instructorId: instructor.id });
    await ctx.pool.query(`insert into library_items values ('course', $1, now())`, [courseId]);
    await take(member, courseId, 'course');
    await share();
    const june = await owedTo(instructor);
    expect(june).toBeGreaterThan(0);
    // July without a lesson earns nothing, August with one does.
    await at(`${year}-08-10`);
    await shareMemberships(ctx);
    expect(await owedTo(instructor)).toBe(june);
    await ctx.pool.query(
      `insert into item_progress (user_id, item_type, item_id, course_id, opened_at, updated_at)
       values ($1, 'lesson', 2000000000 - $2::int, $2, $3, $3)`,
      [member.id, courseId, ctx.clock.now()],
    );
    await at(`${year}-08-31`);
    await shareMemberships(ctx);
    // Seen again in September, before August is shared.
    await ctx.pool.query('update item_progress set updated_at = $2, opened_at = $2 where user_id = $1', [
      member.id,
      new Date(`${year}-09-02`),
    ]);
    await at(`${year}-09-08`);
    await shareMemberships(ctx);
    expect(await owedTo(instructor)).toBeGreaterThan(june);
  });
});

describe('a month', () => {
  it('waits until its payments can no longer be refunded, and keeps the percentage it began with', async () => {
    await begin();
    const seller = await someSeller(ctx);
    await take(await joined(2000), await resourceOf(seller));
    await ctx.pool.query('update settings set member_share = 10');
    await at(`${year}-07-07`);
    await shareMemberships(ctx);
    expect(await owedTo(seller)).toBe(0);
    await share();
    expect(await owedTo(seller)).toBe(1000);
    await ctx.pool.query('update settings set member_share = 50');
  });

  it('is shared once, however many processes do it', async () => {
    await begin();
    const seller = await someSeller(ctx);
    await take(await joined(2000), await resourceOf(seller));
    await at(`${year}-07-08`);
    await Promise.all(Array.from({ length: 6 }, () => shareMemberships(ctx)));
    await shareMemberships(ctx);
    expect(await owedTo(seller)).toBe(1000);
  });

  it('shows in the statement how it was computed, in the year, and in the next payout', async () => {
    await begin();
    const seller = await someSeller(ctx);
    await take(await joined(2000), await resourceOf(seller));
    await share();
    const query = { month: `${year}-07` };
    const statement = (await call(getStatement, { query, ...seller })).json();
    expect(statement).toMatchObject({ total: 1, closing: '10.00' });
    expect(statement.items[0]).toMatchObject({
      kind: 'member_share',
      amount: '10.00',
      note: `June ${year}: 1 membership used your items, once in all. 50% of what each membership paid for the month is divided equally among the items it used.`,
    });
    const summary = (await call(getYearSummary, { params: { year }, ...seller })).json();
    expect(summary.total).toMatchObject({ members: '10.00', refunds: '0.00', net: '10.00' });
    const overview = (await call(getPaymentsOverview, seller)).json();
    expect(overview).toMatchObject({ available: '10.00', balance: '10.00', memberShare: 50 });
  });
});
