// npm run lighthouse: Lighthouse as a phone on / and /about, medians of several runs into bench/LIGHTHOUSE.md.
// Lighthouse slows the CPU four times, which makes a phone of a fast desktop. A slower machine is slowed less, in
// proportion to its own BenchmarkIndex; the scores with the full four times stand beside it.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import lighthouse from 'lighthouse';
import { browserArgs, findBrowser } from '../scripts/browser.mjs';

const PATHS = ['/', '/about'];
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
/** A desktop for which four times is right; and Lighthouse's own network and CPU of a phone. */
const REFERENCE_INDEX = 1750;
const PHONE = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
  cpuSlowdownMultiplier: 4,
};

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

async function visit(url: string, slowdown: number): Promise<Run> {
  const result = await lighthouse(url, {
    port: DEBUG_PORT,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    throttling: { ...PHONE, cpuSlowdownMultiplier: slowdown },
  });
  if (!result) throw new Error('Lighthouse gave no result');
  const { categories, audits, environment } = result.lhr;
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    metrics: METRICS.map((name) => audits[name]?.numericValue ?? NaN),
    index: environment.benchmarkIndex,
  };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function measure(pagePath: string, slowdown: number): Promise<string> {
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run++)
    runs.push(await visit(`http://127.0.0.1:${PORT}${pagePath}`, slowdown));
  const scores = CATEGORIES.map((_, at) => median(runs.map((run) => run.scores[at] ?? 0)));
  const [paint = 0, largest = 0, blocked = 0, shift = 0] = METRICS.map((_, at) =>
    median(runs.map((run) => run.metrics[at] ?? NaN)),
  );
  const seconds = (value: number) => (value / 1000).toFixed(1);
  const cells = [
    `\`${pagePath}\``,
    slowdown.toFixed(1),
    ...scores,
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
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'releve-lighthouse-'));
  await chmod(dataDir, 0o755);
  const children: ChildProcess[] = [];
  try {
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'warn' };
    children.push(spawn(process.execPath, ['server/main.ts'], { stdio: 'ignore', env }));
    const profile = `--user-data-dir=${path.join(dataDir, 'profile')}`;
    const flags = [
      ...browserArgs,
      '--headless',
      `--remote-debugging-port=${DEBUG_PORT}`,
      profile,
      'about:blank',
    ];
    children.push(spawn(findBrowser(), flags, { stdio: 'ignore' }));
    await until(`http://127.0.0.1:${PORT}/readyz`);
    await until(`http://127.0.0.1:${DEBUG_PORT}/json/version`);
    // The covers of these pages are drawn by now, and the first visits warm the browser up.
    const warmUp: Run[] = [];
    for (const one of [...PATHS, ...PATHS]) warmUp.push(await visit(`http://127.0.0.1:${PORT}${one}`, 4));
    const index = median(warmUp.map((one) => one.index));
    const calibrated = Math.max(1, Math.min(4, Math.round((8 * index) / REFERENCE_INDEX) / 2));
    const rows: string[] = [];
    for (const slowdown of new Set([calibrated, 4])) {
      for (const one of PATHS) rows.push(await measure(one, slowdown));
    }
    await writeFile('bench/LIGHTHOUSE.md', report(rows, index));
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
    await rm(dataDir, { recursive: true, force: true });
  }
}

function report(rows: string[], index: number): string {
  return `# Lighthouse

Measured by \`npm run lighthouse\` on ${new Date().toISOString().slice(0, 10)}: Lighthouse's phone (slow 4G), median of ${RUNS} runs, everything on one
machine with ${os.cpus().length} cores and a BenchmarkIndex of ${Math.round(index)}. Lighthouse's CPU slowdown of 4 is made for an index of about
${REFERENCE_INDEX}; the first rows are slowed in proportion, the last ones fully. Target: each score at least ${TARGET}.

| page | CPU slowdown | ${CATEGORIES.join(' | ')} | first paint | largest paint | blocked | shift | target met |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|
${rows.join('\n')}
`;
}

await run();
