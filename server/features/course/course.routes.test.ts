import { beforeAll, describe, expect, it } from 'vitest';
import { coursePrerequisites } from '#server/db/schema/course.ts';
import { createCourse, createEntitlement, createReview } from '#server/seed/factories.ts';
import * as contract from '#shared/features/course/course.contract.ts';
import type { CourseCard, CourseDetail, CourseFacets } from '#shared/features/course/course.schema.ts';
import { emptyCatalogue } from '../../../tests/server/catalogue-tools.ts';
import { countQueries, idOf } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call } = await testApp();

type Page = { items: CourseCard[]; total: number; page: number; correctedQuery: string | null };

const PAID_TEXT = 'Nobody who has not paid may read that the secret is in the supporting heel.';
const FREE_TEXT = 'Stand in parallel, and let the knees tell you where the feet are.';

async function listed(query: Record<string, string> = {}): Promise<Page> {
  const answer = await call(contract.listCourses, { query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Page>();
}
const titlesOf = ({ items }: Page) => items.map((course) => course.title);

let instructorId = 0;
let turns: Awaited<ReturnType<typeof createCourse>>;
let tap: typeof turns;
let draft: typeof turns;
let archived: typeof turns;

beforeAll(async () => {
  await emptyCatalogue(ctx);
  instructorId = await idOf(ctx, 'instructor');
  tap = await createCourse(ctx.db, {
    title: 'Rhythm tap certification',
    shortName: 'RTC',
    kind: 'certification',
    danceStyle: 'Tap',
    level: 'Advanced',
    ageGroups: ['All Ages'],
    priceCents: 0,
    isFeatured: true,
    creditHours: 12.5,
    validMonths: 24,
  });
  turns = await createCourse(ctx.db, {
    instructorId,
    title: 'Teaching turns safely',
    tagline: 'Pirouettes without tears',
    outcomes: ['Spot a weak relevé'],
    requirements: ['A mirror'],
    modules: [
      {
        title: 'Before the turn',
        lessons: [
          { title: 'Feet first', minutes: 12, isPreview: true, body: FREE_TEXT, kind: 'reading' },
          { title: 'The heel', minutes: 30, body: PAID_TEXT },
        ],
      },
      {
        title: 'The turn',
        lessons: [{ minutes: 80 }],
        quizzes: [{ title: 'What goes wrong', questionCount: 8 }],
      },
    ],
  });
  draft = await createCourse(ctx.db, { instructorId, title: 'Unfinished waltz', state: 'draft' });
  archived = await createCourse(ctx.db, { title: 'Retired quickstep', state: 'archived', isFeatured: true });
  await ctx.db.insert(coursePrerequisites).values([
    { courseId: turns.id, requiresId: tap.id },
    { courseId: turns.id, requiresId: draft.id },
    { courseId: turns.id, requiresId: archived.id },
  ]);
  for (const stars of [5, 5, 3]) await createReview(ctx.db, { itemType: 'course', itemId: turns.id, stars });
});

describe('one course', () => {
  it('has its outline in order, minutes per module, and its instructor', async () => {
    const answer = await call(contract.getCourse, { params: { id: turns.id } });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<CourseDetail>()).toMatchObject({
      id: turns.id,
      kind: 'course',
      title: 'Teaching turns safely',
      shortName: turns.shortName,
      price: '49.00',
      imageUrl: `/uploads/courses/${turns.id}.webp?t=${turns.updatedAt.getTime()}`,
      thumbnailUrl: `/images/thumbnails/course-${turns.id}.webp?t=${turns.updatedAt.getTime()}`,
      rating: 4.33,
      reviewCount: 3,
      histogram: [0, 0, 1, 0, 2],
      minutes: 122,
      lessonCount: 3,
      state: 'published',
      outcomes: ['Spot a weak relevé'],
      requirements: ['A mirror'],
      // The draft among them is not named.
      prerequisites: [
        { id: archived.id, title: 'Retired quickstep', isListed: false, kind: 'course', price: '49.00' },
        { id: tap.id, title: 'Rhythm tap certification', isListed: true },
      ],
      instructor: { id: instructorId, name: 'Inés Valdivia', courseCount: 1 },
      modules: [
        {
          title: 'Before the turn',
          minutes: 42,
          lessons: [
            { title: 'Feet first', isPreview: true, kind: 'reading', minutes: 12 },
            { title: 'The heel', isPreview: false },
          ],
          quizzes: [],
        },
        { title: 'The turn', minutes: 80, quizzes: [{ title: 'What goes wrong', questionCount: 8 }] },
      ],
    });
  });

  it('never contains lesson text, for any viewer', async () => {
    const buyer = await idOf(ctx, 'member');
    await createEntitlement(ctx.db, { userId: buyer, itemType: 'course', itemId: turns.id });
    for (const who of [null, 'member', 'admin', 'instructor'] as const) {
      const { body } = await call(contract.getCourse, { params: { id: turns.id } }, who);
      expect(body).not.toContain(FREE_TEXT);
      expect(body).not.toContain('supporting heel');
    }
    const list = await call(contract.listCourses, { query: { q: 'turns' } });
    expect(list.body).not.toContain('supporting heel');
    expect((await call(contract.listCourses, { query: { q: 'supporting heel' } })).json<Page>().total).toBe(
      0,
    );
  });

  it('takes one query, however long the outline', async () => {
    const ask = (id: number) => () => app.inject({ url: `/api/courses/${id}` });
    await ask(turns.id)();
    expect(await countQueries(ctx, ask(turns.id))).toBe(1);
    expect(await countQueries(ctx, ask(tap.id))).toBe(1);
  });

  it('shows a draft only to its instructor and admins', async () => {
    const status = async (id: number, who: Parameters<typeof call>[2]) =>
      (await call(contract.getCourse, { params: { id } }, who)).statusCode;
    expect(await status(draft.id, 'instructor')).toBe(200);
    expect(await status(draft.id, 'admin')).toBe(200);
    for (const who of [null, 'member', 'seller', 'multi'] as const)
      expect(await status(draft.id, who)).toBe(404);
    expect(await status(archived.id, 'instructor')).toBe(404);
    expect(await status(archived.id, null)).toBe(404);
  });

  it('stays visible to users with access, until it ends', async () => {
    const userId = await idOf(ctx, 'seller');
    const endsAt = new Date(ctx.clock.now().getTime() + 60_000);
    const status = async () =>
      (await call(contract.getCourse, { params: { id: archived.id } }, 'seller')).statusCode;
    await createEntitlement(ctx.db, { userId, itemType: 'course', itemId: archived.id, endsAt });
    expect(await status()).toBe(200);
    ctx.clock.advance(61_000);
    expect(await status()).toBe(404);
  });

  it('rejects invalid ids and reports unknown ones', async () => {
    expect((await call(contract.getCourse, { params: { id: 'x' } })).statusCode).toBe(400);
    expect((await call(contract.getCourse, { params: { id: 999_999 } })).statusCode).toBe(404);
  });
});

describe('the list of courses', () => {
  it('has certifications first, and neither drafts nor archived courses', async () => {
    const page = await listed();
    expect(titlesOf(page)).toEqual(['Rhythm tap certification', 'Teaching turns safely']);
    expect(page).toMatchObject({ total: 2, page: 1, pageSize: 24, correctedQuery: null });
    // Best rated, yet behind the certification.
    expect(titlesOf(await listed({ sort: 'rating' }))[0]).toBe('Rhythm tap certification');
    expect(titlesOf(await listed({ sort: 'price-high' }))[0]).toBe('Teaching turns safely');
    expect(titlesOf(await listed({ sort: 'shortest' }))[0]).toBe('Rhythm tap certification');
    expect((await listed({ page: '2' })).items).toEqual([]);
    expect((await listed({ page: '2' })).total).toBe(2);
  });

  it.each([
    ['turn', ['Teaching turns safely']],
    ['pirouettes', ['Teaching turns safely']],
    ['valdivia', ['Teaching turns safely']],
    ['RTC', ['Rhythm tap certification']],
    ['tap rhythm', ['Rhythm tap certification']],
    ['waltz', []],
    ['quickstep', []],
  ])('finds %j', async (q, expected) => {
    expect(titlesOf(await listed({ q }))).toEqual(expected);
  });

  it('searches for a correction if nothing matches the input', async () => {
    const page = await listed({ q: 'rythm tapp' });
    expect(page.correctedQuery).toBe('rhythm tap');
    expect(titlesOf(page)).toEqual(['Rhythm tap certification']);
    const facets = await call(contract.getCourseFacets, { query: { q: 'rythm tapp' } });
    expect(facets.json<CourseFacets>().total).toBe(1);
    // The words are right; a filter that leaves no match for them is not a typo.
    expect(await listed({ q: 'rhythm', style: 'Ballet' })).toMatchObject({ total: 0, correctedQuery: null });
  });

  it.each([
    '"',
    `'`,
    '\\',
    '%',
    '_',
    '%_\\',
    '()',
    '!',
    '&|!<->',
    ':*',
    'a:b',
    '<script>',
    '💃🕺',
    '\uD800',
    '- - -',
    '"open',
    'or',
    'and not',
    '   ',
    '\n\t',
    'ı̇'.repeat(300),
    'x'.repeat(10_000),
    'tap '.repeat(2500),
    '-tap',
    'тап',
    '舞',
    `'; drop table courses; --`,
  ])('accepts %j as a search', async (q) => {
    expect((await call(contract.listCourses, { query: { q } })).statusCode).toBe(200);
    expect((await call(contract.getCourseFacets, { query: { q } })).statusCode).toBe(200);
  });

  it('takes a fixed number of queries', async () => {
    const ask = (query: Record<string, string>) => () =>
      app.inject({ url: contract.listCourses.path, query });
    expect(await countQueries(ctx, ask({}))).toBe(2);
    expect(await countQueries(ctx, ask({ q: 'tap' }))).toBe(2);
    expect(await countQueries(ctx, ask({ q: 'tapp' }))).toBe(4);
    expect(await countQueries(ctx, ask({ q: 'beginner tap for teens' }))).toBe(3);
    expect(await countQueries(ctx, () => app.inject({ url: contract.getCourseFacets.path }))).toBe(1);
  });

  it('rejects unknown filters', async () => {
    // Styles come and go: an old link finds nothing.
    expect((await call(contract.listCourses, { query: { style: 'Walking' } })).json()).toMatchObject({
      total: 0,
    });
    expect((await call(contract.listCourses, { query: { style: 'x'.repeat(41) } })).statusCode).toBe(400);
    expect((await call(contract.listCourses, { query: { sort: 'loudest' } })).statusCode).toBe(400);
    expect((await call(contract.getCourseFacets, { query: { length: 'endless' } })).statusCode).toBe(400);
  });

  it('features published featured courses', async () => {
    const answer = await call(contract.listFeaturedCourses);
    expect(answer.json<CourseCard[]>().map((course) => course.id)).toEqual([tap.id]);
  });
});

describe('facet counts', () => {
  const facets = async (query: Record<string, string> = {}) =>
    (await call(contract.getCourseFacets, { query })).json<CourseFacets>();
  const countOf = (values: { value: string; count: number }[], value: string) =>
    values.find((one) => one.value === value)?.count;

  it('match what each option would show, under all other filters', async () => {
    const all = await facets();
    expect(all.total).toBe(2);
    expect(countOf(all.style, 'Tap')).toBe(1);
    expect(countOf(all.style, 'Ballet')).toBe(0);
    expect(countOf(all.kind, 'certification')).toBe(1);
    expect(countOf(all.price, 'free')).toBe(1);
    expect(countOf(all.price, 'over-40')).toBe(1);
    expect(countOf(all.length, '2-6')).toBe(1);
    // What is for all ages is for teens too.
    expect(countOf(all.ageGroup, 'Teen (13-17)')).toBe(2);
    expect(countOf(all.ageGroup, 'All Ages')).toBe(1);
    const tapOnly = await facets({ style: 'Tap' });
    expect(tapOnly.total).toBe(1);
    expect(countOf(tapOnly.style, 'Jazz')).toBe(1);
    expect(countOf(tapOnly.level, 'Intermediate')).toBe(0);
    expect(countOf(tapOnly.level, 'Advanced')).toBe(1);
  });

  it('agree with the list for every single option', async () => {
    const all = await facets();
    for (const facet of ['kind', 'style', 'ageGroup', 'level', 'category', 'price', 'length'] as const) {
      for (const { value, count } of all[facet]) {
        expect((await listed({ [facet]: value })).total, `${facet} ${value}`).toBe(count);
      }
    }
  });

  it('include subcategories', async () => {
    const { rows } = await ctx.pool.query<{ id: number }>(`
      with top as (insert into categories (kind, name, slug) values ('course', 'Safe practice', 'test-top') returning id)
      select id from top`);
    const top = rows[0]?.id ?? 0;
    const below = await ctx.pool.query<{ id: number }>(
      `insert into categories (kind, parent_id, name, slug) values ('course', $1, 'Turns', 'test-below') returning id`,
      [top],
    );
    await ctx.pool.query('update courses set category_id = $1 where id = $2', [below.rows[0]?.id, turns.id]);
    const { category } = await facets();
    expect(countOf(category, String(top))).toBe(1);
    expect(countOf(category, String(below.rows[0]?.id))).toBe(1);
    expect(titlesOf(await listed({ category: String(top) }))).toEqual(['Teaching turns safely']);
    expect(countOf((await facets({ style: 'Tap' })).category, String(top))).toBe(0);
  });
});

it('finds courses for mixed levels under every level', async () => {
  await createCourse(ctx.db, { title: 'Folk for all', danceStyle: 'Folk', level: 'Mixed Levels' });
  for (const level of ['Beginner', 'Professional', 'Mixed Levels']) {
    expect(titlesOf(await listed({ style: 'Folk', level })), level).toEqual(['Folk for all']);
    const answer = await call(contract.getCourseFacets, { query: { style: 'Folk' } });
    const counted = answer.json<CourseFacets>().level.find(({ value }) => value === level);
    expect(counted?.count, level).toBe(1);
  }
  expect((await listed({ style: 'Tap', level: 'Mixed Levels' })).total).toBe(0);
  expect(titlesOf(await listed({ q: 'folk dancing for beginners' }))).toEqual(['Folk for all']);
});

it('a course taken off sale disappears from list and counts', async () => {
  const { id } = await createCourse(ctx.db, { title: 'Short-lived samba', danceStyle: 'Latin' });
  expect((await listed({ q: 'samba' })).total).toBe(1);
  await ctx.pool.query(`update courses set state = 'draft' where id = $1`, [id]);
  expect((await listed({ style: 'Latin' })).total).toBe(0);
});
