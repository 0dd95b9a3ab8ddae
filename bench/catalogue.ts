// The catalogue at three sizes: ours and bare side by side, what each question costs, and how that grows.
// BENCH_SIZES=1000,100000 measures only those; BENCH_BEFORE=<folder of a built checkout> measures it beside ours;
// BENCH_CASES=list,detail asks only those; BENCH_ONLY=catalogue (see run.ts) leaves the rest of the bench out.
import { rm } from 'node:fs/promises';
import autocannon from 'autocannon';
import { DANCE_STYLES, LEVELS } from '#shared/vocabulary.ts';
import {
  CASES,
  CATALOGUE_CONNECTIONS,
  PAIRS,
  PAGES,
  type Cost,
  type Ratio,
  type SizeResult,
} from './catalogue-cases.ts';
import { catalogueSection } from './catalogue-report.ts';
import {
  fill,
  startServers,
  stopServers,
  untilReady,
  type Filled,
  type Running,
  type Side,
} from './catalogue-sizes.ts';
import { childrenCpuTime, cpuTime, median, temporaryFolder } from './measure.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '1000,100000,1000000').split(',').map(Number);
/** Requests in one round. */
const REQUESTS = {
  data: Number(process.env['BENCH_REQUESTS'] ?? 600),
  pair: 40,
  page: Number(process.env['BENCH_PAGES'] ?? 96),
};
/**
 * A shared machine is a third faster or slower from one minute to the next. So all sizes, ours and bare, are asked in
 * short rounds that take turns, and it is the ratio within a turn that is taken the median of. Bare draws no pages, so
 * questions come first; then pages; then questions again, to see whether drawing has made them dearer.
 */
const TURNS = { alone: 7, after: 3, pair: 3, page: 3 };
/** Asked before each round and not counted: whoever has waited for its turn has been pushed out of the processor's caches. */
const LEAD_IN = { data: 150, pair: 10, page: 32 };
/**
 * A server that runs for days has compiled what it does often, and ours has more of that than bare: only after some
 * thousands of requests does a case cost what it costs for the rest of the day. Both sides get as many, in rounds that
 * change from question to question; one more goes before each case that is measured.
 */
const WARM_UP = { rounds: 7, connections: 32 };

