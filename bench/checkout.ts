// Putting something into a cart, and buying it with the sandbox's card, beside the least a shop can do (bare-checkout.ts)
// on the same tables, in turns. Every call is another person's, from another address. BENCH_CHECKOUTS=50 is a short run.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { checkoutSection, type Cost, type Rounds } from './checkout-report.ts';
import { childrenCpuTime, cpuTime, temporaryFolder, untilAnswers } from './measure.ts';

const CHECKOUTS = Number(process.env['BENCH_CHECKOUTS'] ?? 300);
const CASES = [
  { name: 'add to cart', amount: CHECKOUTS * 2 },
  { name: 'checkout', amount: CHECKOUTS },
] as const;
type CaseName = (typeof CASES)[number]['name'];
const SIDES = ['ours', 'bare'] as const;
const CONNECTIONS = [1, 32];
const ROUNDS = 3;
const WARM_UPS = 1;
const OUR_PORT = 4706;
const BARE_PORT = 4707;

type People = { ids: number[]; next: number; things: number[] };

const CARD = { number: '4242424242424242', expMonth: 4, expYear: 2035, cvc: '123' };

export async function measureCheckout(): Promise<string> {
  const dataDir = await temporaryFolder('releve-bench');
  const embedded = await startEmbedded({ dataDir });
  const children: ChildProcess[] = [];
  const { host, user } = embedded.connection;
  const DATABASE_URL = `postgresql://${user}@localhost/releve?host=${host}`;
  try {
    const ours = launch(['server/main.ts'], {
      DATA_DIR: dataDir,
      PORT: String(OUR_PORT),
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
      DEMO_FILES: '0',
    });
    children.push(ours);
    await untilAnswers(`http://127.0.0.1:${OUR_PORT}/readyz`);
    const bare = launch(['bench/bare-checkout.ts', String(BARE_PORT), DATABASE_URL]);
    children.push(bare);
    await untilAnswers(`http://127.0.0.1:${BARE_PORT}/`);
    const client = new pg.Client(DATABASE_URL);
    await client.connect();
    const rounds = await measureRounds(client, {
      people: await invitePeople(client),
      pids: { ours: ours.pid ?? 0, bare: bare.pid ?? 0 },
      database: embedded.pid,
    });
    await client.end();
    return checkoutSection(rounds, { connections: CONNECTIONS, checkouts: CHECKOUTS, rounds: ROUNDS });
  } finally {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function launch(args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
}

/** As many as there are calls, each signed in: a password for each would take the whole day. */
async function invitePeople(client: pg.Client): Promise<People> {
  const calls = CASES.reduce((sum, { amount }) => sum + amount, 0);
  const wanted = calls * SIDES.length * CONNECTIONS.length * (ROUNDS + WARM_UPS);
  const { rows } = await client.query<{ id: number }>(
    `with made as (
       insert into users (username, username_key, email, email_key, email_verified_at, first_name, last_name, password_hash)
       select 'bench-' || n, 'bench-' || n, 'bench-' || n || '@releve.example', 'bench-' || n || '@releve.example', now(),
         'Bench', 'Person', 'none' from generate_series(1, $1::int) n returning id
     ), signed_in as (
       insert into sessions (token_hash, user_id, created_at, expires_at)
       select sha256(convert_to('bench-' || id, 'UTF8')), id, now(), now() + interval '1 day' from made
     )
     select id from made order by id`,
    [wanted],
  );
  const things = await client.query<{ id: number }>(
    'select id from resources where is_listed and price_cents > 0 order by id',
  );
  await client.query('analyze');
  return { ids: rows.map(({ id }) => id), next: 0, things: things.rows.map(({ id }) => id) };
}

type Setting = { people: People; pids: Record<'ours' | 'bare', number>; database: number };

async function measureRounds(client: pg.Client, setting: Setting): Promise<Rounds> {
  const rounds: Rounds = new Map();
  for (const connections of CONNECTIONS) {
    for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
      // As autovacuum does within a minute: plans made for the empty tables of a new site are made anew, on both sides.
      if (round === WARM_UPS) await client.query('analyze');
      for (const { name, amount } of CASES) {
        for (const side of SIDES) {
          const cost = await measure(client, { ...setting, name, amount, side, connections });
          const key = `${name} ${side} ${connections}`;
          if (round >= WARM_UPS) rounds.set(key, [...(rounds.get(key) ?? []), cost]);
          process.stdout.write(`${connections} × ${name}, ${side}: ${Math.round(cost.rate)} a second\n`);
        }
      }
    }
  }
  return rounds;
}

type Run = Setting & { name: CaseName; amount: number; side: 'ours' | 'bare'; connections: number };

async function measure(client: pg.Client, run: Run): Promise<Cost> {
  const pid = run.pids[run.side];
  const before = { server: cpuTime(pid), database: childrenCpuTime(run.database) };
  let failures = 0;
  // From the first call to the last answer: the load generator itself counts in whole seconds.
  const time = { began: 0, ended: 0 };
  const result = await autocannon({
    url: `http://127.0.0.1:${run.side === 'ours' ? OUR_PORT : BARE_PORT}`,
    connections: run.connections,
    amount: run.amount,
    requests: [
      {
        method: 'POST',
        setupRequest(request) {
          time.began ||= performance.now();
          return { ...request, ...requestOf(run) };
        },
        onResponse(status, body) {
          time.ended = performance.now();
          if (status !== 200 || (run.name === 'checkout' && !body.includes('"paid"'))) failures += 1;
        },
      },
    ],
  });
  if (failures + result.errors > 0) {
    throw new Error(`${run.name}, ${run.side}: ${failures + result.errors} of ${run.amount} failed`);
  }
  // What a checkout sets off, its webhook and its mail, is part of what it costs.
  if (run.name === 'checkout' && run.side === 'ours') await untilQuiet(client);
  const each = (milliseconds: number) => milliseconds / result.requests.total;
  return {
    server: each(cpuTime(pid) - before.server),
    database: each(childrenCpuTime(run.database) - before.database),
    p50: result.latency.p50,
    p99: result.latency.p99,
    rate: (result.requests.total * 1000) / (time.ended - time.began),
  };
}

let calls = 0;

function requestOf({ people, name, side }: Run) {
  const userId = people.ids[people.next++] ?? 0;
  const itemId = people.things[people.next % people.things.length] ?? 0;
  calls += 1;
  const headers = { 'content-type': 'application/json' };
  if (side === 'bare') {
    return {
      path: name === 'checkout' ? '/checkout' : '/cart',
      headers,
      body: JSON.stringify({ userId, itemId }),
    };
  }
  const item = { itemType: 'resource', itemId, quantity: 1 };
  const checkout = {
    email: `bench-${userId}@releve.example`,
    name: 'Bench Person',
    zip: '10001',
    items: [item],
    card: CARD,
  };
  return {
    path: name === 'checkout' ? '/api/simple-checkout' : '/api/cart',
    headers: {
      ...headers,
      cookie: `releve_session=bench-${userId}`,
      // Calls are limited by address.
      'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
      ...(name === 'checkout' && { 'idempotency-key': `bench-${calls}` }),
    },
    body: JSON.stringify(name === 'checkout' ? checkout : item),
  };
}

const QUIET_WITHIN_MS = 60_000;

async function untilQuiet(client: pg.Client): Promise<void> {
  for (const since = performance.now(); performance.now() - since < QUIET_WITHIN_MS; await sleep(200)) {
    const { rows } = await client.query<{ waiting: number }>(
      `select (select count(*) from sandbox_events where delivered_at is null)::int
        + (select count(*) from webhook_events where state = 'waiting')::int as waiting`,
    );
    if (rows[0]?.waiting === 0) return;
  }
  throw new Error('The webhooks of the sandbox are still waiting');
}
