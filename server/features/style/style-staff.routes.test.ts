import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { connectDatabase } from '#server/db/client.ts';
import { createCourse, createResource } from '#server/seed/factories.ts';
import * as catalogueContract from '#shared/features/catalogue/catalogue.contract.ts';
import type { ResourceFacets } from '#shared/features/catalogue/catalogue.schema.ts';
import * as courseContract from '#shared/features/course/course.contract.ts';
import * as contract from '#shared/features/style/style.contract.ts';
import { MOST_STYLES, type StaffStyle, type Style } from '#shared/features/style/style.schema.ts';
import { DANCE_STYLES } from '#shared/vocabulary.ts';
import { catalogueNumbers, emptyCatalogue } from '../../../tests/server/catalogue-tools.ts';
import { newAudit } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { LISTED_AT_ONCE } from './style.service.ts';

const { app, ctx, call } = await testApp();

const publicStyles = async () => (await call(contract.listStyles)).json<Style[]>();
const styles = async () => (await call(contract.listStaffStyles, {}, 'officer')).json<StaffStyle[]>();
const styleCalled = async (name: string) => (await styles()).find((style) => style.name === name);
const idOf = async (name: string) => (await styleCalled(name))?.id ?? 0;
const add = (name: string) => call(contract.createStyle, { body: { name } }, 'officer');
const change = async (name: string, body: object) =>
  call(contract.updateStyle, { params: { id: await idOf(name) }, body }, 'officer');
const remove = async (name: string) =>
  call(contract.deleteStyle, { params: { id: await idOf(name) } }, 'officer');
const total = async (search: string) =>
  (await app.inject({ url: `${catalogueContract.listResources.path}?${search}` })).json<{ total: number }>()
    .total;
const facets = async (search = '') =>
  (await app.inject({ url: `${catalogueContract.getResourceFacets.path}?${search}` })).json<ResourceFacets>();
const countBeside = async (style: string, search = '') =>
  (await facets(search)).style.find(({ value }) => value === style)?.count;

beforeAll(async () => {
  await emptyCatalogue(ctx);
  for (const level of ['Beginner', 'Advanced'] as const) {
    await createResource(ctx.db, { title: `Time steps ${level}`, danceStyle: 'Tap', level, description: '' });
  }
  await createResource(ctx.db, { title: 'A tap for the tap', danceStyle: 'Tap', description: '' });
  await createResource(ctx.db, { title: 'Not yet on sale', danceStyle: 'Tap', state: 'draft' });
  await createResource(ctx.db, { title: 'Pliés', danceStyle: 'Ballet', description: '' });
  await createCourse(ctx.db, { danceStyle: 'Tap' });
});

