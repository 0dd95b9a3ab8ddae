import { beforeAll, describe, expect, it } from 'vitest';
import type { output } from 'zod';
import { createResource } from '#server/seed/factories.ts';
import * as contract from '#shared/features/catalogue/catalogue.contract.ts';
import type { ResourceFacets } from '#shared/features/catalogue/catalogue.schema.ts';
import { countQueries } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx } = await testApp();
type Page = output<typeof contract.listResources.response>;

const list = async (search: string) => {
  const answer = await app.inject({ url: `${contract.listResources.path}?${search}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Page>();
};
const facets = async (search: string) =>
  (await app.inject({ url: `${contract.getResourceFacets.path}?${search}` })).json<ResourceFacets>();
const suggest = (q: string) => app.inject({ url: contract.suggestSearches.path, query: { q } });

let seller = 0;

beforeAll(async () => {
  await ctx.pool.query('delete from resources');
  seller = (await createResource(ctx.db, { title: 'Waltz tracks', danceStyle: 'Ballroom' })).sellerId;
  await createResource(ctx.db, {
    title: 'Tap circuit',
    danceStyle: 'Tap',
    level: 'Intermediate',
    sellerId: seller,
  });
});

describe('pages', () => {
  const sorts = ['relevance', 'newest', 'best-selling', 'rating', 'price-low', 'price-high'];

  beforeAll(async () => {
    await ctx.pool.query(
      `insert into resources (seller_id, title, type, dance_style, age_groups, level, price_cents, sales_count, rating_sum,
         rating_count, state, created_at, updated_at)
       select $1, 'Folk step ' || n, 'text', 'Folk', '{Adult (18+)}', 'Advanced', n % 7 * 100, n % 5, n % 3 * 4, n % 3, 'published',
         timestamptz '2026-02-01Z' + (n % 9) * interval '1 day', timestamptz '2026-02-01Z' + (n % 9) * interval '1 day'
       from generate_series(1, 100) n`,
      [seller],
    );
  });

  it.each(sorts)('sorted by %s follow each other without a gap, by number and by cursor', async (sort) => {
    for (const filter of ['style=Folk', 'q=folk', `style=Folk&level=Advanced&type=text&price=under-15`]) {
      const byNumber: number[] = [];
      const byCursor: number[] = [];
      let after = '';
      for (let page = 1; page <= 6; page++) {
        const numbered = await list(`${filter}&sort=${sort}&page=${page}`);
        byNumber.push(...numbered.items.map(({ id }) => id));
        if (page > 1 && after === '') continue;
        const next = await list(`${filter}&sort=${sort}${after && `&after=${after}`}`);
        byCursor.push(...next.items.map(({ id }) => id));
        expect(next.total).toBe(numbered.total);
        after = next.nextCursor ?? '';
      }
      const expected = filter.includes('price') ? 86 : 100;
      expect(new Set(byNumber).size, filter).toBe(expected);
      expect(byCursor, filter).toEqual(byNumber);
    }
  });

  it('are sorted', async () => {
    const of = async (sort: string) => (await list(`style=Folk&sort=${sort}`)).items;
    const prices = (await of('price-low')).map(({ price }) => Number(price));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    const dear = (await of('price-high')).map(({ price }) => Number(price));
    expect(dear).toEqual(dear.toSorted((a, b) => b - a));
    const newest = (await of('newest')).map(({ createdAt }) => createdAt);
    expect(newest).toEqual(newest.toSorted().toReversed());
    const stars = (await of('rating')).map(({ rating }) => rating ?? 0);
    expect(stars).toEqual(stars.toSorted((a, b) => b - a));
  });

  it.each([
    'relevance 9999999999999999 1',
    'relevance -9999999999999999 1',
    'rating 9999999999999 5',
    'price-low 9999999999 5',
    'newest 9999999999999999 9999999999',
  ])('reject the cursor %s, which no page returns', async (position) => {
    const after = Buffer.from(position).toString('base64url');
    const query = { sort: position.split(' ')[0] ?? '', after };
    const further: Record<string, string>[] = [{}, { q: 'tap' }, { style: 'Tap' }];
    for (const more of further) {
      const { statusCode } = await app.inject({
        url: contract.listResources.path,
        query: { ...query, ...more },
      });
      expect(statusCode).toBe(400);
    }
  });

  it('reject a cursor of another list', async () => {
    const { nextCursor } = await list('sort=newest');
    for (const after of [
      'x',
      '',
      'AAAA',
      `${nextCursor}x`,
      Buffer.from('newest 1 99999999999').toString('base64url'),
      Buffer.from("newest 1' 1").toString('base64url'),
    ]) {
      const { statusCode } = await app.inject({
        url: contract.listResources.path,
        query: { sort: 'newest', after },
      });
      expect([200, 400], after).toContain(statusCode);
    }
    const other = await app.inject({
      url: contract.listResources.path,
      query: { sort: 'rating', after: nextCursor ?? '' },
    });
    expect(other.statusCode).toBe(400);
  });

  it('far beyond the end are empty', async () => {
    expect(await list('page=50')).toMatchObject({ items: [], total: 102, nextCursor: null });
    expect(await list('page=100000')).toMatchObject({ items: [], total: 102 });
    expect(await list('q=folk&page=50')).toMatchObject({ items: [], total: 100 });
  });

  it('take the same number of queries, however much they show', async () => {
    const statements = async (search: string) => {
      await list(search);
      return countQueries(ctx, () => list(search));
    };
    expect(await statements('')).toBe(1);
    expect(await statements('style=Folk&level=Advanced')).toBe(1);
    expect(await statements('q=folk+step')).toBe(1);
    expect(await statements('q=waltz')).toBe(1);
    expect(await statements('style=Tap&level=Intermediate')).toBe(1);
    expect(await countQueries(ctx, () => facets('style=Folk&level=Advanced'))).toBe(1);
    // Resources and words; courses; instructors.
    expect(await countQueries(ctx, () => suggest('fol'))).toBe(3);
  });
});

describe('data maintained by triggers', () => {
  it('equals a rebuild, after any change', async () => {
    await ctx.pool.query(`
      update resources set title = 'Renamed ' || id, tags = '{renamed}', dance_style = 'Swing' where id % 3 = 0;
      update resources set state = 'archived' where id % 5 = 0;
      update resources set rating_sum = rating_sum + 5, rating_count = rating_count + 1 where id % 4 = 0;
      delete from resources where id % 7 = 0`);
    const kept = async () =>
      (
        await ctx.pool.query<object>(
          `select (select json_agg(c order by key) from resource_counts c where count <> 0) as counts,
             (select json_agg(w order by word) from catalogue_words w where count <> 0) as words,
             (select json_agg(l order by resource_id) from resource_listings l) as listings,
             (select json_agg(w order by resource_id) from listing_words w) as "listingWords"`,
        )
      ).rows[0];
    const before = await kept();
    await ctx.pool.query('select rebuild_catalogue()');
    expect(await kept()).toEqual(before);
  });

  it('is exact and free of deadlocks when many publish at once', async () => {
    const before = (await list('')).total;
    await Promise.all(
      Array.from({ length: 12 }, async (_, publisher) => {
        const client = await ctx.pool.connect();
        try {
          await client.query('begin');
          for (let n = 0; n < 3; n++) {
            await client.query(
              `insert into resources (seller_id, title, type, dance_style, age_groups, level, price_cents, state, created_at, updated_at)
               values ($1, $2, 'text', 'Latin', '{All Ages}', 'Beginner', 0, 'published', now(), now())`,
              [seller, `Salsa ${publisher} ${n}`],
            );
          }
          await client.query('commit');
        } finally {
          client.release();
        }
      }),
    );
    expect((await list('')).total).toBe(before + 36);
    expect((await facets('style=Latin&price=free')).total).toBe(36);
  });
});
