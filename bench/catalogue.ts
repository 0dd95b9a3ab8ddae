// The catalogue at three sizes: ours and bare side by side, what each question costs, and how that grows.
// BENCH_SIZES=1000,100000 measures only those; BENCH_ONLY=catalogue (see run.ts) leaves the rest of the bench out.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { ensureDatabase, startEmbedded, type Embedded } from '#server/db/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { DANCE_STYLES, LEVELS } from '#shared/vocabulary.ts';
import {
  CASES,
  CATALOGUE_CONNECTIONS,
  PAGES,
  type Cost,
  type Ratio,
  type SizeResult,
} from './catalogue-cases.ts';
import { fillCatalogue } from './catalogue-data.ts';
import { catalogueSection } from './catalogue-report.ts';
import { childrenCpuTime, cpuTime, median, untilAnswers } from './measure.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '1000,100000,1000000').split(',').map(Number);
/** Requests in one round. */
const REQUESTS = {
  data: Number(process.env['BENCH_REQUESTS'] ?? 800),
  page: Number(process.env['BENCH_PAGES'] ?? 96),
};
/**
 * A shared machine is a third faster or slower from one minute to the next. So ours and bare are measured in many short
 * pairs, one right after the other, and it is the ratio within a pair that is taken the median of. Bare draws no pages,
 * so questions come first; then pages; then questions again, to see whether drawing has made them dearer.
 */
const PAIRS_MEASURED = { alone: 7, after: 3 };
const PAGE_ROUNDS = 3;
/**
 * A server that runs for days has compiled what it does often, and ours has more of that than bare: only after some
 * thousands of requests does a case cost what it costs for the rest of the day. Both sides get as many, in rounds that
 * change from question to question; one more goes before each case that is measured.
 */
const WARM_UP = { rounds: 7, connections: 32 };
const PUBLISHED = 40;
const BARE_PORT = 4704;
const OUR_PORT = 4705;

const STYLES = ['Ballet', 'Jazz', 'Contemporary', 'Tap', 'Hip Hop'] as const;
const CHOSEN_LEVELS = ['Beginner', 'Intermediate', 'Mixed Levels'] as const;
const CHOSEN = STYLES.flatMap((style) => CHOSEN_LEVELS.map((level) => ({ style, level })));
/** Common enough to fill a page at the smallest size: a page of three cards costs less than one of 24. */
const PAIRS = [
  'ballet technique',
  'jazz turns',
  'tap rhythm',
  'contemporary floor',
  'ballet jumps',
  'jazz children',
];
const TYPED = ['ba', 'pir', 'ballet w', 'tap sh', 'mus', 'cho', 'st'];

/** The same questions to both, each with many values, so that no one row is all that is ever read. */
function pathsOf(size: number): Record<string, { ours: string[]; bare?: string[] }> {
  const ids = Array.from({ length: 97 }, (_, at) => 1 + ((at * 7919) % size));
  const query = (values: object) => new URLSearchParams(values as Record<string, string>).toString();
  const coded = CHOSEN.map(({ style, level }) =>
    query({ style: 9 + DANCE_STYLES.indexOf(style), level: 31 + LEVELS.indexOf(level) }),
  );
  return {
    list: {
      ours: CHOSEN.map((one) => `/api/resources?${query(one)}`),
      bare: coded.map((one) => `/list?${one}`),
    },
    search: {
      ours: PAIRS.map((q) => `/api/resources?${query({ q })}`),
      bare: PAIRS.map((q) => `/search?${query({ q })}`),
    },
    detail: { ours: ids.map((id) => `/api/resources/${id}`), bare: ids.map((id) => `/detail?id=${id}`) },
    facets: {
      ours: CHOSEN.map((one) => `/api/resources/facets?${query(one)}`),
      bare: coded.map((one) => `/facets?${one}`),
    },
    suggest: {
      ours: TYPED.map((q) => `/api/search/suggestions?${query({ q })}`),
      bare: TYPED.map((q) => `/suggest?${query({ q })}`),
    },
    'list page': { ours: CHOSEN.map((one) => `/curriculum?${query(one)}`) },
    'resource page': { ours: ids.map((id) => `/curriculum/${id}`) },
  };
}

