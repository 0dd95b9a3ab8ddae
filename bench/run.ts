// npm run bench: the same work done bare and by our stack, side by side in one run, written to bench/DETAILS.md.
// bench/RESULTS.md sums up by hand what the last runs found.
// Machines are noisy, so read the ratios, not the numbers. BENCH_ONLY=server, =catalogue, =uploads, =checkout,
// =money, =learning, =certificates, =connect, =messages, =membership or =visits measures that part alone.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import autocannon from 'autocannon';
import { startEmbedded } from '#server/db/embedded.ts';
import { measureCatalogue } from './catalogue.ts';
import { measureCertificates } from './certificates.ts';
import { measureCheckout } from './checkout.ts';
import { measureConnect } from './connect.ts';
import { measureLearning } from './learning.ts';
import { cpuTime, median, residentMb, temporaryFolder, untilAnswers } from './measure.ts';
import { measureMembership } from './membership.ts';
import { measureMessages } from './messages.ts';
import { measureMoney } from './money.ts';
import { measureSignIn, type SignInRates } from './sign-in.ts';
import { measureStarts, type Starts } from './starts.ts';
import { measureUploads } from './uploads.ts';
import { measureVisits } from './visits.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
/** Odd, so that the median is a round that was measured. */
const ROUNDS = 5;
const CONNECTIONS = [1, 32];
/** Fewer than the ten tries one browser has. */
const SIGN_IN_CONNECTIONS = [1, 8];
/** The targets, which each run says plainly whether it met. */
const LEAST_RATIO = 0.5;
const LONGEST_START_MS = 5000;
const BARE = 'bare node:http + one prepared statement';
const JSON_ROUTE = 'our JSON route, same statement (/api/site)';
const BARE_PORT = 4701;
const OUR_PORT = 4702;

type Case = { name: string; url: string; pid: number; isUnique?: boolean };
type Measure = { rate: number; p50: number; p99: number; cpuMs: number; rssMb: number };

/** The rounds of each case, by its name and the number of connections. */
type Rates = { cases: Case[]; rounds: Map<string, Measure[]>; signIn: SignInRates[] };

const children: ChildProcess[] = [];

function launch(args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  children.push(child);
  return child;
}

let unique = 0;
const numberedAddress = (n: number) => `10.${(n >> 16) & 0xff}.${(n >> 8) & 0xff}.${n & 0xff}`;

