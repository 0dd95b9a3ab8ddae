import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '#server/db/transaction.ts';
import { quickestOfThree } from '../../tests/server/quickest.ts';
import { testContext, type TestContext } from '../../tests/server/test-database.ts';
import { createJobQueue, type JobQueue, prepareJobTables, type QueuedJob } from './queue.ts';

type Counting = TestContext & { seen: string[]; logged: { data: object; message: string }[] };

let isFailing = false;
let pause = 0;

const countJob = {
  name: 'test.count',
  data: z.object({ word: z.string().max(20) }),
  async run(ctx: Counting, { word }: { word: string }) {
    if (pause > 0) await sleep(pause);
    if (isFailing) throw new Error('the dog ate it');
    ctx.seen.push(word);
  },
};

const chainJob = {
  name: 'test.chain',
  data: z.object({ secret: z.string() }),
  cron: '5 4 * * *',
  async run(ctx: Counting) {
    await ctx.jobs.send(ctx.db, countJob, { word: 'from chain' });
  },
};

const JOBS = [countJob, chainJob] as QueuedJob<Counting>[];
let ctx: Counting;
const queues: JobQueue[] = [];

function openQueue(): JobQueue {
  const queue = createJobQueue({ connection: ctx.connection, context: () => ctx, jobs: JOBS });
  queues.push(queue);
  return queue;
}

beforeAll(async () => {
  const logged: Counting['logged'] = [];
  ctx = Object.assign(await testContext(), { seen: [], logged });
  const record = (data: object, message: string) => void logged.push({ data, message });
  ctx.log = { info: record, warn: record, error: record };
  await prepareJobTables(ctx.connection, JOBS);
  ctx.jobs = openQueue();
});

afterAll(() => Promise.all(queues.map((queue) => queue.stop())));

async function takeSeen(atLeast = 0): Promise<string[]> {
  for (let tries = 0; tries < 800 && ctx.seen.length < atLeast; tries++) await sleep(25);
  return ctx.seen.splice(0).toSorted();
}

