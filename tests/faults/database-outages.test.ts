// The database goes away under two servers that are taking orders: killed, restarted, its connections cut. Both servers
// live, say 503 meanwhile, come back by themselves, and lose nothing they acknowledged.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { killPostgres, postmasterPid } from './kill-postgres.ts';
import {
  expectNothingLost,
  startLoad,
  startOutages,
  untilBothReady,
  untilMoreSales,
  type Load,
} from './outage-load.ts';
import { report } from './report.ts';
import { FULL, newBuyer, until } from './two-servers.ts';

const outages = await startOutages();
const { dataDir, embedded, rows, servers, slow } = outages;

const TIMES = FULL ? 20 : 2;
const KILLS = FULL ? 5 : 1;
const lines: string[] = [];
afterAll(() => report('The database goes away during checkouts', lines));

const counted = ({ statuses }: Load) =>
  [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

const slowest = (times: readonly number[]) => `${(Math.max(...times) / 1000).toFixed(1)} s`;

async function expectSurvival(what: string, times: number, strike: () => Promise<unknown>): Promise<void> {
  const load = await startLoad(outages);
  const back: number[] = [];
  for (let time = 0; time < times; time++) {
    await untilMoreSales(load);
    await sleep(Math.random() * 100);
    await strike();
    back.push(await untilBothReady(outages));
  }
  await untilMoreSales(load);
  await load.stop();
  const { charges, refunded } = await expectNothingLost(outages, load);
  lines.push(
    `${what}, ${times} times: both processes live; answers ${counted(load)}; ${charges} charges so far, ${charges - refunded} fulfilled, ${refunded} refunded, none twice; the ledger sums to zero; ready again after ${slowest(back)} at most`,
  );
}

/** Every connection of both servers: those in transactions, those at rest, and those that LISTEN for jobs. */
async function terminateAll(): Promise<number> {
  const client = new pg.Client({ ...embedded.connection, database: 'postgres' });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = 'releve' and application_name like 'releve%' and pid <> pg_backend_pid()`,
  );
  await client.end();
  return rowCount ?? 0;
}

it('pg_terminate_backend of every connection', async () => {
  await expectSurvival('pg_terminate_backend of every connection', TIMES, async () => {
    expect(await terminateAll()).toBeGreaterThan(10);
  });
});

it('every connection cut on the way', async () => {
  await expectSurvival('Every connection cut on the way, as by a pooler', TIMES, async () => slow.cut());
});

it('kill -9 of PostgreSQL', async () => {
  await expectSurvival('kill -9 of PostgreSQL, which starts again by itself', KILLS, async () => {
    const pid = await postmasterPid(dataDir);
    killPostgres(pid);
    await until(
      'it runs again',
      60,
      async () => embedded.pid,
      (now) => now !== pid,
    );
  });
});

it.runIf(FULL)('a fast shutdown, as before an update', async () => {
  await expectSurvival('A fast shutdown of PostgreSQL', KILLS, async () => {
    const pid = await postmasterPid(dataDir);
    process.kill(pid, 'SIGINT');
    await until(
      'it runs again',
      60,
      async () => embedded.pid,
      (now) => now !== pid,
    );
  });
});

it('jobs and schedules go on afterwards', async () => {
  await terminateAll();
  const since = new Date();
  const ended = (name: string) =>
    rows('select 1 from pgboss.job where name = $1 and state = $2 and created_on > $3', [
      name,
      'completed',
      since,
    ]);
  // Every minute: the schedule, its worker and the connection that wakes it are all back.
  await until(
    'the schedule goes on',
    150,
    () => ended('checkout.reconcile'),
    (found) => found.length > 0,
  );
  const failed = await rows(`select name, output from pgboss.job where state = 'failed'`);
  expect(failed).toEqual([]);
  lines.push('Afterwards the schedule of every minute ran again, and no job had failed for good');
});

it('while it is away: pages and calls answer 503, nobody is signed out, and all is back afterwards', async () => {
  const buyer = await newBuyer({ db: outages.db, clock: systemClock });
  const url = servers[0]?.url ?? '';
  const headers = { cookie: buyer.cookie };
  expect((await fetch(`${url}/api/user`, { headers })).status).toBe(200);
  // Kept for a moment, and shown for as long as there is nothing newer.
  expect((await fetch(`${url}/about`)).status).toBe(200);
  slow.setAway(true);
  const seen: { status: number; retryAfter: string | null; cookies: string[]; text: string }[] = [];
  for (const [path, init] of [
    ['/api/user', { headers }],
    ['/courses', {}],
    ['/profile', { headers }],
    ['/curriculum', {}],
    ['/', { headers }],
  ] as const) {
    const answer = await fetch(`${url}${path}`, init);
    seen.push({
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      cookies: answer.headers.getSetCookie(),
      text: await answer.text(),
    });
  }
  expect((await fetch(`${url}/about`)).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(seen.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
  expect(seen.filter(({ retryAfter }) => retryAfter === null)).toEqual([]);
  expect(seen.flatMap(({ cookies }) => cookies)).toEqual([]);
  expect(seen[0]?.text).toContain('briefly unavailable');
  for (const { text } of seen.slice(1)) {
    expect(text).toContain('We’ll be right back');
    expect(text).toMatch(/<noscript><meta http-equiv="refresh"/i);
    expect(text).not.toMatch(/ECONN|postgres|select |node_modules/);
  }
  slow.setAway(false);
  await untilBothReady(outages);
  expect((await fetch(`${url}/api/user`, { headers })).status).toBe(200);
});