const STYLES = ['Ballet', 'Jazz', 'Contemporary', 'Tap', 'Hip Hop'] as const;
const CHOSEN_LEVELS = ['Beginner', 'Intermediate', 'Mixed Levels'] as const;
const CHOSEN = STYLES.flatMap((style) => CHOSEN_LEVELS.map((level) => ({ style, level })));
/** Common enough to fill a page at the smallest size: a page of three cards costs less than one of 24. */
const TWO_WORDS = [
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
  const ids = Array.from({ length: Math.min(size, 5000) }, (_, at) => 1 + ((at * 7919) % size));
  const query = (values: object) => new URLSearchParams(values as Record<string, string>).toString();
  const coded = CHOSEN.map(
    ({ style, level }) => `code=${9 + DANCE_STYLES.indexOf(style)}&code=${31 + LEVELS.indexOf(level)}`,
  );
  return {
    list: {
      ours: CHOSEN.map((one) => `/api/resources?${query(one)}`),
      bare: coded.map((one) => `/list?${one}`),
    },
    search: {
      ours: TWO_WORDS.map((q) => `/api/resources?${query({ q })}`),
      bare: TWO_WORDS.map((q) => `/search?${query({ q })}`),
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
    ...Object.fromEntries(PAIRS.map(({ name, ours, bare }) => [name, { ours: [ours], bare: [bare] }])),
    'list page': { ours: CHOSEN.map((one) => `/curriculum?${query(one)}`) },
    'resource page': { ours: ids.map((id) => `/curriculum/${id}`) },
  };
}

let unique = 0;

async function measure(running: Running, asked: Asked, side: Side): Promise<Cost> {
  const server = running[side]?.process;
  const spent = () => ({
    server: cpuTime(server?.pid ?? 0),
    database: childrenCpuTime(running.embedded.pid),
  });
  const kind = kindOf(asked.name);
  await ask(running, asked, side, LEAD_IN[kind]);
  const before = spent();
  const result = await ask(running, asked, side, REQUESTS[kind]);
  const after = spent();
  const each = (milliseconds: number) => milliseconds / result.requests.total;
  return {
    server: each(after.server - before.server),
    database: each(after.database - before.database),
    p50: result.latency.p50,
    p99: result.latency.p99,
    rate: result.requests.total / result.duration,
  };
}

async function ask(running: Running, { name, connections }: Asked, side: Side, amount: number) {
  const paths = pathsOf(running.size)[name]?.[side === 'bare' ? 'bare' : 'ours'] ?? [];
  const result = await autocannon({
    url: `http://127.0.0.1:${running[side]?.port}`,
    connections,
    amount,
    // How often it looks whether all are answered: by itself once a second, which would be most of a round.
    sampleInt: 20,
    headers: { 'accept-encoding': isPage(name) ? 'br' : 'identity' },
    requests: [
      {
        setupRequest: (request) => {
          const address = paths[unique++ % paths.length] ?? '/';
          // A page is kept for a moment: a new address each time shows what it costs to make.
          const fresh = isPage(name) ? `${address}${address.includes('?') ? '&' : '?'}n=${unique}` : address;
          return { ...request, path: fresh };
        },
      },
    ],
  });
  const failures = result.non2xx + result.errors;
  if (failures > 0) throw new Error(`${paths[0]}: ${failures} failures`);
  return result;
}

type Asked = { name: string; connections: number };
/** What each turn cost, by size: the same place in each list was measured in the same minute. */
type Turns = Record<Side, Cost[]>[];

const isPage = (name: string) => PAGES.includes(name);
function kindOf(name: string): keyof typeof REQUESTS {
  if (isPage(name)) return 'page';
  return PAIRS.some((pair) => pair.name === name) ? 'pair' : 'data';
}

/**
 * Takes turns: in each, every size is asked, ours and bare one right after the other. Who begins changes from turn to
 * turn, for sizes and for sides.
 */
async function takeTurns(running: Running[], asked: Asked, turns: number): Promise<Turns> {
  const measured: Turns = running.map(() => ({ ours: [], bare: [], before: [] }));
  const sides: Side[] = isPage(asked.name) ? ['ours', 'before'] : ['ours', 'bare', 'before'];
  for (let turn = 0; turn < turns; turn++) {
    const inOrder = <T>(values: T[]) => (turn % 2 === 0 ? values : values.toReversed());
    for (const at of inOrder([...running.keys()])) {
      const one = running[at];
      if (!one) continue;
      for (const side of inOrder(sides)) {
        if (one[side]) measured[at]?.[side].push(await measure(one, asked, side));
      }
    }
  }
  return measured;
}

async function measureCases(running: Running[]): Promise<SizeResult[]> {
  const results: SizeResult[] = running.map(({ size, filledIn, publish }) => ({
    size,
    filledIn,
    publish,
    costs: new Map(),
    ratios: new Map(),
    growths: new Map(),
    pairs: new Map(),
  }));
  const atEach = (names: readonly string[]): Asked[] =>
    CATALOGUE_CONNECTIONS.flatMap((connections) => names.map((name) => ({ name, connections })));

  for (let round = 0; round < WARM_UP.rounds; round++) {
    for (const name of CASES) await takeTurns(running, { name, connections: WARM_UP.connections }, 1);
  }
  process.stdout.write('warm\n');
  for (const { name } of PAIRS) {
    const turns = await takeTurns(running, { name, connections: 1 }, TURNS.pair);
    for (const [at, turn] of turns.entries()) results[at]?.pairs.set(name, wholes(turn));
  }
  for (const asked of [...atEach(CASES), ...atEach(PAGES)]) {
    await takeTurns(running, asked, 1);
    const turns = await takeTurns(running, asked, isPage(asked.name) ? TURNS.page : TURNS.alone);
    const key = `${asked.name} ${asked.connections}`;
    for (const [at, { ours, bare, before }] of turns.entries()) {
      const result = results[at];
      result?.costs.set(`${asked.name} ours ${asked.connections}`, combine(ours));
      result?.growths.set(key, ratioOf(ours, turns[0]?.ours ?? [], whole));
      if (bare.length === 0) continue;
      result?.costs.set(`${asked.name} bare ${asked.connections}`, combine(bare));
      result?.ratios.set(key, {
        alone: ratioOf(ours, bare, ({ server }) => server),
        after: NaN,
        ...wholes({ ours, bare, before }),
      });
    }
    process.stdout.write(
      `${key}: ${results.map(({ ratios, growths }) => `${ratios.get(key)?.whole.middle.toFixed(2) ?? ''} before ${ratios.get(key)?.before?.middle.toFixed(2) ?? ''} grown ${growths.get(key)?.middle.toFixed(2)}`).join(', ')}\n`,
    );
  }
  for (const asked of atEach(CASES)) {
    const turns = await takeTurns(running, asked, TURNS.after);
    for (const [at, { ours, bare }] of turns.entries()) {
      const ratio = results[at]?.ratios.get(`${asked.name} ${asked.connections}`);
      if (ratio) ratio.after = ratioOf(ours, bare, ({ server }) => server).middle;
    }
  }
  return results;
}

/** Turn by turn, so that a minute in which the machine is slow is slow for both. */
function ratioOf(these: Cost[], those: Cost[], of: (cost: Cost) => number): Ratio {
  const ratios = these.map((one, at) => {
    const other = those[at];
    return other ? of(one) / of(other) : NaN;
  });
  return { middle: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
}

const whole = ({ server, database }: Cost) => server + database;
const wholes = ({ ours, bare, before }: Record<Side, Cost[]>) => ({
  whole: ratioOf(ours, bare, whole),
  before: before.length > 0 ? ratioOf(before, bare, whole) : null,
});

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

/** The section of DETAILS.md. */
export async function measureCatalogue(): Promise<string> {
  const dataDir = await temporaryFolder('releve-catalogue');
  const filled: Filled[] = [];
  const running: Running[] = [];
  try {
    for (const size of SIZES) filled.push(await fill(dataDir, size));
    for (const [at, one] of filled.entries()) running.push(startServers(one, at, dataDir));
    for (const one of running) await untilReady(one);
    return catalogueSection(await measureCases(running), {
      requests: REQUESTS.data,
      pages: REQUESTS.page,
      turns: TURNS,
      warmUps: WARM_UP.rounds,
      leadIn: LEAD_IN.data,
    });
  } finally {
    for (const one of running) await stopServers(one);
    for (const { embedded } of filled) await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
