// What a visit costs: pages rendered and cached, and a first visit to the catalogue with all its files, over the demo
// school. BENCH_BEFORE=<folder> measures a built checkout of an older commit in turns with this one.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { chromium } from '@playwright/test';
import autocannon from 'autocannon';
import { startEmbedded, type Embedded } from '#server/db/embedded.ts';
import { browserArgs, findBrowser } from '../scripts/browser.mjs';
import {
  childrenCpuTime,
  median,
  residentMb,
  temporaryFolder,
  untilAnswers,
  wholeCpuTime,
} from './measure.ts';

const PAGES = ['/', '/curriculum', '/curriculum/7', '/courses', '/courses/7', '/connect'];
const VISITED = '/curriculum';
const CONNECTIONS = [1, 8];
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 60);
/** Compiled as it will be for the rest of the day. */
const WARM_UP = 200;
const VISITS = 10;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true };
/** More than the page is long. */
const SCREENS = 20;
/** What browsers open to one host at once. */
const SOCKETS = 6;
const TARGETS = { rendered: 10, visit: 25, memory: 400 };
const FIRST_PORT = 4716;
/** As `npm start` sets it. */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

type Side = { name: string; url: string; server: ChildProcess; embedded: Embedded; dataDir: string };
type Cost = { server: number; database: number; rate: number };
type Files = { eager: string[]; lazy: string[] };
type Visit = Files & { bytes: number; costs: Cost[] };

export async function measureVisits(): Promise<string> {
  const before = process.env['BENCH_BEFORE'];
  const folders = [...(before ? [['before', before] as const] : []), ['now', '.'] as const];
  const sides: Side[] = [];
  try {
    for (const [at, [name, folder]] of folders.entries()) {
      sides.push(await startSide(name, path.resolve(folder), FIRST_PORT + at));
    }
    for (const side of sides) await untilAnswers(`${side.url}/readyz`);
    for (const side of sides) for (const page of PAGES) await ask(side, page, 8, WARM_UP, true);
    const rows = [];
    for (const page of PAGES) {
      for (const connections of CONNECTIONS) rows.push(await measurePage(sides, page, connections, true));
    }
    for (const page of PAGES) rows.push(await measurePage(sides, page, 8, false));
    const visits = await measureVisit(sides);
    const memory = sides.map(({ server }) => residentMb(server.pid ?? 0));
    return report(sides, rows, visits, memory);
  } finally {
    for (const side of sides) await stopSide(side);
  }
}

async function startSide(name: string, folder: string, port: number): Promise<Side> {
  const dataDir = await temporaryFolder('releve-visits');
  const embedded = await startEmbedded({ dataDir });
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...MALLOC,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DEMO_FILES: '0',
      TRUST_PROXY: '1',
    },
  });
  return { name, url: `http://127.0.0.1:${port}`, server, embedded, dataDir };
}

async function stopSide({ server, embedded, dataDir }: Side): Promise<void> {
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}

const COMPRESSED = { 'accept-encoding': 'br' };
let unique = 0;
const numberedAddress = () => `10.${(++unique >> 16) & 0xff}.${(unique >> 8) & 0xff}.${unique & 0xff}`;
/** With a session cookie no cache can help; from another address each time no limit is reached. */
const uncached = () => ({ cookie: 'releve_session=none', 'x-forwarded-for': numberedAddress() });

async function ask(side: Side, page: string, connections: number, amount: number, isRendered: boolean) {
  const result = await autocannon({
    url: side.url + page,
    connections,
    amount,
    // How often it looks whether all are answered: by itself once a second.
    sampleInt: 20,
    headers: COMPRESSED,
    ...(isRendered && {
      requests: [{ setupRequest: (request) => ({ ...request, headers: { ...COMPRESSED, ...uncached() } }) }],
    }),
  });
  // A busy machine turns some away, whom it costs next to nothing.
  const failures = result.non2xx + result.errors;
  if (failures > amount / 20) throw new Error(`${page}: ${failures} of ${amount} failed`);
  return result;
}

/** What work cost, by each of what it did `times`. */
async function costOf(
  { server, embedded }: Side,
  times: number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const spent = () => [wholeCpuTime(server.pid ?? 0), childrenCpuTime(embedded.pid)] as const;
  const [serverBefore, databaseBefore] = spent();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const [serverAfter, databaseAfter] = spent();
  return {
    server: (serverAfter - serverBefore) / times,
    database: (databaseAfter - databaseBefore) / times,
    rate: times / seconds,
  };
}

type Row = { name: string; isRendered: boolean; costs: Cost[][] };

/** Round by round on both sides, since a shared machine is a third faster or slower from one minute to the next. */
async function takeTurns(sides: Side[], work: (side: Side) => Promise<Cost>): Promise<Cost[][]> {
  const costs: Cost[][] = sides.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    const order = [...sides.entries()];
    for (const [at, side] of round % 2 === 0 ? order : order.toReversed()) costs[at]?.push(await work(side));
  }
  return costs;
}

async function measurePage(
  sides: Side[],
  page: string,
  connections: number,
  isRendered: boolean,
): Promise<Row> {
  const amount = isRendered ? REQUESTS : REQUESTS * 10;
  const costs = await takeTurns(sides, (side) =>
    costOf(side, amount, () => ask(side, page, connections, amount, isRendered)),
  );
  const name = `${page}, ${isRendered ? 'rendered' : 'cached'}, concurrency ${connections}`;
  process.stdout.write(`${name}: ${costs.map((one) => middle(one, 'server').toFixed(2)).join(' → ')} ms\n`);
  return { name, isRendered, costs };
}

