// npm run lighthouse: Lighthouse as a phone on the pages people open first, medians of several runs into
// bench/LIGHTHOUSE.md. With Lighthouse's own network and its own CPU slowdown of four, whatever the machine.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { browserArgs, findBrowser } from '../scripts/browser.mjs';
import { temporaryFolder } from './measure.ts';

const ALL_PATHS = [
  '/',
  '/about',
  '/auth',
  '/register',
  '/curriculum',
  '/curriculum/7',
  '/courses',
  '/courses/7',
  '/sellers/3',
];
/** All, or those named on the command line. */
const PATHS = process.argv.length > 2 ? process.argv.slice(2) : ALL_PATHS;
const RUNS = 5;
const PORT = 4703;
const DEBUG_PORT = 4704;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const TARGET = 95;
type Run = { scores: number[]; metrics: number[]; index: number };

async function until(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const isThere = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isThere) return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer`);
}

/** A new demo school makes its files in the background; beside that, only the machine would be measured. */
async function untilIdle(pid: number): Promise<void> {
  const spent = async () => {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(' ');
    return Number(fields[13] ?? 0) + Number(fields[14] ?? 0);
  };
  for (let quiet = 0, before = await spent(), tries = 0; quiet < 4 && tries < 150; tries++) {
    await sleep(2000);
    const now = await spent();
    // Hundredths of a second in two seconds: less than a tenth of a core.
    quiet = now - before < 20 ? quiet + 1 : 0;
    before = now;
  }
}

type Audit = { numericValue?: number };
type LighthouseResult = {
  lhr: {
    categories: Record<string, { score: number | null } | undefined>;
    audits: Record<string, Audit | undefined>;
    environment: { benchmarkIndex: number };
  };
};
type Lighthouse = (url: string, flags: object) => Promise<LighthouseResult | undefined>;

/** Installed by the npm script, outside the project's own packages. */
const { default: lighthouse } = (await import(process.env['LIGHTHOUSE'] ?? '')) as { default: Lighthouse };

/** Now and then a page is not painted in time for Lighthouse's own watch; such a visit says nothing and is repeated. */
async function visit(url: string): Promise<Run> {
  const result = await lighthouse(url, {
    port: DEBUG_PORT,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
  });
  if (!result) throw new Error('Lighthouse gave no result');
  const { categories, audits, environment } = result.lhr;
  if (audits['largest-contentful-paint']?.numericValue === undefined) return visit(url);
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    metrics: METRICS.map((name) => audits[name]?.numericValue ?? NaN),
    index: environment.benchmarkIndex,
  };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function measure(pagePath: string): Promise<string> {
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await visit(`http://127.0.0.1:${PORT}${pagePath}`));
  const scores = CATEGORIES.map((_, at) => median(runs.map((run) => run.scores[at] ?? 0)));
  const [paint = 0, largest = 0, blocked = 0, shift = 0] = METRICS.map((_, at) =>
    median(runs.map((run) => run.metrics[at] ?? NaN)),
  );
  const seconds = (value: number) => (value / 1000).toFixed(1);
  const cells = [
    `\`${pagePath}\``,
    ...scores,
    `${Math.min(...runs.map((run) => run.scores[0] ?? 0))}–${Math.max(...runs.map((run) => run.scores[0] ?? 0))}`,
    Math.round(median(runs.map((run) => run.index))),
    `${seconds(paint)} s`,
    `${seconds(largest)} s`,
    `${Math.round(blocked)} ms`,
    shift.toFixed(2),
    scores.every((score) => score >= TARGET) ? 'yes' : 'no',
  ];
  const row = `| ${cells.join(' | ')} |`;
  process.stdout.write(`${row}\n`);
  return row;
}

async function run(): Promise<void> {
  const dataDir = await temporaryFolder('releve-lighthouse');
  const children: ChildProcess[] = [];
  try {
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'warn' };
    // Each in a group of its own: what is on the path is often a script that starts the browser.
    const apart = { stdio: 'ignore', detached: true } as const;
    const server = spawn(process.execPath, ['server/main.ts'], { ...apart, env });
    children.push(server);
    const profile = `--user-data-dir=${path.join(dataDir, 'profile')}`;
    const flags = [
      ...browserArgs,
      '--headless',
      `--remote-debugging-port=${DEBUG_PORT}`,
      profile,
      'about:blank',
    ];
    children.push(spawn(findBrowser(), flags, apart));
    await until(`http://127.0.0.1:${PORT}/readyz`);
    await until(`http://127.0.0.1:${DEBUG_PORT}/json/version`);
    if (server.pid) await untilIdle(server.pid);
    // The covers of these pages are drawn by now, and the first visits warm the browser up.
    for (const one of PATHS) await visit(`http://127.0.0.1:${PORT}${one}`);
    const rows: string[] = [];
    for (const one of PATHS) rows.push(await measure(one));
    await writeFile('bench/LIGHTHOUSE.md', report(rows));
  } finally {
    for (const { pid } of children) if (pid) process.kill(-pid);
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
    await rm(dataDir, { recursive: true, force: true });
  }
}

function report(rows: string[]): string {
  return `# Lighthouse

Measured by \`npm run lighthouse\` on ${new Date().toISOString().slice(0, 10)}: Lighthouse's phone (slow 4G, CPU slowed four times), median of ${RUNS} runs,
everything on one machine with ${os.cpus().length} cores. The slowdown is made for a machine of an index of 1500 and more: below that, and
whenever something else runs beside it, performance shows the machine. Target: each score at least ${TARGET}.

| page | ${CATEGORIES.join(' | ')} | lowest–highest performance | machine's index | first paint | largest paint | blocked | shift | target met |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|
${rows.join('\n')}
`;
}

await run();
