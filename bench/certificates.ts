// A thousand certificates drawn as PDF while visitors browse: how much longer do they wait than on a quiet server?
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { connectDatabase } from '#server/db/client.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { percentile, temporaryFolder, untilAnswers } from './measure.ts';

const PDFS = 1000;
/** Asked for at the same time; the server draws one after the other. */
const AT_ONCE = 4;
/** One person may ask for sixty a minute. */
const READERS = 40;
const PORT = 4708;
const URL = `http://127.0.0.1:${PORT}`;
const PAGES = ['/', '/courses', '/curriculum', '/verify', '/api/courses', '/api/resources?q=barre'];
/** Between two requests of a visitor. */
const PAUSE_MS = 20;
const QUIET_MS = 20_000;
const MOST_SLOWDOWN = 2;

export async function measureCertificates(): Promise<string> {
  const dataDir = await temporaryFolder('releve-bench');
  const embedded = await startEmbedded({ dataDir });
  const server = spawn(process.execPath, ['server/main.ts'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(PORT),
      LOG_LEVEL: 'warn',
      DEMO_FILES: '0',
      TRUST_PROXY: '1',
    },
  });
  const database = connectDatabase({ ...embedded.connection, database: 'releve' });
  try {
    await untilAnswers(`${URL}/readyz`);
    const { rows } = await database.db.execute<{ id: number }>(sql`select id from certificates order by id`);
    const cookies = await Promise.all(Array.from({ length: READERS }, (_, n) => register(n)));
    await database.db.execute(
      sql`update users set role = 'admin', roles = '{admin}' where username like 'bench-%'`,
    );
    const draw = (n: number) => drawPdf(rows[n % rows.length]?.id ?? 0, cookies[n % READERS] ?? '');
    await browseUntil(sleep(5000));
    await draw(0);
    const before = await browseUntil(sleep(QUIET_MS));
    const began = performance.now();
    const busy = await browseUntil(drawAll(draw));
    const seconds = (performance.now() - began) / 1000;
    const after = await browseUntil(sleep(QUIET_MS));
    return report({ quiet: [...before, ...after], busy, seconds });
  } finally {
    await database.close();
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Signed in, from an address of their own: one address may open a few accounts only. */
async function register(n: number): Promise<string> {
  const username = `bench-${n}`;
  const answer = await fetch(`${URL}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.0.${n + 1}` },
    body: JSON.stringify({
      firstName: 'Ida',
      lastName: 'Quist',
      username,
      email: `${username}@people.example`,
      password: 'ribbon kettle orchard 9',
    }),
  });
  if (answer.status !== 200) throw new Error(`an account answers ${answer.status}`);
  return /releve_session=[^;]+/.exec(answer.headers.getSetCookie().join())?.[0] ?? '';
}

async function drawPdf(id: number, cookie: string): Promise<void> {
  const answer = await fetch(`${URL}/api/certificates/${id}/pdf`, { headers: { cookie } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.status !== 200 || bytes[0] !== 0x25) throw new Error(`a PDF answers ${answer.status}`);
}

async function drawAll(draw: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < PDFS) {
      next += 1;
      await draw(next);
      if (next % 100 === 0) process.stdout.write(`${next} PDFs\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** One visitor, page after page, until `end` is done. How long each took, in milliseconds. */
async function browseUntil(end: Promise<unknown>): Promise<number[]> {
  const over = new AbortController();
  void end.finally(() => over.abort()).catch(() => undefined);
  const times: number[] = [];
  for (let n = 0; !over.signal.aborted; n++) {
    const began = performance.now();
    const answer = await fetch(URL + (PAGES[n % PAGES.length] ?? '/'));
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${answer.url} answers ${answer.status}`);
    times.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  await end;
  return times;
}

function report({ quiet, busy, seconds }: { quiet: number[]; busy: number[]; seconds: number }): string {
  const row = (name: string, times: number[]) =>
    `| ${name} | ${times.length} | ${percentile(times, 50).toFixed(1)} | ${percentile(times, 99).toFixed(1)} |`;
  const slowdown = percentile(busy, 99) / percentile(quiet, 99);
  const verdict = slowdown <= MOST_SLOWDOWN ? '**met**' : '**not met**';
  return [
    '## Certificates',
    '',
    `${PDFS} certificates drawn as PDF in ${seconds.toFixed(0)} s, ${AT_ONCE} asked for at a time, while one visitor browses ${PAGES.length} pages`,
    'and lists in turn. Quiet is before and after. Visitor, server and PostgreSQL on the same machine.',
    '',
    '| the server is | requests | p50 ms | p99 ms |',
    '|---|---:|---:|---:|',
    row('quiet', quiet),
    row('drawing', busy),
    '',
    `Target: the p99 of browsing within ${MOST_SLOWDOWN}× of a quiet server. ${slowdown.toFixed(2)}× in this run: ${verdict}.`,
    '',
  ].join('\n');
}
