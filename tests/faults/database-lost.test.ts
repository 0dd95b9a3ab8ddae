// What happens without the database: visitors get a clear message, and waiting work continues afterwards.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { connectDatabase } from '#server/db/client.ts';
import { ensureDatabase, startEmbedded } from '#server/db/embedded.ts';
import { DATABASE } from '#server/db/open-connection.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createJobQueue, prepareJobTables } from '#server/jobs/queue.ts';
import { urlOf } from './database-url.ts';
import { killPostgres } from './kill-postgres.ts';
import { makeReady } from './ready-folder.ts';
import { startServerProcess, stopServerProcess } from './server-process.ts';
import { FULL } from './two-servers.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'releve-lost-'));
  // The database account needs access when the tests run as root.
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a server without its database keeps running, is not ready, and reveals nothing about the machine', async () => {
  await makeReady(path.join(folder, 'data'));
  const embedded = await startEmbedded({ dataDir: path.join(folder, 'data') });
  const server = await startServerProcess({
    DATABASE_URL: urlOf(embedded.connection, DATABASE),
    DATA_DIR: path.join(folder, 'files'),
  });
  // Also when something below fails: a server left behind would run forever.
  onTestFinished(async () => void (await stopServerProcess(server)));
  await embedded.stop();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
  const page = await fetch(`${server.url}/about?uncached`);
  const html = await page.text();
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('5');
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  expect(html).toContain('We’ll be right back');
  expect(html).not.toMatch(/ECONN|postgres|select |node_modules|at .*\.ts/);
  const call = await fetch(`${server.url}/api/site`);
  expect(call.status).toBe(503);
  expect(call.headers.get('retry-after')).toBe('5');
  expect(await call.json()).toMatchObject({ code: 'unavailable' });
  expect(await stopServerProcess(server)).toBe(0);
});

const alsoInterrupted = FULL ? ', also the one that was interrupted' : '';
it(`jobs continue after PostgreSQL was killed and restarted${alsoInterrupted}`, async () => {
  const embedded = await startEmbedded({ dataDir: path.join(folder, 'data') });
  const output: string[] = [];
  embedded.keepAlive((sentence) => output.push(sentence));
  await ensureDatabase(embedded.connection, 'jobs');
  const connection = { ...embedded.connection, database: 'jobs' };
  const ran: number[] = [];
  const begun: number[] = [];
  const { db, close } = connectDatabase(connection);
  /** Reports that it has started, then keeps its connection busy. */
  const work = {
    name: 'test.work',
    data: z.object({ n: z.number() }),
    retryDelay: 1,
    async run(_ctx: unknown, { n }: { n: number }) {
      begun.push(n);
      await inTransaction(db, (tx) => tx.execute(sql`select pg_sleep(1)`));
      ran.push(n);
    },
  };
  const count = {
    name: 'test.count',
    data: z.object({ n: z.number() }),
    async run(_ctx: unknown, { n }: { n: number }) {
      ran.push(n);
    },
  };
  await prepareJobTables(connection, [count, work]);
  const log = { warn: () => undefined, error: () => undefined };
  const jobs = createJobQueue({ connection, jobs: [count, work], context: () => ({ log }) });
  await jobs.start();
  await jobs.send(db, count, { n: 1 });
  await expect.poll(() => ran).toEqual([1]);
  await jobs.send(db, work, { n: 3 });
  await expect.poll(() => begun).toEqual([3]);
  killPostgres(embedded.pid);
  await expect.poll(() => output.at(-1), { timeout: 30_000 }).toBe('PostgreSQL is running again.');
  await jobs.send(db, count, { n: 2 });
  await expect.poll(() => ran, { timeout: 20_000 }).toContain(2);
  // The interrupted job runs again once its lease has expired: a minute, too long for npm test.
  if (FULL) {
    await expect.poll(() => ran.toSorted((a, b) => a - b), { timeout: 180_000 }).toEqual([1, 2, 3]);
    expect(begun).toEqual([3, 3]);
  }
  await jobs.stop();
  await close();
  await embedded.stop();
});
