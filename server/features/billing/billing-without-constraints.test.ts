// Two writers of one member's trial or booking credit at the same moment, with the constraint between them and without
// it: then both succeed. So the database decides.
import { expect, it, vi } from 'vitest';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { grantCredit } from '#server/features/membership/membership.service.ts';
import { startSubscription } from '#shared/features/billing/billing.contract.ts';
import { memberOf, someMember, somePlan } from '../../../tests/server/membership-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const DAY = 86_400_000;

async function count(text: string, userId: number): Promise<number> {
  const { rows } = await ctx.pool.query<{ n: number }>(
    `select count(*)::int as n from ${text} and user_id = $1`,
    [userId],
  );
  return rows[0]?.n ?? 0;
}

/** Once a session waits for a lock, or `isDone`. */
function someoneWaits(isDone = () => false): Promise<boolean> {
  const isWaiting = async () => {
    const { rows } = await ctx.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return isDone() || rows.length > 0;
  };
  return vi.waitUntil(isWaiting, { timeout: 18_000, interval: 5 });
}

/** When this tab looked, there was no membership; before it writes, another tab's trial has begun and been canceled. */
async function trialRace() {
  const member = await someMember(ctx);
  const { id: planId } = await somePlan(ctx, { trialDays: 14 });
  const other = await ctx.pool.connect();
  await other.query('begin');
  // Sessions that only read continue.
  await other.query('lock table memberships in share mode');
  const starting = call(startSubscription, { body: { planId, period: 'month', isTrial: true }, ...member });
  try {
    await someoneWaits();
    await other.query(
      `insert into memberships (user_id, plan_id, price_id, period, state, starts_at, ends_at, anchor_at, trial_ends_at,
         name, created_at, ended_at)
       select $1, plan_id, id, period, 'cancelled', $3, $3, $3, $3, 'Mara Okafor', $3, $3 from plan_prices
       where plan_id = $2 and period = 'month'`,
      [member.id, planId, ctx.clock.now()],
    );
    await other.query('commit');
  } finally {
    other.release(true);
  }
  const { statusCode } = await starting;
  return { statusCode, trials: await count('memberships where trial_ends_at is not null', member.id) };
}

it('a trial that another tab has begun and canceled meanwhile is the only one', async () => {
  expect(await trialRace()).toEqual({ statusCode: 409, trials: 1 });
  await ctx.pool.query('drop index memberships_one_trial');
  expect(await trialRace()).toEqual({ statusCode: 201, trials: 2 });
});

/** Both find no half-year that runs, and each begins one: a day apart, as for payments of two memberships. */
async function creditRace() {
  const { member, membership } = await memberOf(ctx);
  const grant = (tx: Tx, day: number) => {
    const startsAt = new Date(ctx.clock.now().getTime() + day * DAY);
    const invoice = { kind: 'renewal', startsAt, endsAt: new Date(startsAt.getTime() + 30 * DAY) } as const;
    return grantCredit(tx, { membership, invoice, bookingCreditCents: 7000 });
  };
  let isDone = false;
  const { second } = await inTransaction(ctx.db, async (tx) => {
    await grant(tx, 0);
    const granting = inTransaction(ctx.db, (other) => grant(other, 1))
      .then(() => null, violatedConstraint)
      .finally(() => (isDone = true));
    await someoneWaits(() => isDone);
    return { second: granting };
  });
  return { refusedBy: await second, halfYears: await count('membership_credits where true', member.id) };
}

it('of two payments that begin a half-year of booking credit at once, one does', async () => {
  expect(await creditRace()).toEqual({ refusedBy: 'membership_credits_no_overlap', halfYears: 1 });
  await ctx.pool.query('alter table membership_credits drop constraint membership_credits_no_overlap');
  expect(await creditRace()).toEqual({ refusedBy: null, halfYears: 2 });
});
