import { beforeAll, describe, expect, it } from 'vitest';
import type { output } from 'zod';
import { openStyleCache } from '#server/features/style/style.service.ts';
import { createResource, createSeller } from '#server/seed/factories.ts';
import * as contract from '#shared/features/catalogue/catalogue.contract.ts';
import type { ResourceFacets } from '#shared/features/catalogue/catalogue.schema.ts';
import { quickestOfThree } from '../../../tests/server/quickest.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { CODES, codesIn, FIXED_FACETS } from './facet-codes.ts';

const { app, ctx, call } = await testApp();
type Page = output<typeof contract.listResources.response>;
type Suggestions = output<typeof contract.suggestSearches.response>;

const list = async (search: string) => {
  const answer = await app.inject({ url: `${contract.listResources.path}?${search}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Page>();
};
const titles = async (search: string) => (await list(search)).items.map((item) => item.title).toSorted();
const facets = async (search: string) => {
  const answer = await app.inject({ url: `${contract.getResourceFacets.path}?${search}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ResourceFacets>();
};
const suggest = async (q: string) =>
  (await app.inject({ url: contract.suggestSearches.path, query: { q } })).json<Suggestions>();

let seller = 0;
let parent = 0;
let child = 0;

beforeAll(async () => {
  await ctx.pool.query('delete from resources');
  seller = (await createSeller(ctx.db, { name: 'Barre & Beyond' })).userId;
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into categories (kind, name, slug) values ('resource', 'Planning', 'test-planning') returning id`,
  );
  parent = rows[0]?.id ?? 0;
  const below = await ctx.pool.query<{ id: number }>(
    `insert into categories (kind, parent_id, name, slug) values ('resource', $1, 'Warm-ups', 'test-warm-ups') returning id`,
    [parent],
  );
  child = below.rows[0]?.id ?? 0;
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const add = (title: string, more: Parameters<typeof createResource>[1] = {}) =>
    createResource(ctx.db, { title, description: '', sellerId: seller, ...more });
  await add('Pliés for tiny feet', {
    categoryId: child,
    priceCents: 0,
    salesCount: 5,
    createdAt: at(1),
    updatedAt: at(1),
  });
  await add('Tap warm-up circuit', {
    danceStyle: 'Tap',
    categoryId: parent,
    ageGroups: ['Teen (13-17)', 'Adult (18+)'],
    level: 'Intermediate',
    priceCents: 1499,
    salesCount: 50,
    ratingSum: 18,
    ratingCount: 4,
    updatedAt: at(2),
  });
  await add('Waltz tracks', {
    type: 'audio',
    danceStyle: 'Ballroom',
    ageGroups: ['All Ages'],
    level: 'Mixed Levels',
    bpm: 88,
    metre: '3/4',
    priceCents: 4001,
    ratingSum: 3,
    ratingCount: 1,
    updatedAt: at(3),
  });
  await add('Choreography notebook', {
    danceStyle: 'Jazz',
    description: 'Blank pages for a warm start, with counts of eight.',
    tags: ['planning', 'rhythm'],
    priceCents: 1500,
    updatedAt: at(4),
  });
  await add('A draft of a waltz', { state: 'draft' });
  await add('A rejected waltz', { state: 'rejected' });
});

describe('filtering', () => {
  it.each([
    ['', 4],
    ['style=Tap', 1],
    ['style=Tap&style=Jazz', 2],
    ['style=Tap&level=Beginner', 0],
    ['style=Tap&level=Intermediate', 1],
    ['type=document', 3],
    // Something for all ages is for teenagers too; "All Ages" itself means only what says so.
    ['ageGroup=Teen+(13-17)', 2],
    ['ageGroup=Teen+(13-17)&ageGroup=Children+(5-8)', 4],
    ['ageGroup=All+Ages', 1],
    // The same for levels.
    ['level=Beginner', 3],
    ['level=Intermediate', 2],
    ['level=Professional', 1],
    ['level=Beginner&level=Intermediate', 4],
    ['level=Beginner&level=Mixed+Levels&price=over-40', 1],
    ['level=Mixed+Levels', 1],
    ['price=free', 1],
    ['price=under-15', 1],
    ['price=15-40', 1],
    ['price=over-40', 1],
    ['rating=3', 2],
    ['rating=4.5', 1],
    ['bpm=70-99&metre=3%2F4', 1],
    ['bpm=100-129', 0],
    ['type=document&level=Beginner&price=15-40&style=Jazz', 1],
    ['type=document&level=Beginner&price=15-40&style=Tap', 0],
  ])('%s finds %i', async (search, expected) => {
    const page = await list(search);
    expect(page.items).toHaveLength(expected);
    expect(page.total).toBe(expected);
    expect(page.isTotalCapped).toBe(false);
    expect((await facets(search)).total).toBe(expected);
  });

  it('includes subcategories', async () => {
    expect(await titles(`category=${parent}`)).toEqual(['Pliés for tiny feet', 'Tap warm-up circuit']);
    expect(await titles(`category=${child}`)).toEqual(['Pliés for tiny feet']);
    expect(await titles(`category=${child}&style=Tap`)).toEqual([]);
    expect(await titles('category=999999')).toEqual([]);
    const answer = await call(contract.listResourcesOfCategory, { params: { id: parent } });
    expect(answer.json<Page>().total).toBe(2);
    expect((await call(contract.listResourcesOfCategory, { params: { id: 999_999 } })).statusCode).toBe(404);
  });

  it('by seller requires an existing one', async () => {
    const other = await createResource(ctx.db, { title: 'Of someone else' });
    const answer = await call(contract.listResourcesOfSeller, {
      params: { id: seller },
      query: { sort: 'newest' },
    });
    expect(answer.json<Page>()).toMatchObject({
      total: 4,
      items: [{ title: 'Choreography notebook' }, {}, {}, {}],
    });
    expect((await facets(`seller=${other.sellerId}`)).total).toBe(1);
    expect((await call(contract.listResourcesOfSeller, { params: { id: 999_999 } })).statusCode).toBe(404);
    await ctx.pool.query('delete from resources where id = $1', [other.id]);
    expect((await list('')).total).toBe(4);
  });

  it('rejects unknown values', async () => {
    expect((await list('style=Polka')).total).toBe(0);
    for (const search of [`style=${'x'.repeat(41)}`, 'price=1', 'sort=best', 'page=0', 'category=x']) {
      expect((await app.inject({ url: `${contract.listResources.path}?${search}` })).statusCode, search).toBe(
        400,
      );
    }
  });

  it('is one list under two names', async () => {
    expect((await call(contract.listCurriculum)).json()).toEqual(await list(''));
  });
});

describe('facet counts', () => {
  const numbers = (list: ResourceFacets['style']) =>
    Object.fromEntries(list.filter((one) => one.count > 0).map((one) => [one.value, one.count]));

  it('count each facet under the filters of the others', async () => {
    const all = await facets('');
    expect(numbers(all.style)).toEqual({ Ballet: 1, Tap: 1, Ballroom: 1, Jazz: 1 });
    expect(numbers(all.category)).toEqual({ [parent]: 2, [child]: 1 });
    expect(numbers(all.rating)).toEqual({ '4.5': 1, '4': 1, '3': 2 });
    expect(numbers(all.bpm)).toEqual({ '70-99': 1 });
    const tap = await facets('style=Tap');
    expect(numbers(tap.style)).toEqual(numbers(all.style));
    expect(numbers(tap.ageGroup)).toEqual({ 'Teen (13-17)': 1, 'Adult (18+)': 1 });
    expect(numbers(tap.category)).toEqual({ [parent]: 1 });
  });

  it('match the list each option would show, however many filters and words', async () => {
    const searches = [
      '',
      'style=Tap&style=Jazz&type=document',
      'type=document&level=Beginner&price=15-40',
      'ageGroup=Teen+(13-17)&ageGroup=Children+(5-8)',
      `category=${parent}&type=document`,
      'q=warm&type=document',
      `seller=${seller}&level=Beginner`,
    ];
    for (const search of searches) {
      const counted = await facets(search);
      for (const facet of [...FIXED_FACETS, 'category'] as const) {
        for (const { value, count } of counted[facet]) {
          const others = new URLSearchParams(search);
          others.delete(facet);
          others.append(facet, value);
          others.delete('seller');
          expect((await list(String(others))).total, `${search} + ${facet} ${value}`).toBe(count);
        }
      }
    }
  });

  it('use the same codes as the database', async () => {
    const { rows } = await ctx.pool.query<{ codes: number[] }>(
      `select resource_codes(r) as codes from resources r where title in ('Waltz tracks', 'Tap warm-up circuit') order by title`,
    );
    const { codes: styles } = await openStyleCache(ctx);
    const code = (facet: (typeof FIXED_FACETS)[number], value: string) =>
      codesIn(facet, styles).get(value)?.[0];
    expect(rows[0]?.codes).toEqual(
      expect.arrayContaining([
        code('type', 'document'),
        code('style', 'Tap'),
        code('ageGroup', 'Adult (18+)'),
        code('level', 'Intermediate'),
        code('price', 'under-15'),
        code('rating', '4.5'),
        64 + parent,
      ]),
    );
    expect(rows[1]?.codes).toEqual(
      expect.arrayContaining([
        code('type', 'audio'),
        ...[...CODES.ageGroup.values()].flat(),
        code('level', 'Mixed Levels'),
        code('price', 'over-40'),
        code('rating', '3'),
        code('bpm', '70-99'),
        code('metre', '3/4'),
      ]),
    );
  });
});

describe('searching', () => {
  it.each([
    ['waltz', ['Waltz tracks'], null],
    ['WALTZ track', ['Waltz tracks'], null],
    ['plie', ['Pliés for tiny feet'], null],
    ['pliés', ['Pliés for tiny feet'], null],
    ['warm', ['Choreography notebook', 'Tap warm-up circuit'], null],
    ['warm-up', ['Tap warm-up circuit', 'Choreography notebook'].toSorted(), null],
    ['rhythm', ['Choreography notebook'], null],
    ['barre beyond tap', ['Tap warm-up circuit'], null],
    // Half typed.
    ['choreo', ['Choreography notebook'], null],
    ['tap circ', ['Tap warm-up circuit'], null],
    // Mistyped.
    ['waltx tracks', ['Waltz tracks'], 'waltz tracks'],
    ['coreography', ['Choreography notebook'], 'choreography'],
    // Written as one.
    ['waltztracks', ['Waltz tracks'], 'waltz tracks'],
    ['zzzzqqqq', [], null],
    ['the', [], null],
  ])('%j finds %j', async (q, expected, corrected) => {
    const page = await list(new URLSearchParams({ q }).toString());
    expect(page.items.map((item) => item.title).toSorted()).toEqual(expected);
    expect(page).toMatchObject({ total: expected.length, correctedQuery: corrected });
    for (const sort of ['newest', 'price-low', 'rating']) {
      expect(await titles(new URLSearchParams({ q, sort }).toString())).toEqual(expected);
    }
  });

  it('puts a word in the title before one in the description', async () => {
    expect((await list('q=warm')).items.map((item) => item.title)).toEqual([
      'Tap warm-up circuit',
      'Choreography notebook',
    ]);
  });

  it.each([
    `"`,
    `'`,
    `\\`,
    `%_\\`,
    `'; drop table resources; --`,
    `a & | ! ( ) <-> :* b`,
    `"unclosed phrase OR -minus`,
    `:*A`,
    `~1`,
    `'~1'`,
    '\uD800 lone',
    'waltz \uDC00',
    '💃🕺',
    '山本',
    'ß ﬁ İ ı',
    'a'.repeat(10_000),
    'waltz '.repeat(2000),
    '('.repeat(10_000),
    '%'.repeat(400),
    '𝔚𝔞𝔩𝔱𝔷',
    '\u202Ewaltz',
    'e\u0301'.repeat(200),
  ])('accepts %j', async (q) => {
    for (const path of [
      contract.listResources.path,
      contract.getResourceFacets.path,
      contract.suggestSearches.path,
    ]) {
      const took = await quickestOfThree(async () => {
        const answer = await app.inject({ url: `${path}?q=${encodeURIComponent(q.toWellFormed())}` });
        expect(answer.statusCode, answer.body).toBe(200);
      });
      expect(took).toBeLessThan(2000);
    }
  });

  it('finds by style, type and level, though no text names them', async () => {
    const { id } = await createResource(ctx.db, {
      title: 'Twelve openings',
      description: '',
      sellerId: seller,
      danceStyle: 'Breakdance',
      type: 'spreadsheet',
      level: 'Professional',
    });
    for (const q of ['breakdance', 'spreadsheet', 'professional', 'breakdance openings']) {
      expect(await titles(new URLSearchParams({ q }).toString())).toContain('Twelve openings');
    }
    await ctx.pool.query('delete from resources where id = $1', [id]);
  });

  it('finds what was just published, and not what was just removed', async () => {
    const made = await createResource(ctx.db, { title: 'Kizomba foundations', sellerId: seller });
    expect(await titles('q=kizomba')).toEqual(['Kizomba foundations']);
    expect(await suggest('kizo')).toContainEqual({
      kind: 'resource',
      text: 'Kizomba foundations',
      to: `/curriculum/${made.id}`,
    });
    await ctx.pool.query(`update resources set state = 'archived' where id = $1`, [made.id]);
    expect(await list('q=kizomba')).toMatchObject({ items: [], total: 0 });
    expect(await suggest('kizo')).toEqual([]);
    expect((await facets('')).total).toBe(4);
    await ctx.pool.query('delete from resources where id = $1', [made.id]);
  });

  it('finds nothing of a suspended seller, and everything again later', async () => {
    await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [seller]);
    expect(await list('')).toMatchObject({ items: [], total: 0 });
    expect((await facets('')).total).toBe(0);
    expect(await suggest('barre')).toEqual([]);
    await ctx.pool.query(`update sellers set state = 'approved' where user_id = $1`, [seller]);
    expect((await list('')).total).toBe(4);
  });
});

