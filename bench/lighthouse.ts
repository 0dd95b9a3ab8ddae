// npm run lighthouse: Lighthouse as a phone on / and /about, three runs each, medians into bench/LIGHTHOUSE.md.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import lighthouse from 'lighthouse';
import { browserArgs, findBrowser } from '../scripts/browser.mjs';

const PATHS = ['/', '/about'];
const RUNS = 3;
const PORT = 4703;
const DEBUG_PORT = 4704;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const TARGET = 95;

type Scores = Record<(typeof CATEGORIES)[number], number>;

async function until(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer`);
}

async function scoresOf(url: string): Promise<{ scores: Scores; remarks: string[] }> {
  const result = await lighthouse(url, {
    port: DEBUG_PORT,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
  });
  if (!result) throw new Error('Lighthouse gave no result');
  const { categories, audits } = result.lhr;
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Scores;
  const metrics = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  return { scores, remarks: metrics.map((name) => `${name} ${audits[name]?.displayValue ?? '?'}`) };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function measure(path: string): Promise<string> {
  const runs: Awaited<ReturnType<typeof scoresOf>>[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await scoresOf(`http://127.0.0.1:${PORT}${path}`));
  const medians = CATEGORIES.map((name) => median(runs.map(({ scores }) => scores[name])));
  const isGood = medians.every((score) => score >= TARGET);
  const row = `| \`${path}\` | ${medians.join(' | ')} | ${runs.at(-1)?.remarks.join(', ')} | ${isGood ? 'yes' : 'no'} |`;
  process.stdout.write(`${row}\n`);
  return row;
}

async function run(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'releve-lighthouse-'));
  const children: ChildProcess[] = [];
  try {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(PORT),
      LOG_LEVEL: 'warn',
    };
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
    await Promise.all([
      until(`http://127.0.0.1:${PORT}/readyz`),
      until(`http://127.0.0.1:${DEBUG_PORT}/json/version`),
    ]);
    const rows: string[] = [];
    for (const one of PATHS) {
      // The first visit draws the covers; visitors after that get them from storage.
      await scoresOf(`http://127.0.0.1:${PORT}${one}`);
      rows.push(await measure(one));
    }
    await writeFile('bench/LIGHTHOUSE.md', page(rows));
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
    await rm(dataDir, { recursive: true, force: true });
  }
}

function page(rows: string[]): string {
  return `# Lighthouse

Measured by \`npm run lighthouse\` on ${new Date().toISOString().slice(0, 10)}: Lighthouse's phone (slow 4G, CPU slowed four times), median of
${RUNS} runs after one to warm up, everything on one machine with ${os.cpus().length} cores. Target: each at least ${TARGET}.

| page | ${CATEGORIES.join(' | ')} | last run | target met |
|---|---:|---:|---:|---:|---|---|
${rows.join('\n')}
`;
}

await run();
