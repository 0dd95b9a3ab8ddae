// The same typed search on the lists of courses and instructors, and as suggestions, over the demo school. The
// curriculum's own table is typed-searches.test.ts.
import { describe, expect, it } from 'vitest';
import type { output } from 'zod';
import type { ContractOutput } from '#shared/contract.ts';
import { suggestSearches } from '#shared/features/catalogue/catalogue.contract.ts';
import * as connectContract from '#shared/features/connect/connect.contract.ts';
import * as courseContract from '#shared/features/course/course.contract.ts';
import { createCourse } from '#server/seed/factories.ts';
import { asFilters, inWords } from '../../../tests/server/catalogue-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx } = await testApp();

/** The search, the filters and “words” it is read as, the part that is searched where that isn't all, what is found. */
type Case = readonly [typed: string, understood: string, part: string | null, found: string[]];

const COURSES: readonly Case[] = [
  ['ballet for 6 year olds', 'Ballet, Children (5-8)', null, ['Ballet Teaching Certification']],
  ['6-8 year olds, ballet', 'Ballet, Children (5-8)', null, ['Ballet Teaching Certification']],
  ['hip hop certification', 'Hip Hop, certification', null, ['Hip Hop Teaching Certification']],
  [
    'hiphop video beginners',
    'Hip Hop, Beginner',
    'hiphop beginners',
    ['Rhythm for teachers who were told they have none'],
  ],
  ['free course for adults', 'Adult (18+), free', null, ['Your first dance lesson, next Monday']],
  // Nothing that only resembles it.
  ['balet for beginers', 'Ballet, Beginner', null, []],
  ['nutcracker', '', null, []],
];

const INSTRUCTORS: readonly Case[] = [
  ['hip hop for teens', 'Hip Hop, Teen (13-17)', null, ['Marcus Oyelaran']],
  ['teacher for boys in ballet', 'Ballet, “boys”', null, ['Beatrix Holloway']],
  ['teaching kids online', 'Children (5-8), online', null, ['Tobias Renner']],
  ['hiphop video beginners', 'Hip Hop, Beginner', 'hiphop beginners', ['Marcus Oyelaran']],
  ['ines', '', null, ['Inés Valdivia']],
  // Some of the words would find others, who teach no such class.
  ['ballet for 6 year olds', 'Ballet, Children (5-8)', null, []],
];

const LISTS = {
  courses: {
    list: courseContract.listCourses.path,
    facets: courseContract.getCourseFacets.path,
    cases: COURSES,
  },
  instructors: {
    list: connectContract.listInstructors.path,
    facets: connectContract.getInstructorFacets.path,
    cases: INSTRUCTORS,
  },
};

type Page = Pick<
  ContractOutput<typeof courseContract.listCourses>,
  'total' | 'correctedQuery' | 'understood'
> & {
  items: { title?: string; name?: string }[];
};

const namesOf = ({ items }: Page) => items.map(({ title, name }) => title ?? name);

describe.each(Object.entries(LISTS))('the list of %s', (_, { list, facets, cases }) => {
  const get = async (search: string) => (await app.inject({ url: `${list}?${search}` })).json<Page>();

  it.each(cases)('reads “%s” as %s', async (typed, understood, part, found) => {
    const search = new URLSearchParams({ q: typed }).toString();
    const page = await get(search);
    expect(inWords(page.understood)).toBe(understood);
    expect(page.correctedQuery).toBe(part);
    expect(namesOf(page)).toEqual(found);
    expect(page.total).toBe(found.length);
    if (page.understood) expect(namesOf(await get(asFilters(page.understood)))).toEqual(found);
    const counted = (await app.inject({ url: `${facets}?${search}` })).json<{ total: number }>();
    expect(counted.total).toBe(found.length);
  });

  it('leaves words alone whose filter is chosen already', async () => {
    const page = await get('q=hip+hop+for+teens&style=Hip+Hop');
    expect(page.understood).toMatchObject({ q: 'hip hop', style: [], ageGroup: ['Teen (13-17)'] });
  });
});

describe('suggestions', () => {
  type Suggestions = output<typeof suggestSearches.response>;
  const suggest = async (q: string) =>
    (await app.inject({ url: suggestSearches.path, query: { q } })).json<Suggestions>();
  const shown = async (q: string, kind: Suggestions[number]['kind']) =>
    (await suggest(q)).filter((one) => one.kind === kind).map(({ text }) => text);

  it.each([
    ['ballet for 6 year olds', ['Ballet Teaching Certification']],
    ['hip hop cert', ['Hip Hop Teaching Certification']],
    ['free course for adults', ['Your first dance lesson, next Monday']],
    ['ballr', ['Ballroom for teenagers who did not ask for it']],
    // A slip in the name of a style is forgiven as in the lists.
    ['balet', ['Ballet Teaching Certification']],
    ['nutcracker', []],
  ])('of courses for “%s”', async (q, courses) => {
    expect(await shown(q, 'course')).toEqual(courses);
  });

  it.each([
    ['vald', ['Inés Valdivia']],
    ['ines', ['Inés Valdivia']],
    ['Inés V', ['Inés Valdivia']],
    ['hip hop', ['Marcus Oyelaran']],
    ['hip hop teacher for teens', ['Marcus Oyelaran']],
    ['rushing', ['Inés Valdivia']],
    // Marcus mentions them in passing, in what he says about himself.
    ['invisible', []],
    // Two letters are in most names.
    ['in', []],
    ['ballet for 6 year olds', []],
    ['quantum', []],
  ])('of instructors for “%s”', async (q, instructors) => {
    expect(await shown(q, 'instructor')).toEqual(instructors);
  });

  it('lead to the page of the course or the instructor', async () => {
    const found = await suggest('hip hop');
    for (const kind of ['course', 'instructor'] as const) {
      const path = kind === 'course' ? 'courses' : 'instructors';
      const to = found.find((one) => one.kind === kind)?.to ?? '';
      expect(to).toMatch(new RegExp(`^/${path}/\\d+$`));
      expect((await app.inject({ url: `/api${to}` })).statusCode).toBe(200);
    }
  });

  it('put who is called so before who only writes so', async () => {
    await ctx.pool.query(
      `update instructors set headline = 'Valiant on every floor' where user_id in (
         select id from users where last_name in ('Oyelaran', 'Holloway', 'Renner'))`,
    );
    await ctx.pool.query(`update instructor_listings set next_start = now() + interval '1 hour'
      where instructor_id in (select id from users where last_name in ('Oyelaran', 'Holloway', 'Renner'))`);
    const [first, ...others] = await shown('val', 'instructor');
    expect(first).toBe('Inés Valdivia');
    expect(others).toHaveLength(1);
  });

  it('never name a draft, or an instructor who takes no bookings', async () => {
    await createCourse(ctx.db, { title: 'Zapateado unfinished', state: 'draft' });
    expect(await suggest('zapateado unf')).toEqual([]);
    await ctx.pool.query(
      `update instructors set state = 'draft' where user_id = (select id from users where last_name = 'Quintero')`,
    );
    expect(await shown('quintero', 'instructor')).toEqual([]);
  });
});
