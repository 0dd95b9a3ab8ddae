// What pages about money cost with a ledger of a million lines, beside the same pages of the demo school: two whole sites,
// asked in turns. BENCH_LINES=60000 is a short run.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { median, percentile, temporaryFolder, untilAnswers } from './measure.ts';
import { fillLedger, HEAVY, type Size } from './money-data.ts';

const LINES = Number(process.env['BENCH_LINES'] ?? 1_000_000);
const ASKED = Number(process.env['BENCH_ASKED'] ?? 60);
const ROUNDS = 3;
const MOST_GROWTH = 5;
const PORTS = { demo: 4708, large: 4709 } as const;
const SIZE: Size = { lines: LINES, heavyLines: Math.round(LINES / 10), sellers: 100, days: 730 };

type SiteName = keyof typeof PORTS;
type Case = { name: string; path: string; as: 'admin' | 'seller' };

const CASES: readonly Case[] = [
  { name: 'seller: balance and next payout', path: '/api/seller/payments', as: 'seller' },
  { name: 'seller: statement of this month', path: '/api/seller/payments/statement', as: 'seller' },
  { name: 'staff: revenue, 30 days', path: '/api/admin/revenue', as: 'admin' },
  { name: 'staff: revenue, 12 months', path: '/api/admin/revenue?period=12m', as: 'admin' },
  { name: 'staff: ledger, newest', path: '/api/admin/ledger', as: 'admin' },
  { name: 'staff: ledger of one seller', path: '/api/admin/ledger?sellerId=:seller', as: 'admin' },
  { name: 'staff: balances and proof', path: '/api/admin/ledger/balances', as: 'admin' },
  { name: 'staff: orders', path: '/api/admin/orders', as: 'admin' },
];

type Site = { url: string; cookies: Record<Case['as'], string>; sellerId: number; stop: () => Promise<void> };

export async function measureMoney(): Promise<string> {
  const demo = await openSite('demo');
  try {
    const large = await openSite('large');
    try {
      const rounds = new Map<string, number[][]>();
      for (let round = 0; round <= ROUNDS; round++) {
        for (const one of CASES) {
          for (const [name, site] of [['demo', demo] as const, ['large', large] as const]) {
            const times = await timesOf(site, one);
            const key = `${one.name} ${name}`;
            // The first round warms up.
            if (round > 0) rounds.set(key, [...(rounds.get(key) ?? []), times]);
            process.stdout.write(`${key}: p95 ${percentile(times, 95).toFixed(1)} ms\n`);
          }
        }
      }
      return section(rounds);
    } finally {
      await large.stop();
    }
  } finally {
    await demo.stop();
  }
}

async function openSite(name: SiteName): Promise<Site> {
  const dataDir = await temporaryFolder('releve-bench');
  const embedded = await startEmbedded({ dataDir });
  const port = PORTS[name];
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DEMO_FILES: '0',
    },
  });
  const stop = async () => {
    await end(child);
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilAnswers(`http://127.0.0.1:${port}/readyz`);
    const { host, user } = embedded.connection;
    const databaseUrl = `postgresql://${user}@localhost/releve?host=${host}`;
    if (name === 'large') await fillLedger(databaseUrl, SIZE);
    const seller = name === 'large' ? HEAVY : 'seller';
    const ids = await signIn(databaseUrl, ['admin', seller]);
    const cookieOf = (username: string) => `releve_session=bench-${ids.get(username)}`;
    return {
      url: `http://127.0.0.1:${port}`,
      cookies: { admin: cookieOf('admin'), seller: cookieOf(seller) },
      sellerId: ids.get(seller) ?? 0,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function signIn(databaseUrl: string, usernames: string[]): Promise<Map<string, number>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ id: number; username: string }>(
    `with people as (select id, username from users where username = any($1)), signed_in as (
       insert into sessions (token_hash, user_id, created_at, expires_at)
       select sha256(convert_to('bench-' || id, 'UTF8')), id, now(), now() + interval '1 day' from people
     ) select id, username from people`,
    [usernames],
  );
  await client.end();
  return new Map(rows.map(({ id, username }) => [username, id]));
}

/** One after the other, in milliseconds. */
async function timesOf({ url, cookies, sellerId }: Site, { path: asked, as, name }: Case): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < ASKED; at++) {
    const begun = performance.now();
    const answer = await fetch(url + asked.replace(':seller', String(sellerId)), {
      headers: { cookie: cookies[as] },
    });
    await answer.arrayBuffer();
    times.push(performance.now() - begun);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  }
  return times;
}

function section(rounds: Map<string, number[][]>): string {
  const figures = CASES.map(({ name }) => {
    const of = (site: SiteName, percent: number) =>
      median((rounds.get(`${name} ${site}`) ?? []).map((times) => percentile(times, percent)));
    const [small, large] = [of('demo', 95), of('large', 95)];
    return { name, cells: [of('demo', 50), small, of('large', 50), large], growth: large / small };
  });
  const missed = figures.filter(({ growth }) => !(growth <= MOST_GROWTH));
  const count = (value: number) => value.toLocaleString('en');
  return [
    '## Money',
    '',
    `A ledger of ${count(SIZE.lines)} lines and the payouts of two years over ${SIZE.sellers + 1} sellers, one of whom has`,
    `${count(SIZE.heavyLines)} of the lines and is the one who asks, beside the demo school, in turns: ${ASKED} requests a round, one`,
    `after the other, median of ${ROUNDS} rounds after one to warm up.`,
    '',
    `Target: p95 within ${MOST_GROWTH} times of the demo school's. ${missed.length === 0 ? '**Met**' : `**Not met** in ${missed.length} of ${figures.length} cases`} in this run.`,
    '',
    '| page | demo p50 ms | demo p95 ms | large p50 ms | large p95 ms | p95 grown |',
    '|---|---:|---:|---:|---:|---:|',
    ...figures.map(
      ({ name, cells, growth }) =>
        `| ${name} | ${cells.map((cell) => cell.toFixed(1)).join(' | ')} | ${growth.toFixed(1)} |`,
    ),
    '',
  ].join('\n');
}
