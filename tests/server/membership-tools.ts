// Members, for tests.
import { eq } from 'drizzle-orm';
import { inTransaction } from '#server/db/transaction.ts';
import { memberships, membershipSeats } from '#server/db/schema/membership.ts';
import { membershipCredits } from '#server/db/schema/membership-credit.ts';
import { planPrices, plans } from '#server/db/schema/plan.ts';
import { endMembership, lockMembership } from '#server/features/membership/membership.service.ts';
import { advanceMemberships, remindMembers } from '#server/features/billing/renewal.service.ts';
import { someone, type Person } from './resource-tools.ts';
import type { TestContext } from './test-database.ts';

let made = 0;

type PlanValues = Partial<typeof plans.$inferInsert> & { monthlyCents?: number; yearlyCents?: number };

/** A plan on sale; each with a name of its own. */
export async function somePlan(
  { db, clock }: TestContext,
  { monthlyCents = 1900, yearlyCents = 19_000, ...values }: PlanValues = {},
) {
  const createdAt = clock.now();
  made += 1;
  const [plan] = await db
    .insert(plans)
    .values({
      name: `Plan ${process.pid} ${made}`,
      state: 'published',
      position: made,
      createdAt,
      updatedAt: createdAt,
      ...values,
    })
    .returning();
  if (!plan) throw new Error('The plan was not inserted');
  await db.insert(planPrices).values([
    { planId: plan.id, period: 'month', amountCents: monthlyCents, createdAt },
    { planId: plan.id, period: 'year', amountCents: yearlyCents, createdAt },
  ]);
  return plan;
}

export const VISA = { number: '4242 4242 4242 4242', expMonth: 4, expYear: 2035, cvc: '123' };
/** Can be saved; every charge later on is declined. */
export const DECLINED_LATER = { ...VISA, number: '4000 0000 0000 0341' };
export const ASKS = { ...VISA, number: '4000 0025 0000 3155' };

/** Without this the demo school's members are renewed and reminded as well whenever time passes: most of the work. */
export async function parkDemoMembers({ pool }: TestContext): Promise<void> {
  await pool.query(
    `update memberships set next_action_at = next_action_at + interval '50 years', reminded_of = ends_at`,
  );
}

/** Step by step, as the jobs would run. Everyone stays signed in. */
export async function passDays(ctx: TestContext, days: number, { hours = 6 } = {}): Promise<void> {
  for (let passed = 0; passed < days * 24; passed += hours) {
    ctx.clock.advance(hours * 3_600_000);
    await advanceMemberships(ctx);
    await remindMembers(ctx);
  }
  await ctx.pool.query(`update sessions set expires_at = $1::timestamptz + interval '1 day'`, [
    ctx.clock.now(),
  ]);
}

export type Member = Person;
export const someMember = someone;

type Given = Partial<typeof memberships.$inferInsert>;

/** Paid by a card until this time, on a plan of its own; with the first seat, as after a payment. */
export async function memberOf(ctx: TestContext, planValues: PlanValues = {}, values: Given = {}) {
  const member = await someMember(ctx);
  const plan = await somePlan(ctx, { seats: 10, ...planValues });
  const [price] = await ctx.db.select().from(planPrices).where(eq(planPrices.planId, plan.id)).limit(1);
  const now = ctx.clock.now();
  const endsAt = new Date(now.getTime() + 30 * 86_400_000);
  const [membership] = await ctx.db
    .insert(memberships)
    .values({
      userId: member.id,
      planId: plan.id,
      priceId: price?.id ?? null,
      period: 'month',
      state: 'active',
      startsAt: now,
      endsAt,
      anchorAt: now,
      isCanceling: true,
      name: 'Mara Okafor',
      createdAt: now,
      ...values,
    })
    .returning();
  if (!membership) throw new Error('The membership was not inserted');
  await ctx.db
    .insert(membershipSeats)
    .values({ membershipId: membership.id, userId: member.id, createdAt: now });
  return { member, plan, membership };
}

/** As when it is refunded. */
export async function endMembershipOf(ctx: TestContext, { id }: Pick<typeof memberships.$inferSelect, 'id'>) {
  await inTransaction(ctx.db, async (tx) => {
    const membership = await lockMembership(tx, { id });
    if (membership) await endMembership(ctx, tx, membership);
  });
}

/** A half-year of booking credit that runs now, as a payment grants it. */
export async function someCredit(
  ctx: TestContext,
  { id: membershipId, userId }: Pick<typeof memberships.$inferSelect, 'id' | 'userId'>,
  { cents = 7000, endsAt }: { cents?: number; endsAt?: Date } = {},
): Promise<number> {
  const now = ctx.clock.now();
  const [row] = await ctx.db
    .insert(membershipCredits)
    .values({
      userId,
      membershipId,
      startsAt: now,
      endsAt: endsAt ?? new Date(now.getTime() + 180 * 86_400_000),
      months: 6,
      grantedCents: cents,
    })
    .returning();
  return row?.id ?? 0;
}

/** By constraint, what is used equals its uses; and never more than was granted. */
export async function creditOf(ctx: TestContext, id: number) {
  const { rows } = await ctx.pool.query<{ granted: number; used: number; uses: number }>(
    `select granted_cents::int as granted, used_cents::int as used, coalesce((
       select sum(amount_cents - returned_cents) from membership_credit_uses u where u.credit_id = c.id), 0)::int as uses
     from membership_credits c where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row || row.used !== row.uses || row.used > row.granted)
    throw new Error(`Credit ${id} doesn’t add up: ${JSON.stringify(row)}`);
  return { granted: row.granted, used: row.used };
}
