import { beforeAll, beforeEach, expect, test } from 'vitest';
import { drawPostersJob } from '#server/features/cover/cover.service.ts';
import { testContext, type TestContext } from '../../../tests/server/test-database.ts';
import { makeDemoFilesJob, prepareDemoAhead } from './demo-files.ts';

let ctx: TestContext;
let puts: string[];

beforeAll(async () => {
  ctx = await testContext();
  const { storage } = ctx;
  ctx.storage = {
    ...storage,
    put(key, source, options) {
      puts.push(key);
      return storage.put(key, source, options);
    },
  };
});

beforeEach(() => {
  puts = [];
});

async function waiting<Data>(name: string): Promise<Data[]> {
  const { rows } = await ctx.pool.query<{ data: Data }>(
    `select data from pgboss.job where name = $1 and state = 'created'`,
    [name],
  );
  return rows.map(({ data }) => data);
}

type Titled = { id: number; title: string };

test('a demo start requests missing files, the most visible first', async () => {
  await prepareDemoAhead(ctx);
  await prepareDemoAhead(ctx);
  const [job, ...others] = await waiting<{ resources: Titled[] }>('demo.make-files');
  expect(others).toEqual([]);
  const { rows } = await ctx.pool.query<{ id: number; is_listed: boolean; is_featured: boolean }>(
    'select id, is_listed, is_featured from resources',
  );
  const facts = new Map(rows.map((row) => [row.id, row]));
  const ranks = (job?.resources ?? []).map(({ id }) => {
    const { is_listed: isListed, is_featured: isFeatured } = facts.get(id) ?? {};
    return isListed ? (isFeatured ? 0 : 1) : 2;
  });
  expect(ranks).toHaveLength(rows.length);
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  await ctx.pool.query(`delete from pgboss.job where name in ('demo.make-files', 'cover.draw-posters')`);
});

test('the files of a resource are created once, and its previews after them', async () => {
  const { rows } = await ctx.pool.query<Titled>(
    `select distinct on (type) id, title from resources where type in ('audio', 'spreadsheet') order by type, id`,
  );
  await ctx.jobs.send(ctx.db, makeDemoFilesJob, { resources: rows });
  await ctx.jobs.drain();
  for (const { id } of rows) {
    const { rows: files } = await ctx.pool.query(
      'select position, name, label, storage_key, bytes::int, sha256 from resource_files where resource_id = $1 order by position',
      [id],
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.map(({ position }) => position)).toEqual(files.map((_, at) => at));
    for (const file of files) {
      expect(file.storage_key).toMatch(/^files\/[0-9a-f]{2}\/[0-9a-f]{16}-\d+-\d+\.\w+$/);
      expect((await ctx.storage.stat(file.storage_key))?.bytes).toBe(file.bytes);
    }
    const previews = await ctx.pool.query('select 1 from resource_previews where resource_id = $1', [id]);
    expect(previews.rows.length).toBeGreaterThan(0);
  }
  puts = [];
  await ctx.jobs.send(ctx.db, makeDemoFilesJob, {
    resources: [...rows, { id: 1, title: 'Not of the demo' }],
  });
  await ctx.jobs.drain();
  expect(puts).toEqual([]);
});

test('covers are drawn ahead in both widths, once', async () => {
  const { rows } = await ctx.pool.query<{ subject: string }>(
    `select subject from covers where subject like 'resource-%' order by subject limit 2`,
  );
  const subjects = [...rows.map(({ subject }) => subject), 'gone'];
  await ctx.jobs.send(ctx.db, drawPostersJob, { subjects });
  await ctx.jobs.drain();
  expect(puts.map((key) => key.replace(/.*\//, '')).toSorted()).toEqual([
    'poster-320.webp',
    'poster-320.webp',
    'poster-640.webp',
    'poster-640.webp',
  ]);
  puts = [];
  await ctx.jobs.send(ctx.db, drawPostersJob, { subjects });
  await ctx.jobs.drain();
  expect(puts).toEqual([]);
});

test('the limit applies to all starts together', async () => {
  const { rows } = await ctx.pool.query<{ made: number }>(
    'select count(distinct resource_id)::int as made from resource_files',
  );
  const made = rows[0]?.made ?? 0;
  expect(made).toBeGreaterThan(0);
  const startWith = (demoFiles: number) => prepareDemoAhead({ ...ctx, config: { ...ctx.config, demoFiles } });
  await startWith(made);
  expect(await waiting('demo.make-files')).toEqual([]);
  await startWith(made + 1);
  const [job] = await waiting<{ resources: Titled[] }>('demo.make-files');
  expect(job?.resources).toHaveLength(1);
});