async function measureVisit(sides: Side[]): Promise<Visit[]> {
  const files = new Map<Side, Files>();
  for (const side of sides) files.set(side, await filesOf(side));
  const all = (side: Side) => Object.values(files.get(side) ?? {}).flat();
  const bytes = new Map<Side, number>();
  // The first also draws the pictures.
  for (let visit = 0; visit < VISITS; visit++) {
    for (const side of sides) bytes.set(side, await visitOnce(side, all(side)));
  }
  const costs = await takeTurns(sides, (side) =>
    costOf(side, VISITS, async () => {
      for (let visit = 0; visit < VISITS; visit++) await visitOnce(side, all(side));
    }),
  );
  return sides.map((side, at) => ({
    ...(files.get(side) ?? { eager: [], lazy: [] }),
    bytes: bytes.get(side) ?? NaN,
    costs: costs[at] ?? [],
  }));
}

/** What a phone's browser asks for besides the page: at once, and once somebody scrolls to the end. */
async function filesOf(side: Side): Promise<Files> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs });
  try {
    const page = await browser.newPage(PHONE);
    const asked = new Set<string>();
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().startsWith(side.url)) asked.add(request.url());
    });
    await page.goto(side.url + VISITED, { waitUntil: 'networkidle' });
    asked.delete(side.url + VISITED);
    const eager = [...asked];
    for (let screen = 0; screen < SCREENS; screen++) {
      await page.keyboard.press('PageDown');
      await page.waitForTimeout(100);
    }
    await page.waitForLoadState('networkidle');
    return { eager, lazy: [...asked].filter((url) => !eager.includes(url)) };
  } finally {
    await browser.close();
  }
}

/** The page, rendered for this visit, then its files over a browser's connections. Returns the bytes received. */
async function visitOnce(side: Side, files: string[]): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS });
  const page = await bytesOf(agent, side.url + VISITED, uncached());
  const rest = await Promise.all(files.map((file) => bytesOf(agent, file, {})));
  agent.destroy();
  return rest.reduce((sum, bytes) => sum + bytes, page);
}

function bytesOf(agent: http.Agent, url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers: { ...COMPRESSED, ...headers } }, (answer) => {
        if ((answer.statusCode ?? 500) >= 500) reject(new Error(`${url}: ${answer.statusCode}`));
        let bytes = 0;
        answer.on('data', (part: Buffer) => (bytes += part.length)).on('end', () => resolve(bytes));
      })
      .on('error', reject);
  });
}

const middle = (costs: Cost[], key: keyof Cost) => median(costs.map((cost) => cost[key]));

/** Of what both sides cost in the same round: the middle one. */
function ratioOf([before = [], now = []]: Cost[][], key: keyof Cost): string {
  return median(now.map((cost, at) => cost[key] / (before[at]?.[key] ?? NaN))).toFixed(2);
}

function report(sides: Side[], rows: Row[], visits: Visit[], memory: number[]): string {
  const isCompared = sides.length > 1;
  const columns = (names: string[]) =>
    names.flatMap((name) => (isCompared ? [`${name} before`, `${name} now`, 'ratio'] : [name]));
  const figures = (costs: Cost[][], key: keyof Cost, digits: number) => [
    ...costs.map((one) => middle(one, key).toFixed(digits)),
    ...(isCompared ? [ratioOf(costs, key)] : []),
  ];
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const heading = (cells: string[]) => [line(cells), `|---|${'---:|'.repeat(cells.length - 1)}`];
  const now = (costs: Cost[][]) => costs.at(-1) ?? [];
  const rendered = rows
    .filter(({ isRendered }) => isRendered)
    .map(({ costs }) => middle(now(costs), 'server'));
  const visit = middle(visits.at(-1)?.costs ?? [], 'server');
  const verdict = (value: number, most: number) => (value <= most ? '**met**' : '**missed**');
  const mostRendered = Math.max(...rendered);
  const mostMemory = memory.at(-1) ?? NaN;
  return [
    '## Visits',
    '',
    `Over the demo school. Rounds of ${REQUESTS} pages take turns, ${ROUNDS} of them after ${WARM_UP} uncounted renderings of each page: medians, and the median of the ratios within a round. Rendered pages are asked for with a session that does not exist, which no cache answers. A first visit is ${VISITED}, rendered, with every file a phone (390 px, three pixels to a point) asks for, over ${SOCKETS} connections.`,
    '',
    'Targets:',
    '',
    `- Rendering a page within ${TARGETS.rendered} ms of server CPU: ${verdict(mostRendered, TARGETS.rendered)} (at most ${mostRendered.toFixed(1)}).`,
    `- A first visit to ${VISITED} within ${TARGETS.visit} ms of server CPU: ${verdict(visit, TARGETS.visit)} (${visit.toFixed(1)}).`,
    `- Memory after serving pages under ${TARGETS.memory} MB: ${verdict(mostMemory, TARGETS.memory)} (${memory.map(Math.round).join(' → ')}).`,
    '',
    ...heading(['page', ...columns(['server CPU ms', 'database CPU ms', 'pages/s'])]),
    ...rows.map(({ name, costs }) =>
      line([
        name,
        ...figures(costs, 'server', 2),
        ...figures(costs, 'database', 2),
        ...figures(costs, 'rate', 0),
      ]),
    ),
    '',
    ...heading([
      `first visit to ${VISITED}`,
      'requests at once',
      'on scrolling',
      'kB',
      'server CPU ms',
      'database CPU ms',
    ]),
    ...visits.map(({ eager, lazy, bytes, costs }, at) =>
      line([
        sides[at]?.name ?? '',
        eager.length + 1,
        lazy.length,
        Math.round(bytes / 1000),
        middle(costs, 'server').toFixed(1),
        middle(costs, 'database').toFixed(1),
      ]),
    ),
    '',
  ].join('\n');
}