describe('suggestions', () => {
  it('complete what was typed', async () => {
    const found = await suggest('wal');
    expect(found).toContainEqual({ kind: 'words', text: 'waltz', to: '/curriculum?q=waltz' });
    expect(found.some((one) => one.kind === 'resource' && one.text === 'Waltz tracks')).toBe(true);
    expect(await suggest('ballr')).toContainEqual({
      kind: 'style',
      text: 'Ballroom',
      to: '/curriculum?style=Ballroom',
    });
    // Nothing of this style is on sale.
    expect((await suggest('hip')).filter(({ kind }) => kind === 'style')).toEqual([]);
    expect(await suggest('barre &')).toContainEqual({
      kind: 'seller',
      text: 'Barre & Beyond',
      to: `/sellers/${seller}`,
    });
    expect(await suggest('tap w')).toContainEqual({
      kind: 'words',
      text: 'tap warm',
      to: '/curriculum?q=tap%20warm',
    });
  });

  it('correct typos', async () => {
    expect(await suggest('choreogrephy')).toEqual([
      { kind: 'words', text: 'choreography', to: '/curriculum?q=choreography' },
    ]);
  });

  it('are empty for no input', async () => {
    expect(await suggest('')).toEqual([]);
    expect(await suggest('  ')).toEqual([]);
    expect((await call(contract.suggestSearches)).json()).toEqual([]);
  });
});
