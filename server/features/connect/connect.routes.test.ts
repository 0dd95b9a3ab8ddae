import { describe, expect, it } from 'vitest';
import { instructorOpenings } from '#server/db/schema/reservation.ts';
import type { ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/connect/connect.contract.ts';
import type { InstructorDetail, InstructorFacets } from '#shared/features/connect/connect.schema.ts';
import { findZip } from '#server/integrations/zip-codes.ts';
import { sumInstructorCountsJob } from './connect.jobs.ts';
import { suspendInstructor } from '#shared/features/instructor/instructor.contract.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { call, ctx } = await testApp();

type Page = ContractOutput<typeof contract.listInstructors>;
const list = async (query: Record<string, string> = {}) =>
  (await call(contract.listInstructors, { query })).json<Page>();
const names = async (query: Record<string, string> = {}) => (await list(query)).items.map(({ name }) => name);
const facets = async (query: Record<string, string> = {}) =>
  (await call(contract.getInstructorFacets, { query })).json<InstructorFacets>();
const idOf = async (name: string) => (await list()).items.find((item) => item.name === name)?.id ?? 0;

describe('the directory', () => {
  it('lists the demo instructors with price, rating and styles', async () => {
    const page = await list();
    expect(page.total).toBe(6);
    expect(page.items.find(({ name }) => name === 'Inés Valdivia')).toMatchObject({
      headline: 'Partner work, hips and timing, untangled without hurting anyone’s pride.',
      styles: ['Ballroom', 'Latin'],
      reviewCount: 5,
      rating: 4.8,
      price: { amount: '35.00', kind: 'one_to_one', durationMinutes: 30 },
    });
  });

  it.each([
    ['rushing', 'Inés Valdivia'],
    ['boys in ballet', 'Beatrix Holloway'],
    ['shy students', 'Marcus Oyelaran'],
    ['Tobias', 'Tobias Renner'],
    ['freeze', 'Hanne Dahl'],
  ])('finds by what teachers say: %s', async (q, name) => {
    expect((await names({ q }))[0]).toBe(name);
  });

  it('finds nobody for words nobody uses, and survives any input', async () => {
    expect((await list({ q: 'quantum chromodynamics' })).total).toBe(0);
    for (const q of ['"', '(((', "';--", '& | !', 'a'.repeat(400)]) {
      expect((await call(contract.listInstructors, { query: { q } })).statusCode).toBe(200);
    }
  });

  it('doesn’t find who has no ratings yet by their rating', async () => {
    const rated = await names({ rating: '3' });
    await ctx.pool.query(
      `update instructor_listings set rating_sum = 0, rating_count = 0
       where instructor_id = (select id from users where username = 'instructor')`,
    );
    expect(await names({ rating: '3' })).toEqual(rated.filter((name) => name !== 'Inés Valdivia'));
  });

  it.each<[Record<string, string>, string[]]>([
    [{ style: 'Swing' }, ['Pilar Quintero', 'Tobias Renner']],
    [{ language: 'fr' }, ['Beatrix Holloway']],
    [{ place: 'in_person' }, ['Marcus Oyelaran']],
    [{ city: 'chicago' }, ['Marcus Oyelaran']],
    [{ ageGroup: 'Senior (55+)' }, ['Hanne Dahl']],
    [{ level: 'Professional' }, ['Beatrix Holloway', 'Hanne Dahl', 'Tobias Renner']],
    [{ price: '35-60' }, ['Beatrix Holloway', 'Hanne Dahl', 'Inés Valdivia', 'Marcus Oyelaran']],
    [{ certified: 'yes' }, ['Hanne Dahl', 'Inés Valdivia', 'Marcus Oyelaran', 'Pilar Quintero']],
  ])('filters by %o', async (query, found) => {
    const shown = await names(query);
    expect(shown.toSorted()).toEqual(found);
  });

  it('sorts by rating and by price', async () => {
    const ratings = (await list({ sort: 'rating' })).items.map(({ rating }) => rating ?? 0);
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
    expect((await names({ sort: 'price' })).at(-1)).toBe('Beatrix Holloway');
  });

  it('shows the next free times, and filters and sorts by them', async () => {
    const id = await idOf('Pilar Quintero');
    const now = ctx.clock.now().getTime();
    const times = [-1, 2, 30, 31, 200].map((hours) => new Date(now + hours * 3_600_000));
    await ctx.db
      .insert(instructorOpenings)
      .values({ instructorId: id, nextStarts: times, isStale: false })
      .onConflictDoUpdate({ target: instructorOpenings.instructorId, set: { nextStarts: times } });
    const shown = (await list({ q: 'Quintero' })).items[0];
    expect(shown?.nextStarts).toEqual(times.slice(1, 4).map((time) => time.toISOString()));
    await ctx.pool.query(
      'update instructor_openings set next_starts = next_starts[2:] where instructor_id = $1',
      [id],
    );
    expect((await list({ when: 'week', sort: 'soonest' })).items[0]?.name).toBe('Pilar Quintero');
    const late = [new Date(now + 8 * 86_400_000)];
    await ctx.db.update(instructorOpenings).set({ nextStarts: late });
    expect((await list({ when: 'week' })).total).toBe(0);
  });
});

describe('an instructor’s page', () => {
  it('shows sessions, reviews, credentials, store and courses, but no meeting link', async () => {
    const answer = await call(contract.getInstructor, { params: { id: await idOf('Marcus Oyelaran') } });
    const page = answer.json<InstructorDetail>();
    expect(page.sessionTypes.map(({ kind }) => kind)).toEqual(['one_to_one', 'one_to_one', 'group']);
    expect(page.reviews[0]).toMatchObject({ author: 'Tevita F.', stars: 5, sessionTitle: 'Fix one thing' });
    expect(page.certificates[0]?.courseTitle).toBe('Hip Hop Teaching Certification');
    expect(page.seller?.name).toBe('Ground Up');
    expect(page.resources.length).toBeGreaterThan(0);
    expect(page.courses.map(({ title }) => title)).toContain('Breaking for PE teachers');
    expect(page.completedCount).toBe(18);
    expect(answer.body).not.toContain('meet.releve.example');
  });

  it('of a suspended instructor is gone, in the directory too', async () => {
    const id = await idOf('Hanne Dahl');
    const body = { reason: 'Never came to three sessions' };
    expect((await call(suspendInstructor, { params: { id }, body }, 'admin')).statusCode).toBe(200);
    expect((await call(contract.getInstructor, { params: { id } })).statusCode).toBe(404);
    expect(await names({ q: 'freeze' })).not.toContain('Hanne Dahl');
  });

  it('of someone who never offered sessions is not found', async () => {
    expect((await call(contract.getInstructor, { params: { id: 2_000_000_000 } })).statusCode).toBe(404);
  });
});

// Last: they change the demo instructors.
describe('the directory, as profiles change', () => {
  /** Stored counts under no choice, stored and counted ones under one, and counted ones under several. */
  const CHOICES: Record<string, string>[] = [
    {},
    { style: 'Swing' },
    { when: 'week' },
    { style: 'Swing', place: 'online' },
    { q: 'timing' },
  ];

  it('says beside each option how many it finds, also after profiles changed', async () => {
    const check = async (chosen: Record<string, string>) => {
      const { total, nearLabel: _near, ...counted } = await facets(chosen);
      expect((await list(chosen)).total).toBe(total);
      for (const [facet, options] of Object.entries(counted)) {
        for (const { value, count } of options) {
          const found = await list({ ...chosen, [facet]: value });
          expect([facet, value, found.total]).toEqual([facet, value, count]);
        }
      }
    };
    for (const chosen of CHOICES) await check(chosen);
    const id = await idOf('Pilar Quintero');
    await ctx.pool.query(
      `update instructors set levels = '{"Mixed Levels"}', age_groups = '{"All Ages"}', languages = '{fr,de}',
         city = 'Austin' where user_id = $1`,
      [id],
    );
    await ctx.pool.query(
      `update session_types set place = 'in_person', price_cents = 12000 where instructor_id = $1`,
      [id],
    );
    await check({});
    await sumInstructorCountsJob.run(ctx, {});
    await check({});
    expect((await facets()).city.map(({ value }) => value)).toContain('Austin');
    await ctx.pool.query(`update instructors set state = 'draft' where user_id = $1`, [id]);
    await check({});
    expect((await facets()).city.map(({ value }) => value)).not.toContain('Austin');
    await ctx.pool.query(`update instructors set state = 'listed' where user_id = $1`, [id]);
  });

  it('finds who teaches in person near a ZIP code, nearest first', async () => {
    const place = async (name: string, zip: string, inPerson = true) => {
      const id = await idOf(name);
      const spot = await findZip(zip);
      await ctx.pool.query(
        'update instructors set zip = $2, latitude = $3, longitude = $4 where user_id = $1',
        [id, zip, spot?.latitude, spot?.longitude],
      );
      if (inPerson) {
        await ctx.pool.query(`update session_types set place = 'in_person' where instructor_id = $1`, [id]);
      }
    };
    await place('Marcus Oyelaran', '60614');
    await place('Inés Valdivia', '60201');
    await place('Tobias Renner', '60602', false);
    const near = { near: '60602', sort: 'nearest' };
    const found = (await list({ ...near, within: '25' })).items;
    // From the Loop to Lincoln Park and to Evanston, as the crow flies.
    expect(found.map(({ name, miles }) => [name, miles])).toEqual([
      ['Marcus Oyelaran', 3],
      ['Inés Valdivia', 12],
    ]);
    expect(await names({ ...near, within: '10' })).toEqual(['Marcus Oyelaran']);
    expect(await names({ near: '10001', within: '100' })).toEqual([]);
    expect((await facets(near)).nearLabel).toBe('Chicago, IL');
    expect((await facets({ near: '00000' })).nearLabel).toBeNull();
    expect((await list({ near: '00000' })).total).toBe(0);
    expect((await call(contract.listInstructors, { query: { near: 'Chicago' } })).statusCode).toBe(400);
  });
});