async function measure(one: Case, connections: number): Promise<Measure> {
  const before = cpuTime(one.pid);
  const result = await autocannon({
    url: one.url,
    connections,
    duration: SECONDS,
    headers: { 'accept-encoding': 'br' },
    // With a session cookie no cache can help; from another address each time no limit is reached.
    ...(one.isUnique && {
      requests: [
        {
          setupRequest: (request) => ({
            ...request,
            headers: { cookie: 'releve_session=none', 'x-forwarded-for': numberedAddress(unique++) },
          }),
        },
      ],
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

/**
 * Round by round against the bare one measured a moment before or after: a busy neighbour slows both. The best of one
 * against the best of the other would say more about the neighbour than about us.
 */
function ratiosToBare({ rounds }: Rates, name: string, connections: number): number[] {
  const bare = rounds.get(`${BARE} ${connections}`) ?? [];
  const ours = rounds.get(`${name} ${connections}`) ?? [];
  return ours.map(({ rate }, round) => rate / (bare[round]?.rate ?? NaN));
}

const spread = (ratios: number[]) => `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;

function table(rates: Rates, connections: number): string {
  const rows = rates.cases.map(({ name }) => {
    const { rate, p50, p99, cpuMs, rssMb } = combine(rates.rounds.get(`${name} ${connections}`) ?? []);
    const ratios = ratiosToBare(rates, name, connections);
    const ratio = `${median(ratios).toFixed(2)} (${spread(ratios)})`;
    return `| ${name} | ${Math.round(rate)} | ${ratio} | ${p50} | ${p99} | ${cpuMs.toFixed(3)} | ${Math.round(rssMb)} |`;
  });
  return [
    `### Concurrency ${connections}`,
    '',
    '| case | requests/s | ratio to bare + statement (lowest–highest) | p50 ms | p99 ms | CPU ms/request | memory MB |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}

async function measureRates(): Promise<Rates> {
  const dataDir = await temporaryFolder('releve-bench');
  const embedded = await startEmbedded({ dataDir });
  try {
    const ours = launch(['server/main.ts'], {
      DATA_DIR: dataDir,
      PORT: String(OUR_PORT),
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
    });
    await untilAnswers(`http://127.0.0.1:${OUR_PORT}/readyz`);
    const connection = JSON.stringify({ ...embedded.connection, database: 'releve' });
    const bare = launch(['bench/bare-http.ts', String(BARE_PORT), connection]);
    await untilAnswers(`http://127.0.0.1:${BARE_PORT}/query`);
    const cases: Case[] = [
      { name: 'bare node:http', url: `http://127.0.0.1:${BARE_PORT}/`, pid: bare.pid ?? 0 },
      {
        name: BARE,
        url: `http://127.0.0.1:${BARE_PORT}/query`,
        pid: bare.pid ?? 0,
      },
      {
        name: JSON_ROUTE,
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
    const rounds = new Map<string, Measure[]>();
    for (const connections of CONNECTIONS) {
      for (let round = 0; round <= ROUNDS; round++) {
        for (const one of cases) {
          const measured = await measure(one, connections);
          const key = `${one.name} ${connections}`;
          // The first round warms up.
          if (round > 0) rounds.set(key, [...(rounds.get(key) ?? []), measured]);
          process.stdout.write(`${connections} × ${one.name}: ${Math.round(measured.rate)} requests/s\n`);
        }
      }
    }
    const signIn: SignInRates[] = [];
    for (const connections of SIGN_IN_CONNECTIONS) {
      const options = { connections, seconds: SECONDS, rounds: ROUNDS };
      signIn.push(await measureSignIn(`http://127.0.0.1:${OUR_PORT}`, options));
    }
    return { cases, rounds, signIn };
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const verdict = (isMet: boolean) => (isMet ? '**met**' : '**not met**');
const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function targets(rates: Rates, { later }: Starts): string {
  const seen = CONNECTIONS.map((connections) => ({
    connections,
    ratios: ratiosToBare(rates, JSON_ROUTE, connections),
  }));
  const isFast = seen.every(({ ratios }) => median(ratios) >= LEAST_RATIO);
  const isClear = seen.every(({ ratios }) => Math.min(...ratios) >= LEAST_RATIO);
  const doubt = isFast && !isClear ? ' by the median, but not by every round,' : '';
  const words = seen.map(
    ({ connections, ratios }) =>
      `${median(ratios).toFixed(2)} at concurrency ${connections}, rounds ${spread(ratios)}`,
  );
  const slowest = Math.max(...later);
  return [
    `- The JSON route at least half the rate of bare node:http with the same prepared statement: ${verdict(isFast)}${doubt}`,
    `  in this run (${words.join('; ')}).`,
    `- The first page of a later start within ${inSeconds(LONGEST_START_MS)}: ${verdict(slowest < LONGEST_START_MS)} in this run`,
    `  (the slowest of ${later.length}: ${inSeconds(slowest)}).`,
  ].join('\n');
}

function startTable({ first, later, afterKill }: Starts): string {
  return [
    '### `npm start` until the first page, installed and built',
    '',
    '| start | ms |',
    '|---|---:|',
    `| first, on an empty data folder | ${Math.round(first)} |`,
    `| later, after a graceful stop | ${later.map(Math.round).join(', ')} |`,
    `| after kill -9 of server and database | ${Math.round(afterKill)} |`,
    '',
  ].join('\n');
}

/** The hash is there to be slow; what else a sign-in does should hardly show beside it. */
function signInTable(measured: SignInRates[]): string {
  const rows = measured.map(({ connections, hashes, signIns, p99 }) => {
    const shares = signIns.map((rate, round) => rate / (hashes[round] ?? NaN));
    const figures = [median(signIns).toFixed(1), median(hashes).toFixed(1)];
    return `| ${connections} | ${figures.join(' | ')} | ${median(shares).toFixed(2)} (${spread(shares)}) | ${median(p99)} |`;
  });
  return [
    '### Signing in, compared with the password hash alone',
    '',
    '| concurrency | sign-ins/s | hashes/s | share of the hash in a sign-in (lowest–highest) | p99 ms |',
    '|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}

function page(rates: Rates, starts: Starts): string {
  const machine = `${os.cpus().length} cores, Node ${process.version}, ${os.type()} ${os.arch()}`;
  const tables = CONNECTIONS.map((connections) => table(rates, connections));
  return `# Performance

Measured by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} (${machine}): ${SECONDS} s a case, median of ${ROUNDS} rounds after one round of warm-up; ratios are computed round by round; load generator, server and PostgreSQL run on the same machine.
Compare the ratios; the absolute numbers depend on the machine.

Targets:

${targets(rates, starts)}

${[startTable(starts), ...tables, signInTable(rates.signIn)].join('\n')}`;
}

async function measureServer(): Promise<string> {
  const starts = await measureStarts();
  process.stdout.write(`${startTable(starts)}\n`);
  return page(await measureRates(), starts);
}

const DETAILS = 'bench/DETAILS.md';
/** In the order they are written; each can be measured by itself, and the others stay as they were. */
const PARTS = [
  ['server', '# Performance', measureServer],
  ['catalogue', '## The catalogue', measureCatalogue],
  ['uploads', '## Uploads', measureUploads],
  ['checkout', '## Checkout', measureCheckout],
  ['money', '## Money', measureMoney],
  ['learning', '## Learning', measureLearning],
  ['certificates', '## Certificates', measureCertificates],
  ['connect', '## The directory of instructors', measureConnect],
  ['messages', '## Messages', measureMessages],
  ['membership', '## Memberships', measureMembership],
  ['visits', '## Visits', measureVisits],
] as const;

const only = process.env['BENCH_ONLY'];
const written = await readFile(DETAILS, 'utf8');
const isHeadingOfAPart = (line: string) => PARTS.some(([, heading]) => line === heading);

function writtenPart(heading: string): string {
  const lines = written.split('\n');
  const start = lines.indexOf(heading);
  if (start < 0) return '';
  const end = lines.findIndex((line, at) => at > start && isHeadingOfAPart(line));
  return lines.slice(start, end < 0 ? undefined : end).join('\n');
}

const parts: string[] = [];
for (const [name, heading, measurePart] of PARTS) {
  const isAsked = only === undefined || only === name;
  parts.push(isAsked ? await measurePart() : writtenPart(heading));
}
const text = `${parts
  .map((part) => part.trim())
  .filter(Boolean)
  .join('\n\n')}\n`;
await writeFile(DETAILS, text);
process.stdout.write(`\n${text}\nWritten to ${DETAILS}\n`);