test('a job runs if its transaction committed, and not if it was rolled back', async () => {
  await inTransaction(ctx.db, (tx) => ctx.jobs.send(tx, countJob, { word: 'kept' }));
  const undone = inTransaction(ctx.db, async (tx) => {
    await ctx.jobs.send(tx, countJob, { word: 'undone' });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await ctx.jobs.drain();
  expect(await takeSeen()).toEqual(['kept']);
  await ctx.jobs.drain();
  expect(await takeSeen()).toEqual([]);
});

test('jobs sent by jobs are drained too; later ones wait', async () => {
  await ctx.jobs.send(ctx.db, chainJob, { secret: 'x' });
  await ctx.jobs.send(ctx.db, countJob, { word: 'in an hour' }, { startAfter: 3600 });
  await ctx.jobs.send(
    ctx.db,
    countJob,
    { word: 'tomorrow' },
    { startAfter: new Date(Date.now() + 86_400_000) },
  );
  await ctx.jobs.drain();
  expect(await takeSeen()).toEqual(['from chain']);
  await ctx.jobs.drain({ includeLater: true });
  expect(await takeSeen()).toEqual(['in an hour', 'tomorrow']);
});

test('one waits per key, with the latest data; without a key each counts', async () => {
  for (const word of ['a', 'b', 'c'])
    await ctx.jobs.send(ctx.db, countJob, { word }, { singletonKey: 'same' });
  await Promise.all(
    ['d', 'e', 'f'].map((word) =>
      inTransaction(ctx.db, (tx) => ctx.jobs.send(tx, countJob, { word }, { singletonKey: 'other' })),
    ),
  );
  for (const word of ['x', 'x']) await ctx.jobs.send(ctx.db, countJob, { word });
  await ctx.jobs.drain();
  const seen = await takeSeen();
  expect(seen).toHaveLength(4);
  expect(seen).toEqual(expect.arrayContaining(['c', 'x', 'x']));
});

test('a waiting job is not taken while a transaction updates it', async () => {
  await ctx.jobs.send(ctx.db, countJob, { word: 'before' }, { singletonKey: 'held' });
  await inTransaction(ctx.db, async (tx) => {
    await ctx.jobs.send(tx, countJob, { word: 'after' }, { singletonKey: 'held' });
    await ctx.jobs.drain();
    expect(await takeSeen()).toEqual([]);
  });
  await ctx.jobs.drain();
  expect(await takeSeen()).toEqual(['after']);
});

test('invalid data is rejected at once, and again when it runs', async () => {
  await expect(ctx.jobs.send(ctx.db, countJob, { word: 'x'.repeat(21) })).rejects.toThrow('too_big');
  await expect(
    ctx.jobs.send(ctx.db, { name: 'no.such', data: countJob.data }, { word: 'x' }),
  ).rejects.toThrow('registry');
  await ctx.jobs.send(ctx.db, countJob, { word: 'fine' });
  await ctx.pool.query(
    `update pgboss.job set data = '{"word": 7}' where name = 'test.count' and state = 'created'`,
  );
  await expect(ctx.jobs.drain()).rejects.toThrow('invalid_type');
  expect(await takeSeen()).toEqual([]);
  await ctx.pool.query(`delete from pgboss.job`);
});

test('a failure is logged by name and without data, and retried', async () => {
  ctx.logged.length = 0;
  isFailing = true;
  await ctx.jobs.send(ctx.db, countJob, { word: 'sensitive' });
  await expect(ctx.jobs.drain()).rejects.toThrow('the dog ate it');
  isFailing = false;
  expect(ctx.logged).toMatchObject([{ data: { job: 'test.count' }, message: 'A job failed' }]);
  expect(JSON.stringify(ctx.logged)).not.toContain('sensitive');
  await ctx.jobs.drain({ includeLater: true });
  expect(await takeSeen()).toEqual(['sensitive']);
});

test('a failing query is logged without its parameters', async () => {
  ctx.logged.length = 0;
  const failing = { ...countJob, run: async () => void (await ctx.db.execute('select * from nowhere')) };
  const queue = createJobQueue({ connection: ctx.connection, context: () => ctx, jobs: [failing] });
  queues.push(queue);
  await queue.send(ctx.db, failing, { word: 'x' });
  await expect(queue.drain()).rejects.toThrow('nowhere');
  expect(ctx.logged).toMatchObject([{ data: { error: { message: 'relation "nowhere" does not exist' } } }]);
  await ctx.pool.query(`delete from pgboss.job`);
});

test('a started queue works on its own, soon, and finishes running jobs before it stops', async () => {
  const [first, second] = [openQueue(), openQueue()];
  await Promise.all([first.start(), second.start()]);
  await sleep(300);
  const took = await quickestOfThree(async () => {
    await ctx.jobs.send(ctx.db, countJob, { word: 'woken' });
    expect(await takeSeen(1)).toEqual(['woken']);
  });
  // It polls every two seconds.
  expect(took).toBeLessThan(1000);

  const words = Array.from({ length: 20 }, (_, index) => `w${index}`);
  await inTransaction(ctx.db, async (tx) => {
    for (const word of words) await ctx.jobs.send(tx, countJob, { word });
  });
  expect(await takeSeen(20)).toEqual(words.toSorted());

  pause = 600;
  await ctx.jobs.send(ctx.db, countJob, { word: 'slow' });
  await sleep(200);
  await Promise.all([first.stop(), second.stop()]);
  pause = 0;
  expect(await takeSeen()).toEqual(['slow']);
  await expect(first.send(ctx.db, countJob, { word: 'late' })).rejects.toThrow('stopped');
});

test('a schedule exists once, and is removed with its job', async () => {
  const names = async () =>
    (await ctx.pool.query(`select name from pgboss.schedule`)).rows.map((row) => row.name);
  expect(await names()).toEqual(['test.chain']);
  await prepareJobTables(ctx.connection, [countJob] as QueuedJob<Counting>[]);
  expect(await names()).toEqual([]);
});

test("servers starting at the same time on an empty database don't conflict", async () => {
  ctx.logged.length = 0;
  const server = inject('postgres');
  const client = new Client({ ...server, database: 'postgres' });
  await client.connect();
  const databases = [0, 1, 2].map((round) => `test_jobs_${process.pid}_${round}`);
  for (const database of databases) {
    await client.query(`create database ${database}`);
    const connection = { ...server, database };
    await Promise.all(Array.from({ length: 4 }, () => prepareJobTables(connection, JOBS)));
    const [first, second] = [0, 1].map(() => createJobQueue({ connection, context: () => ctx, jobs: JOBS }));
    await Promise.all([first?.start(), second?.start()]);
    await Promise.all([first?.stop(), second?.stop()]);
    expect(ctx.logged).toEqual([]);
  }
  // Only at the end: what a stopped queue still closes would be reported as aborted.
  for (const database of databases) await client.query(`drop database ${database} with (force)`);
  await client.end();
});
