// Every site has the articles its pages link to, also one without the demo school, until staff delete them.
import { randomBytes } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { connectDatabase } from '#server/db/client.ts';
import { ensureDatabase } from '#server/db/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createContext } from '#server/start.ts';
import { testContext } from '../../../tests/server/test-database.ts';
import { ensureStarterArticles } from './help.service.ts';
import { STARTER_ARTICLES } from './starter-articles.ts';

const { config } = await testContext();

/** Migrated, but not filled. */
async function emptySite() {
  const database = `test_help_${randomBytes(6).toString('hex')}`;
  const connection = { ...inject('postgres'), database };
  await ensureDatabase(connection, database);
  await migrateDatabase(connection);
  const { db, pool, close } = connectDatabase(connection, { max: 4 });
  const app = await buildApp(createContext(config, { db, pool, close }, connection), false, {
    withPages: false,
  });
  afterAll(async () => {
    await app.close();
    await close();
  });
  const statusOf = async (slug: string) => (await app.inject(`/api/help/${slug}`)).statusCode;
  return { db, pool, statusOf };
}

const { db, pool, statusOf } = await emptySite();
beforeEach(() => pool.query('truncate help_articles, starter_articles'));

/** Both ways a page may write a link: as text in quotes, or inside a template. */
async function linkedSlugs(): Promise<string[]> {
  const linked: string[] = [];
  for await (const file of glob('{app,server,shared}/**/*.{ts,tsx}')) {
    if (file.includes('.test.')) continue;
    for (const [, slug = ''] of (await readFile(file, 'utf8')).matchAll(/["'`(}]\/help\/([a-z\d-]+)/g)) {
      linked.push(slug);
    }
  }
  return [...new Set(linked)];
}

it('every article a page, an email or an article links to is on a site without the demo school', async () => {
  await Promise.all([ensureStarterArticles(db), ensureStarterArticles(db)]);
  const linked = await linkedSlugs();
  expect(linked).toEqual(expect.arrayContaining(['get-your-certificate', 'get-paid', 'waitlist']));
  const answers = await Promise.all(linked.map(async (slug) => [slug, await statusOf(slug)] as const));
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
});

it('the next start leaves them as staff have them: changed, unpublished or deleted', async () => {
  await ensureStarterArticles(db);
  await pool.query(`update help_articles set title = 'Our way' where slug = 'get-paid'`);
  await pool.query(`update help_articles set is_published = false where slug = 'waitlist'`);
  await pool.query(`delete from help_articles where slug = 'coupons'`);
  await ensureStarterArticles(db);
  const { rows } =
    await pool.query(`select count(*)::int as all, count(*) filter (where title = 'Our way')::int
    as changed from help_articles`);
  expect(rows).toEqual([{ all: STARTER_ARTICLES.length - 1, changed: 1 }]);
  expect(await statusOf('waitlist')).toBe(404);
  expect(await statusOf('coupons')).toBe(404);
});

it('an article staff wrote under the same address stays, and theirs come first', async () => {
  await pool.query(`insert into help_articles (slug, title, topic, text, position, is_published, updated_at)
    values ('get-paid', 'Ours', 'selling', 'Ask us.', 1, true, now())`);
  await ensureStarterArticles(db);
  const { rows } = await pool.query('select slug, title from help_articles order by position');
  expect(rows[0]).toEqual({ slug: 'get-paid', title: 'Ours' });
  expect(rows).toHaveLength(STARTER_ARTICLES.length);
});