let unique = 0;

async function measure(
  { port, paths, isPage }: { port: number; paths: string[]; isPage: boolean },
  { pid, database, connections }: { pid: number; database: number; connections: number },
): Promise<Cost> {
  const before = { server: cpuTime(pid), database: childrenCpuTime(database) };
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    amount: isPage ? REQUESTS.page : REQUESTS.data,
    headers: { 'accept-encoding': isPage ? 'br' : 'identity' },
    requests: [
      {
        setupRequest: (request) => {
          const address = paths[unique++ % paths.length] ?? '/';
          // A page is kept for a moment: a new address each time shows what it costs to make.
          const fresh = isPage ? `${address}${address.includes('?') ? '&' : '?'}n=${unique}` : address;
          return { ...request, path: fresh };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${paths[0]}: ${result.non2xx + result.errors} failures`);
  const each = (milliseconds: number) => milliseconds / result.requests.total;
  return {
    server: each(cpuTime(pid) - before.server),
    database: each(childrenCpuTime(database) - before.database),
    p50: result.latency.p50,
    p99: result.latency.p99,
    rate: result.requests.average,
  };
}

function launch(args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
}

async function measureSize(embedded: Embedded, dataDir: string, size: number): Promise<SizeResult> {
  const name = `catalogue_${size}`;
  await ensureDatabase(embedded.connection, name);
  const connection = { ...embedded.connection, database: name };
  await migrateDatabase(connection);
  const client = new pg.Client(connection);
  await client.connect();
  const filledIn = await fillCatalogue(client, size);
  process.stdout.write(`${size} resources written in ${Math.round(filledIn)} s\n`);
  const publish = {
    plain: await timePublishing(client, size, 'replica'),
    kept: await timePublishing(client, size, 'origin'),
  };
  await client.query('checkpoint');
  await client.end();
  const { host, user } = embedded.connection;
  const DATABASE_URL = `postgresql://${user}@localhost/${name}?host=${host}`;
  const ours = launch(['server/main.ts'], {
    DATABASE_URL,
    DATA_DIR: path.join(dataDir, `files-${size}`),
    PORT: String(OUR_PORT),
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
  });
  const bare = launch(['bench/bare-catalogue.ts', String(BARE_PORT), DATABASE_URL]);
  try {
    await untilAnswers(`http://127.0.0.1:${OUR_PORT}/readyz`);
    await untilAnswers(`http://127.0.0.1:${BARE_PORT}/`);
    return {
      size,
      filledIn,
      publish,
      ...(await measureCases({ database: embedded.pid, ours, bare }, size)),
    };
  } finally {
    for (const child of [ours, bare]) {
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
}

type Servers = { database: number; ours: ChildProcess; bare: ChildProcess };
type Side = 'ours' | 'bare';
type Asked = { name: string; paths: { ours: string[]; bare?: string[] }; connections: number };

async function measureCases(servers: Servers, size: number): Promise<Pick<SizeResult, 'costs' | 'ratios'>> {
  const costs: SizeResult['costs'] = new Map();
  const ratios: SizeResult['ratios'] = new Map();
  const paths = pathsOf(size);
  const casesAt = (names: readonly string[], connections: number): Asked[] =>
    names.flatMap((name) => (paths[name] ? [{ name, paths: paths[name], connections }] : []));
  const atEach = (names: readonly string[]) =>
    CATALOGUE_CONNECTIONS.flatMap((connections) => casesAt(names, connections));

  for (let round = 0; round < WARM_UP.rounds; round++) {
    for (const one of casesAt(CASES, WARM_UP.connections)) await measurePairs(servers, one, 1);
  }
  process.stdout.write(`${size} warm\n`);
  for (const one of atEach(CASES)) {
    await measurePairs(servers, one, 1);
    const { ours, bare } = await measurePairs(servers, one, PAIRS_MEASURED.alone);
    const key = `${one.name} ${one.connections}`;
    costs.set(`${one.name} ours ${one.connections}`, combine(ours));
    costs.set(`${one.name} bare ${one.connections}`, combine(bare));
    ratios.set(key, { alone: ratioOf(ours, bare), after: NaN });
    process.stdout.write(`${size} ${key}: ${ratios.get(key)?.alone.middle.toFixed(2)}\n`);
  }
  for (const one of atEach(PAGES)) {
    const rounds: Cost[] = [];
    for (let round = 0; round < PAGE_ROUNDS; round++) rounds.push(await measureSide(servers, one, 'ours'));
    costs.set(`${one.name} ours ${one.connections}`, combine(rounds));
  }
  for (const one of atEach(CASES)) {
    const { ours, bare } = await measurePairs(servers, one, PAIRS_MEASURED.after);
    const ratio = ratios.get(`${one.name} ${one.connections}`);
    if (ratio) ratio.after = ratioOf(ours, bare).middle;
  }
  process.stdout.write(`${size} measured\n`);
  return { costs, ratios };
}

/** Who begins changes from pair to pair. */
async function measurePairs(servers: Servers, asked: Asked, pairs: number): Promise<Record<Side, Cost[]>> {
  const measured: Record<Side, Cost[]> = { ours: [], bare: [] };
  for (let pair = 0; pair < pairs; pair++) {
    const sides: Side[] = pair % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
    for (const side of sides) measured[side].push(await measureSide(servers, asked, side));
  }
  return measured;
}

function measureSide(
  { database, ours, bare }: Servers,
  { name, paths, connections }: Asked,
  side: Side,
): Promise<Cost> {
  const isPage = (PAGES as readonly string[]).includes(name);
  const port = side === 'ours' ? OUR_PORT : BARE_PORT;
  const pid = (side === 'ours' ? ours : bare).pid ?? 0;
  return measure({ port, paths: paths[side] ?? [], isPage }, { pid, database, connections });
}

function ratioOf(ours: Cost[], bare: Cost[]): Ratio {
  const pairs = ours.map(({ server }, at) => server / (bare[at]?.server ?? NaN));
  return { middle: median(pairs), lowest: Math.min(...pairs), highest: Math.max(...pairs) };
}

function combine(measured: Cost[]): Cost {
  const pick = (key: keyof Cost) => median(measured.map((one) => one[key]));
  return {
    server: pick('server'),
    database: pick('database'),
    p50: pick('p50'),
    p99: pick('p99'),
    rate: pick('rate'),
  };
}

/** The median of publishing one at a time; "replica" leaves out all that keeps the catalogue. */
async function timePublishing(client: pg.Client, size: number, role: 'origin' | 'replica'): Promise<number> {
  await client.query(`set session_replication_role = ${role}`);
  const times: number[] = [];
  for (let n = 0; n < PUBLISHED; n++) {
    const began = performance.now();
    await client.query(
      `insert into resources (seller_id, category_id, title, description, type, dance_style, age_groups, level, tags, price_cents,
         state, is_listed, published_at, created_at, updated_at)
       select seller_id, category_id, title, description, type, dance_style, age_groups, level, tags, price_cents,
         'published', true, now(), now(), now() from resources where id = $1`,
      [1 + n * 13],
    );
    times.push(performance.now() - began);
  }
  // Without triggers nothing counted them; with them the counters are put right again.
  await client.query('delete from resources where id > $1', [size]);
  return median(times);
}

/** The section of RESULTS.md. */
export async function measureCatalogue(): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'releve-catalogue-'));
  const embedded = await startEmbedded({ dataDir });
  try {
    const results: SizeResult[] = [];
    for (const size of SIZES) results.push(await measureSize(embedded, dataDir, size));
    return catalogueSection(results, {
      requests: REQUESTS.data,
      pages: REQUESTS.page,
      pairs: PAIRS_MEASURED.alone,
      pairsAfter: PAIRS_MEASURED.after,
      pageRounds: PAGE_ROUNDS,
      warmUps: WARM_UP.rounds,
    });
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
