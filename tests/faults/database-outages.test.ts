// The database goes away under two servers that are taking orders: killed, restarted, connections cut. Both servers
// survive, return 503 meanwhile, recover on their own, and lose nothing they acknowledged.
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

const lines: string[] = [];
afterAll(() => report('The database goes away during checkouts', lines));

const counted = ({ statuses }: Load) =>
  [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

const slowest = (times: readonly number[]) => `${(Math.max(...times) / 1000).toFixed(1)} s`;

/** Buyers use both servers all the while; each strike hits during sales. */
async function expectSurvival(what: string, strikes: readonly (() => Promise<unknown>)[]): Promise<void> {
  const load = await startLoad(outages);
  const back: number[] = [];
  for (const strike of strikes) {
    await untilMoreSales(load);
    await sleep(Math.random() * 100);
    await strike();
    back.push(await untilBothReady(outages));
  }
  await untilMoreSales(load);
  await load.stop();
  const { charges, refunded } = await expectNothingLost(outages, load);
  lines.push(
    `${what}, ${strikes.length} times: both processes survived; responses ${counted(load)}; ${charges} charges so far, ${charges - refunded} fulfilled, ${refunded} refunded, none twice; the ledger sums to zero; ready again after ${slowest(back)} at most`,
  );
}

/** Every connection of both servers: in transactions, idle, and listening for jobs. */
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

async function endPostgres(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  const pid = await postmasterPid(dataDir);
  if (signal === 'SIGKILL') killPostgres(pid);
  else process.kill(pid, signal);
  await until(
    'it runs again',
    60,
    async () => embedded.pid,
    (now) => now !== pid,
  );
}

const terminate = async () => expect(await terminateAll()).toBeGreaterThan(10);
const cut = async () => slow.cut();
const kill = () => endPostgres('SIGKILL');
const shutDown = () => endPostgres('SIGINT');

it.skipIf(FULL)(
  'connections terminated, connections cut, and PostgreSQL killed, one after another',
  async () => {
    await expectSurvival('Each once', [terminate, cut, kill]);
  },
);

it.runIf(FULL).each([
  ['pg_terminate_backend of every connection', 20, terminate],
  ['Every connection cut on the way, as by a pooler', 20, cut],
  ['kill -9 of PostgreSQL, which starts again by itself', 5, kill],
  ['A fast shutdown of PostgreSQL, as before an update', 5, shutDown],
])('%s, %i times', async (what, times, strike) => {
  await expectSurvival(what, Array<typeof strike>(times).fill(strike));
});

const completedSince = (since: Date) =>
  rows<{ name: string }>(`select name from pgboss.job where state = 'completed' and created_on > $1`, [
    since,
  ]);

it('jobs continue afterwards', async () => {
  await terminateAll();
  const since = new Date();
  const load = await startLoad(outages);
  await untilMoreSales(load);
  await load.stop();
  await until(
    'jobs go on',
    60,
    () => completedSince(since),
    (found) => found.length > 0,
  );
  expect(await rows(`select name, output from pgboss.job where state = 'failed'`)).toEqual([]);
});

// Up to a minute of waiting: too long for npm test.
it.runIf(FULL)('schedules continue afterwards', async () => {
  await terminateAll();
  const since = new Date();
  // Every minute: the schedule, its worker and the connection that wakes it are all back.
  await until(
    'the schedule goes on',
    150,
    () => completedSince(since),
    (found) => found.some(({ name }) => name === 'checkout.reconcile'),
  );
  expect(await rows(`select name, output from pgboss.job where state = 'failed'`)).toEqual([]);
  lines.push('Afterwards the job that runs every minute ran again, and no job had failed for good');
});

it('during the outage pages and API return 503 and nobody is signed out; afterwards all is back', async () => {
  const buyer = await newBuyer({ db: outages.db, clock: systemClock });
  const url = servers[0]?.url ?? '';
  const headers = { cookie: buyer.cookie };
  expect((await fetch(`${url}/api/user`, { headers })).status).toBe(200);
  // Cached for a moment, and served for as long as there is nothing newer.
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
