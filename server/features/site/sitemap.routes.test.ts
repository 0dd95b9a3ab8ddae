import { beforeAll, describe, expect, it } from 'vitest';
import { createCourse, createResource, createSeller } from '#server/seed/factories.ts';
import { emptyCatalogue } from '../../../tests/server/catalogue-tools.ts';
import { countQueries } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { sitemap, sitemapPart } from './sitemap.service.ts';

const { app, ctx } = await testApp({ PUBLIC_URL: 'https://dance.example' });

async function addressesIn(url: string): Promise<string[]> {
  const { statusCode, headers, body } = await app.inject(url);
  expect(statusCode, url).toBe(200);
  expect(headers['content-type']).toContain('application/xml');
  return locationsIn(body);
}

function locationsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>https:\/\/dance\.example(.*?)<\/loc>/g)].map(([, path]) => path ?? '');
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

beforeAll(async () => {
  await emptyCatalogue(ctx);
});

describe('the sitemap', () => {
  it('lists public pages, and nothing else', async () => {
    const shown = await createResource(ctx.db);
    await createResource(ctx.db, { sellerId: shown.sellerId, state: 'draft' });
    await createResource(ctx.db, { sellerId: shown.sellerId, state: 'rejected' });
    const suspended = await createResource(ctx.db);
    await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [suspended.sellerId]);
    await createSeller(ctx.db);
    const course = await createCourse(ctx.db);
    await createCourse(ctx.db, { state: 'draft' });
    const { rows } = await ctx.pool.query<{ id: number }>(
      `select user_id as id from instructors where state = 'listed' order by 1`,
    );
    const instructors = rows.map(({ id }) => `/instructors/${id}`);
    expect(instructors).toHaveLength(6);
    expect(await addressesIn('/sitemap.xml')).toEqual([
      '/',
      '/about',
      '/terms',
      '/courses',
      '/curriculum',
      '/connect',
      '/subscription',
      `/courses/${course.id}`,
      `/sellers/${shown.sellerId}`,
      ...instructors,
      `/curriculum/${shown.id}`,
    ]);
    expect((await app.inject('/sitemap.xml')).body).toContain('<lastmod>2026-03-02T09:00:00.000Z</lastmod>');
  });

  it('is split if it is too large for one file', async () => {
    const { userId } = await createSeller(ctx.db);
    await ctx.pool.query(
      `insert into resources (id, seller_id, title, type, dance_style, age_groups, level, price_cents, state, created_at, updated_at)
       overriding system value
       select n, $1, 'Plan ' || n, 'audio', 'Jazz', '{All Ages}', 'Advanced', 0, 'published', now(), now()
       from (select generate_series(101, 220) union select 1001) numbers(n)`,
      [userId],
    );
    const index = await textOf(await sitemap(ctx, 100));
    expect(index).toContain('<sitemapindex');
    const parts = locationsIn(index);
    // No item on sale is in between.
    expect(parts).toEqual(
      ['pages', 'resources-1', 'resources-2', 'resources-3', 'resources-11'].map(
        (part) => `/sitemap-${part}.xml`,
      ),
    );
    const sent = await Promise.all(
      parts.map(async (path) => locationsIn(await textOf(await sitemapPart(ctx, path.slice(9, -4), 100)))),
    );
    for (const addresses of sent) expect(addresses.length).toBeLessThanOrEqual(100);
    const { body: whole } = await app.inject('/sitemap.xml');
    expect(sent.flat().toSorted()).toEqual(locationsIn(whole).toSorted());
    expect(sent.flat()).toContain('/curriculum/1001');
  });

  it('has its parts at the URLs it lists', async () => {
    expect(await addressesIn('/sitemap-pages.xml')).toContain('/courses');
    expect(await addressesIn('/sitemap-resources-1.xml')).toHaveLength(122);
    expect(await countQueries(ctx, () => app.inject('/sitemap-resources-1.xml'))).toBe(1);
  });

  it('has no other parts', async () => {
    for (const part of ['resources-0', 'resources-99999', 'resources-x', 'courses', 'resources-1-1']) {
      expect((await app.inject(`/sitemap-${part}.xml`)).statusCode, part).toBe(404);
    }
  });
});