describe('dance styles', () => {
  it('are the twelve of the specification on a new site, each with its items on sale', async () => {
    const all = await publicStyles();
    expect(all.map(({ name }) => name)).toEqual([...DANCE_STYLES]);
    expect(all.every(({ isRetired }) => !isRetired)).toBe(true);
    expect(all.find(({ name }) => name === 'Tap')?.itemCount).toBe(4);
    expect(await styleCalled('Tap')).toMatchObject({ itemCount: 4, resourceCount: 4, courseCount: 1 });
  });

  it('are managed by officers and admins only', async () => {
    expect((await call(contract.listStaffStyles)).statusCode).toBe(401);
    expect((await call(contract.listStaffStyles, {}, 'seller')).statusCode).toBe(403);
    expect((await call(contract.createStyle, { body: { name: 'Polka' } }, 'instructor')).statusCode).toBe(
      403,
    );
    expect((await call(contract.listStaffStyles, {}, 'admin')).statusCode).toBe(200);
  });

  it("can be searched by as soon as they are added, with the database's codes", async () => {
    expect(await total('style=Flamenco')).toBe(0);
    expect((await add('  Flamenco ')).statusCode).toBe(201);
    const { id } = await createResource(ctx.db, { title: 'Compás', danceStyle: 'Flamenco', description: '' });
    expect(await total('style=Flamenco')).toBe(1);
    expect(await total('style=Flamenco&style=Tap')).toBe(4);
    expect(await countBeside('Flamenco')).toBe(1);
    expect(await countBeside('Flamenco', 'q=compas')).toBe(1);
    expect(await countBeside('Tap', 'q=compas')).toBe(0);
    const suggested = await app.inject({ url: catalogueContract.suggestSearches.path, query: { q: 'flam' } });
    expect(suggested.json()).toContainEqual(
      expect.objectContaining({ kind: 'style', to: '/curriculum?style=Flamenco' }),
    );
    const courses = (await call(courseContract.getCourseFacets)).json<{ style: { value: string }[] }>();
    expect(courses.style.map(({ value }) => value)).toContain('Flamenco');
    const { rows } = await ctx.pool.query<{ codes: number[]; code: number }>(
      `select resource_codes(r) as codes, code from resources r join dance_styles s on s.name = r.dance_style where r.id = $1`,
      [id],
    );
    expect(rows[0]?.codes).toContain(rows[0]?.code);
    await ctx.pool.query('delete from resources where id = $1', [id]);
    expect((await remove('Flamenco')).statusCode).toBe(200);
  });

  it('are seen by other servers within a second', async () => {
    const other = { ...ctx, ...connectDatabase(ctx.connection) };
    const second = await buildApp(other, false, { withPages: false });
    const seen = async () =>
      (await second.inject({ url: catalogueContract.getResourceFacets.path })).json<ResourceFacets>().style
        .length;
    try {
      expect(await seen()).toBe(12);
      await add('Samba');
      await expect.poll(seen, { timeout: 5000 }).toBe(13);
    } finally {
      await second.close();
      await other.close();
      await remove('Samba');
    }
  });

  it('have different names of one line', async () => {
    for (const name of ['tap', 'TAP ', 'Tap']) expect((await add(name)).statusCode, name).toBe(409);
    for (const name of ['x', ' ', 'a\nb', 'x'.repeat(41)]) expect((await add(name)).statusCode).toBe(400);
  });

  it('have one code each, however many are added at once, up to the maximum', async () => {
    const before = (await styles()).length;
    const names = Array.from({ length: MOST_STYLES - before + 3 }, (_, at) => `New style ${at}`);
    const answers = await Promise.all(names.map(add));
    expect(statusesOf(answers)).toEqual([...names.slice(3).map(() => 201), 409, 409, 409]);
    const all = await styles();
    expect(all).toHaveLength(MOST_STYLES);
    const { rows } = await ctx.pool.query('select distinct code from dance_styles');
    expect(rows).toHaveLength(MOST_STYLES);
    await createResource(ctx.db, { title: 'The last one', danceStyle: all.at(-1)?.name ?? '' });
    expect(await countBeside(all.at(-1)?.name ?? '', 'q=last')).toBe(1);
    await ctx.pool.query(`delete from resources where title = 'The last one'`);
    for (const { name } of all.slice(before)) expect((await remove(name)).statusCode).toBe(200);
  });
});

