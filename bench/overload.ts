// How fast the API and cached pages stay while a crowd asks for pages nobody has: once idle, then under each crowd, in
// one run against one server. `node bench/overload.ts http://127.0.0.1:5000` measures a running server; it should run
// with TRUST_PROXY=1, so that a crowd can come from many addresses. Read the ratios: machines are noisy.
import { fork } from 'node:child_process';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const EVERY_MS = 10;
const API = '/api/version';
const CACHED = '/about';

type Crowd = { path: string; connections: number; isSpread: boolean };
const PATHS = ['/?x=', '/curriculum?q='];
const CROWDS: Crowd[] = [50, 500].flatMap((connections) =>
  PATHS.flatMap((path) => [false, true].map((isSpread) => ({ path, connections, isSpread }))),
);

type Times = { p50: number; p99: number; failed: number };

/** Asked for at a steady pace over connections of its own, as visitors do, not as fast as it goes. */
async function probe(base: string, path: string, seconds: number): Promise<Times> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
  const times: number[] = [];
  let failed = 0;
  const ask = () =>
    new Promise<void>((resolve) => {
      const asked = performance.now();
      const headers = { 'x-forwarded-for': '192.0.2.1', 'accept-encoding': 'br' };
      http
        .get(base + path, { agent, headers }, (answer) => {
          if (answer.statusCode !== 200) failed++;
          answer.resume().on('end', () => {
            times.push(performance.now() - asked);
            resolve();
          });
        })
        .on('error', () => {
          failed++;
          resolve();
        });
    });
  const asked: Promise<void>[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(EVERY_MS)) {
    asked.push(ask());
  }
  await Promise.all(asked);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), failed };
}

async function probeBoth(base: string, seconds: number) {
  const [api, cached] = await Promise.all([probe(base, API, seconds), probe(base, CACHED, seconds)]);
  return { api, cached };
}

const ms = (value: number) => `${value.toFixed(1)} ms`;
const against = (now: Times, idle: Times) =>
  `${ms(now.p50)} / ${ms(now.p99)} (${(now.p99 / idle.p99).toFixed(1)}×)`;

async function measure(base: string): Promise<void> {
  await probeBoth(base, 2);
  const idle = await probeBoth(base, SECONDS);
  const rows = [
    `| idle | | ${ms(idle.api.p50)} / ${ms(idle.api.p99)} | ${ms(idle.cached.p50)} / ${ms(idle.cached.p99)} | |`,
  ];
  console.log(rows[0]);
  for (const crowd of CROWDS) {
    // In a process of its own: what it does to our own clock would be measured too.
    const child = fork(fileURLToPath(import.meta.url), ['crowd', base, JSON.stringify(crowd)]);
    const crowded = new Promise<string>((resolve) =>
      child.once('message', (text) => resolve(text as string)),
    );
    await sleep(1000);
    const { api, cached } = await probeBoth(base, SECONDS);
    const from = crowd.isSpread ? 'many addresses' : 'one address';
    const failed = api.failed + cached.failed;
    rows.push(
      `| ${crowd.connections} × \`${crowd.path}…\`, ${from} | ${await crowded} | ${against(api, idle.api)} | ${against(cached, idle.cached)} | ${failed} |`,
    );
    console.log(rows.at(-1));
    await sleep(3000);
  }
}

/** The crowd itself; answers how it fared. */
async function becomeCrowd(base: string, { path, connections, isSpread }: Crowd): Promise<void> {
  const statuses = new Map<number, number>();
  const part = () => Math.floor(Math.random() * 250);
  const result = await autocannon({
    url: base,
    connections,
    duration: SECONDS + 2,
    headers: { 'accept-encoding': 'br' },
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: path + Math.random().toString(36).slice(2),
          headers: { 'x-forwarded-for': isSpread ? `10.${part()}.${part()}.${part()}` : '198.51.100.1' },
        }),
        onResponse: (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1),
      },
    ],
  });
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  process.send?.(`${counts}; p50 ${ms(result.latency.p50)}, p99 ${ms(result.latency.p99)}`);
}

const [first = 'http://127.0.0.1:5000', base = '', crowd = '{}'] = process.argv.slice(2);
if (first === 'crowd') await becomeCrowd(base, JSON.parse(crowd) as Crowd);
else await measure(first);
process.exit(0);
