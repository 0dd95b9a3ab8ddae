// npm run bench: the same work done bare and by our stack, side by side in one run, written to bench/RESULTS.md.
// Machines are noisy, so read the ratios, not the numbers.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startEmbedded } from '#server/db/embedded.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const ROUNDS = 2;
const BARE_PORT = 4701;
const OUR_PORT = 4702;

type Case = { name: string; url: string; pid: number; isUnique?: boolean };
type Measure = { rate: number; p50: number; p99: number; cpuMs: number; rssMb: number };

const children: ChildProcess[] = [];

function launch(args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  children.push(child);
  return child;
}

async function untilAnswers(url: string): Promise<void> {
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

/** User and system time of a process so far, in milliseconds. */
function cpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

let unique = 0;

async function measure(one: Case, connections: number): Promise<Measure> {
  const before = cpuTime(one.pid);
  const result = await autocannon({
    url: one.url,
    connections,
    duration: SECONDS,
    headers: { 'accept-encoding': 'br' },
    // A new address each time, so that no cache can help.
    ...(one.isUnique && {
      requests: [{ setupRequest: (request) => ({ ...request, path: `/?n=${unique++}` }) }],
    }),
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${one.name}: ${result.non2xx + result.errors} failures`);
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: (cpuTime(one.pid) - before) / result.requests.total,
    rssMb: residentMb(one.pid),
  };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

function combine(measures: Measure[]): Measure {
  const pick = (key: keyof Measure) => median(measures.map((one) => one[key]));
  return {
    rate: pick('rate'),
    p50: pick('p50'),
    p99: pick('p99'),
    cpuMs: pick('cpuMs'),
    rssMb: pick('rssMb'),
  };
}

function table(cases: Case[], results: Map<string, Measure>, connections: number): string {
  const yardstick = results.get(`${cases[1]?.name} ${connections}`)?.rate ?? NaN;
  const rows = cases.map(({ name }) => {
    const { rate, p50, p99, cpuMs, rssMb } = results.get(`${name} ${connections}`) as Measure;
    return `| ${name} | ${Math.round(rate)} | ${(rate / yardstick).toFixed(2)} | ${p50} | ${p99} | ${cpuMs.toFixed(3)} | ${Math.round(rssMb)} |`;
  });
  return [
    `### Concurrency ${connections}`,
    '',
    '| case | requests/s | ratio to bare + statement | p50 ms | p99 ms | CPU ms/request | memory MB |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}

async function run(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'releve-bench-'));
  const embedded = await startEmbedded({ dataDir });
  try {
    const ours = launch(['server/main.ts'], { DATA_DIR: dataDir, PORT: String(OUR_PORT), LOG_LEVEL: 'warn' });
    await untilAnswers(`http://127.0.0.1:${OUR_PORT}/readyz`);
    const connection = JSON.stringify({ ...embedded.connection, database: 'releve' });
    const bare = launch(['bench/bare-http.ts', String(BARE_PORT), connection]);
    await untilAnswers(`http://127.0.0.1:${BARE_PORT}/query`);
    const cases: Case[] = [
      { name: 'bare node:http', url: `http://127.0.0.1:${BARE_PORT}/`, pid: bare.pid ?? 0 },
      {
        name: 'bare node:http + one prepared statement',
        url: `http://127.0.0.1:${BARE_PORT}/query`,
        pid: bare.pid ?? 0,
      },
      {
        name: 'our JSON route, same statement (/api/site)',
        url: `http://127.0.0.1:${OUR_PORT}/api/site`,
        pid: ours.pid ?? 0,
      },
      { name: 'our home page, cached', url: `http://127.0.0.1:${OUR_PORT}/`, pid: ours.pid ?? 0 },
      {
        name: 'our home page, rendered each time',
        url: `http://127.0.0.1:${OUR_PORT}/`,
        pid: ours.pid ?? 0,
        isUnique: true,
      },
    ];
    const results = new Map<string, Measure>();
    for (const connections of [1, 32]) {
      const seen = new Map<string, Measure[]>();
      for (let round = 0; round <= ROUNDS; round++) {
        for (const one of cases) {
          const measured = await measure(one, connections);
          // The first round warms up.
          if (round > 0) seen.set(one.name, [...(seen.get(one.name) ?? []), measured]);
          process.stdout.write(`${connections} × ${one.name}: ${Math.round(measured.rate)} requests/s\n`);
        }
      }
      for (const one of cases) results.set(`${one.name} ${connections}`, combine(seen.get(one.name) ?? []));
    }
    const text = [1, 32].map((connections) => table(cases, results, connections)).join('\n');
    await writeFile('bench/RESULTS.md', page(text));
    process.stdout.write(`\n${text}\nWritten to bench/RESULTS.md\n`);
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function page(tables: string): string {
  const machine = `${os.cpus().length} cores, Node ${process.version}, ${os.type()} ${os.arch()}`;
  return `# What it costs

Measured by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} (${machine}): ${SECONDS} s a case, median of ${ROUNDS} rounds after one
to warm up, load generator, server and PostgreSQL on the same machine. Read the ratios; the numbers are this machine's.

Target: the JSON route at least half the rate of bare node:http with the same prepared statement (ratio 0.5).

${tables}`;
}

await run();