describe('renaming', () => {
  it("keeps every list, count and search word right, and users' styles", async () => {
    const tap = await countBeside('Tap');
    await ctx.pool.query(`update users set dance_styles = '{Ballet,Tap}' where username = 'member'`);
    const answer = await change('Tap', { name: 'Rhythm Tap' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await total('style=Tap')).toBe(0);
    expect(await total('style=Rhythm+Tap')).toBe(tap);
    expect(await countBeside('Rhythm Tap', 'level=Beginner')).toBe(
      await total('style=Rhythm+Tap&level=Beginner'),
    );
    expect(await total('q=rhythm')).toBe(tap);
    const { rows } = await ctx.pool.query(`select dance_styles from users where username = 'member'`);
    expect(rows).toEqual([{ dance_styles: ['Ballet', 'Rhythm Tap'] }]);
    await expectExact();
    expect((await change('Rhythm Tap', { name: 'Step' })).statusCode).toBe(200);
    // The word is still in a title.
    expect(await total('q=tap')).toBe(1);
    await expectExact();
    expect((await change('Step', { name: 'Tap' })).statusCode).toBe(200);
    await expectExact();
    expect((await change('Tap', { name: 'ballet' })).statusCode).toBe(409);
    expect(await newAudit(ctx, 'style.rename')).toContainEqual(
      expect.objectContaining({ actor: 'officer', details: { from: 'Tap', to: 'Rhythm Tap' } }),
    );
  });

  it('of a style with many items shows at once, and in search a moment later', async () => {
    const { id } = await createResource(ctx.db, { danceStyle: 'Swing', description: '' });
    const before = await total('style=Swing');
    await ctx.pool.query(
      `insert into resources (seller_id, title, type, dance_style, age_groups, level, price_cents, state, created_at, updated_at)
       select seller_id, title || n, type, dance_style, age_groups, level, price_cents, state, created_at, updated_at
       from resources, generate_series(1, $2) n where id = $1`,
      [id, LISTED_AT_ONCE],
    );
    expect((await change('Swing', { name: 'Kolibri' })).statusCode).toBe(200);
    expect(await total('style=Kolibri')).toBe(before + LISTED_AT_ONCE);
    // Changed by its seller before the job runs: found at once, and left unchanged.
    await ctx.pool.query(`update resources set title = 'Zirbelquax' where id = $1`, [id]);
    // A search for the style's name is a filter. Next to a chosen style it is a word.
    expect(await total('q=kolibri')).toBe(before + LISTED_AT_ONCE);
    expect(await total('q=kolibri&style=Kolibri')).toBe(1);
    await ctx.jobs.drain();
    expect(await total('q=kolibri&style=Kolibri')).toBe(before + LISTED_AT_ONCE);
    expect(await total('q=zirbelquax')).toBe(1);
    await expectExact();
    await ctx.pool.query(`delete from resources where title ~ $1 or id = $2`, ['\\D\\d+$', id]);
    expect((await change('Kolibri', { name: 'Swing' })).statusCode).toBe(200);
    await ctx.jobs.drain();
    await expectExact();
  });

  it('is counted right even when done by hand', async () => {
    await ctx.pool.query(`update dance_styles set name = 'Steps' where name = 'Tap'`);
    await expectExact();
    await ctx.pool.query(`update dance_styles set name = 'Tap' where name = 'Steps'`);
    await expectExact();
  });

  it('and publishing at the same time keep counts exact', async () => {
    await Promise.all([
      change('Tap', { name: 'Clogging' }),
      ...Array.from({ length: 6 }, (_, at) =>
        ctx.pool.query(`update resources set state = $1 where title = 'Not yet on sale'`, [
          at % 2 ? 'draft' : 'published',
        ]),
      ),
    ]);
    await expectExact();
    await change('Clogging', { name: 'Tap' });
  });
});

describe('retiring', () => {
  it('removes a style from the options; items that have it keep it and are found', async () => {
    expect((await change('Tap', { isRetired: true })).statusCode).toBe(200);
    expect((await change('Swing', { isRetired: true })).statusCode).toBe(200);
    const retired = (await publicStyles()).filter(({ isRetired }) => isRetired).map(({ name }) => name);
    expect(retired).toEqual(['Tap', 'Swing']);
    expect(await total('style=Tap')).toBeGreaterThan(0);
    const offered = (await facets()).style.map(({ value }) => value);
    expect(offered).toContain('Tap');
    expect(offered).not.toContain('Swing');
    for (const name of ['Tap', 'Swing']) {
      expect((await change(name, { isRetired: false })).statusCode).toBe(200);
    }
    expect((await newAudit(ctx)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['style.retire', 'style.restore']),
    );
  });
});

describe('order and deletion', () => {
  it('sets an order, or reports that the list has changed', async () => {
    const ids = (await styles()).map(({ id }) => id);
    const turned = ids.toReversed();
    expect((await call(contract.reorderStyles, { body: { ids: turned } }, 'admin')).statusCode).toBe(200);
    expect((await publicStyles()).map(({ name }) => name)).toEqual(DANCE_STYLES.toReversed());
    expect((await facets()).style[0]?.value).toBe('Other');
    for (const wrong of [ids.slice(1), [...ids, 999], ids.map(() => ids[0])]) {
      expect((await call(contract.reorderStyles, { body: { ids: wrong } }, 'admin')).statusCode).toBe(409);
    }
    expect((await call(contract.reorderStyles, { body: { ids } }, 'admin')).statusCode).toBe(200);
  });

  it('deletes only unused styles', async () => {
    expect((await remove('Tap')).statusCode).toBe(409);
    // By a single person.
    await ctx.pool.query(`update users set dance_styles = '{}'`);
    await ctx.pool.query(`update users set dance_styles = '{Modern}' where username = 'member'`);
    expect((await remove('Modern')).statusCode).toBe(409);
    await ctx.pool.query(`update users set dance_styles = '{}'`);
    const params = { id: await idOf('Modern') };
    expect((await remove('Modern')).statusCode).toBe(200);
    expect((await call(contract.deleteStyle, { params }, 'officer')).statusCode).toBe(404);
    const { rows } = await ctx.pool.query<{ position: number }>(
      'select position from dance_styles order by position',
    );
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at + 1));
  });
});

async function expectExact() {
  const kept = await catalogueNumbers(ctx);
  await ctx.pool.query('select rebuild_catalogue()');
  expect(kept).toEqual(await catalogueNumbers(ctx));
}
