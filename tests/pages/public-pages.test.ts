// Follows every link from the home page, as a guest and as a member, and looks for usernames, addresses and sales
// figures in the server-rendered pages: text, attributes and embedded data.
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createSession } from '#server/platform/session.service.ts';
import { loginNamesIn, plantLoginNames } from '../server/login-names.ts';
import { readHtml } from '../server/read-html.ts';
import { testContext } from '../server/test-database.ts';

const ctx = await testContext();
const app = await buildApp(ctx, false);
afterAll(() => app.close());

const { rows } = await ctx.pool.query<{ id: number }>(`select id from users where username = 'member'`);
const memberId = rows[0]?.id ?? 0;
await plantLoginNames(ctx.pool);

/** Lists lead to more of the same: some of each kind of page, not each of a thousand. */
const PER_KIND = 25;
const kindOf = (url: string) => url.replace(/[?#].*$/, '').replaceAll(/\d+/g, '#');

function linksIn(html: string): string[] {
  return readHtml(html)
    .elements.map(({ name, attributes }) => (name === 'a' ? (attributes.get('href') ?? '') : ''))
    .filter((href) => /^\/(?!\/)/.test(href))
    .map((href) => href.replace(/#.*$/, ''));
}

async function walk(cookie: string | null, readerId: number | null) {
  const { rows: people } = await ctx.pool.query<{ id: number }>(`select id from users order by id limit 60`);
  const { rows: shops } = await ctx.pool.query<{ slug: string }>(`select slug from sellers`);
  const waiting = [
    '/',
    '/sitemap.xml',
    ...people.slice(0, PER_KIND).map(({ id }) => `/profile/${id}`),
    ...shops.map(({ slug }) => `/seller-store/${slug}`),
  ];
  const seen = new Set(waiting);
  const perKind = new Map<string, number>();
  const leaks: string[] = [];
  for (const url of waiting) {
    const answer = await app.inject({ url, ...(cookie && { headers: { cookie } }) });
    const found = loginNamesIn(answer.body, readerId);
    if (/(sales|download)Count/.test(answer.body)) found.push('sales figures');
    if (found.length > 0) leaks.push(`${url}: ${[...new Set(found)].join(', ')}`);
    if (answer.statusCode !== 200 || !String(answer.headers['content-type']).includes('html')) continue;
    for (const link of linksIn(answer.body)) {
      const count = perKind.get(kindOf(link)) ?? 0;
      if (seen.has(link) || count >= PER_KIND) continue;
      perKind.set(kindOf(link), count + 1);
      seen.add(link);
      waiting.push(link);
    }
  }
  return { leaks, kinds: new Set(waiting.map(kindOf)), pages: waiting.length };
}

const EXPECTED = ['/curriculum/#', '/courses/#', '/profile/#', '/courses', '/curriculum'];

test('a guest sees no username, address or sales figure on any page', async () => {
  const { leaks, kinds, pages } = await walk(null, null);
  expect(leaks).toEqual([]);
  expect([...kinds]).toEqual(expect.arrayContaining(EXPECTED));
  expect(pages).toBeGreaterThan(100);
});

test('neither does another user', async () => {
  const { token } = await createSession(ctx, ctx.db, {
    userId: memberId,
    address: '127.0.0.1',
    userAgent: 'test',
  });
  const { leaks, pages } = await walk(`releve_session=${token}`, memberId);
  expect(leaks).toEqual([]);
  expect(pages).toBeGreaterThan(100);
});
