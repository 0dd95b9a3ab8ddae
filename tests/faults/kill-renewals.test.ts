// kill -9 of a server in the middle of a renewal run: every member is charged exactly once. Twenty kills in a run over
// 1,000 members with FAULTS=all.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { advanceMembershipsJob } from '#server/features/billing/billing.jobs.ts';
import { insertManyMembers } from '../server/many-members.ts';
import { expectBalancedBooks, fatesOf, sandboxCharges } from './books.ts';
import { report } from './report.ts';
import { FULL, startTwoServers, until } from './two-servers.ts';

const MEMBERS = FULL ? 1000 : 80;
const KILLS = FULL ? 20 : 2;
/** What a charge certainly takes less than; a lease older than this belongs to a process that died. */
const CHARGE_SECONDS = 5;

const two = await startTwoServers();
const { ctx, rows } = two;

it(`charges each of ${MEMBERS} members once`, { timeout: FULL ? 1_800_000 : 600_000 }, async () => {
  const startsAt = new Date(Date.now() - 40 * 86_400_000);
  const endsAt = new Date(Date.now() - 60_000);
  const { planId } = await insertManyMembers(ctx.pool, {
    count: MEMBERS,
    domain: 'kill.example',
    startsAt,
    endsAt,
  });

  const renewed = async () =>
    (
      await rows<{ renewed: number }>(
        'select count(*)::int as renewed from memberships where plan_id = $1 and ends_at > now()',
        [planId],
      )
    )[0]?.renewed ?? 0;
  /** As when the ten minutes of a dead process's lease have passed; both servers look at once. */
  async function run(): Promise<void> {
    await rows(
      `update memberships set next_action_at = ends_at where plan_id = $1 and ends_at <= now()
         and next_action_at between now() and now() + interval '10 minutes' - make_interval(secs => $2)`,
      [planId, CHARGE_SECONDS],
    );
    for (const _ of two.servers) await ctx.jobs.send(ctx.db, advanceMembershipsJob, {});
  }

  await run();
  let killed = 0;
  for (; killed < KILLS; killed++) {
    const goal = ((killed + 1) * MEMBERS) / (KILLS + 2);
    await until('the run goes on', 120, renewed, (count) => count >= goal);
    await sleep(Math.random() * 60);
    const index = killed % two.servers.length;
    two.servers[index]?.child.kill('SIGKILL');
    await two.restart(index);
    await run();
  }
  await until(
    'everyone is renewed',
    240,
    async () => {
      await run();
      await sleep(1000);
      return renewed();
    },
    (count) => count === MEMBERS,
  );
  const fates = await until(
    'every charge is fulfilled',
    120,
    async () => fatesOf(rows, await sandboxCharges(rows)),
    ({ open }) => open === 0,
  );
  expect(fates).toEqual({ fulfilled: MEMBERS, refunded: 0, open: 0 });
  const wrong = await rows(
    `select m.id, m.state, m.ends_at, count(i.id) as invoices, count(c.payment_id) as charges from memberships m
     left join membership_invoices i on i.membership_id = m.id
     left join payments p on p.order_id = i.order_id
     left join sandbox_charges c on c.payment_id = p.gateway_id and c.outcome = 'succeeded'
     where m.plan_id = $1
     group by m.id having count(i.id) <> 1 or count(c.payment_id) <> 1 or m.state <> 'active'`,
    [planId],
  );
  expect(wrong).toEqual([]);
  const twice = await rows(
    `select "to" from mail_outbox where "to" like '%@kill.example' group by "to" having count(*) <> 1`,
  );
  expect(twice).toEqual([]);
  await expectBalancedBooks(rows);
  await report('kill -9 during a renewal run', [
    `${killed} kills of one of two servers while both renewed ${MEMBERS} memberships: each was charged once and got one receipt; the ledger sums to zero`,
  ]);
});
