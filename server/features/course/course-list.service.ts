// The list of courses and certifications: search that forgives typing errors, filters, and their counts.
import type { AppContext } from '#server/context.ts';
import { findMerges } from '#server/features/category/category.service.ts';
import { openStyleBook } from '#server/features/style/style.service.ts';
import { COURSE_KIND_LABELS, COURSE_KINDS, LENGTH_BANDS } from '#shared/features/course/course.rules.ts';
import type { CourseFacets, CourseFilters, CourseListQuery } from '#shared/features/course/course.schema.ts';
import { CATALOGUE_PAGE_SIZE, PRICE_BANDS } from '#shared/features/resource/resource.rules.ts';
import { AGE_GROUPS, LEVELS } from '#shared/vocabulary.ts';
import { toCourseCard } from './course-card.ts';
import {
  countCourseFacets,
  countCourses,
  listCourseRows,
  nearestCourseWords,
  type CourseFacet,
} from './course-list.queries.ts';

const PAGE_SIZE = CATALOGUE_PAGE_SIZE;
/** More words than this are a pasted text, not a search with a typing error. */
const WORDS_CORRECTED = 12;

export async function listCoursePage(ctx: AppContext, { page, sort, ...asked }: CourseListQuery) {
  const correctedQuery = await correct(ctx, asked.q);
  const merges = await findMerges(ctx, asked.category ?? []);
  const filter = meant(asked, { correctedQuery, merges });
  const [total, rows] = await Promise.all([
    countCourses(ctx.db, filter),
    listCourseRows(ctx.db, filter, { sort, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  return { items: rows.map(toCourseCard), total, page, pageSize: PAGE_SIZE, correctedQuery };
}

type Reading = { correctedQuery: string | null; merges: ReadonlyMap<number, number> };

/** What was asked for, as it is called now. */
function meant(asked: CourseFilters, { correctedQuery, merges }: Reading): CourseFilters {
  const category = asked.category?.map((id) => merges.get(id) ?? id);
  return { ...asked, category, q: correctedQuery ?? asked.q };
}

/** Null where the words as typed find something, or where nothing near them is known either. */
async function correct(ctx: AppContext, q: string | undefined): Promise<string | null> {
  if (!q || (await countCourses(ctx.db, { q })) > 0) return null;
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || words.length > WORDS_CORRECTED) return null;
  const corrected = (await nearestCourseWords(ctx.db, { words })).join(' ');
  if (corrected.toLowerCase() === words.join(' ').toLowerCase()) return null;
  return (await countCourses(ctx.db, { q: corrected })) > 0 ? corrected : null;
}

const named = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));
const banded = (bands: Record<string, { label: string }>) =>
  Object.entries(bands).map(([value, { label }]) => ({ value, label }));

const CHOICES: Record<Exclude<CourseFacet, 'category' | 'style'>, { value: string; label: string }[]> = {
  kind: COURSE_KINDS.map((kind) => ({ value: kind, label: COURSE_KIND_LABELS[kind] })),
  ageGroup: named(AGE_GROUPS),
  level: named(LEVELS),
  price: banded(PRICE_BANDS),
  length: banded(LENGTH_BANDS),
};

/** Every choice in its order, also those that would show nothing. */
export async function getFacetsOfCourses(ctx: AppContext, asked: CourseFilters): Promise<CourseFacets> {
  const { styles } = await openStyleBook(ctx);
  const correctedQuery = await correct(ctx, asked.q);
  const merges = await findMerges(ctx, asked.category ?? []);
  const rows = await countCourseFacets(ctx.db, meant(asked, { correctedQuery, merges }));
  const counts = new Map(rows.map(({ facet, value, count }) => [`${facet} ${value}`, count]));
  const countOf = (facet: CourseFacet, value: string) => counts.get(`${facet} ${value}`) ?? 0;
  const counted = (facet: keyof typeof CHOICES) =>
    CHOICES[facet].map((choice) => ({ ...choice, count: countOf(facet, choice.value) }));
  return {
    total: counts.get('total ') ?? 0,
    kind: counted('kind'),
    // A retired style is a choice where something still has it.
    style: styles
      .filter(({ name, isRetired }) => !isRetired || countOf('style', name) > 0)
      .map(({ name }) => ({ value: name, label: name, count: countOf('style', name) })),
    ageGroup: counted('ageGroup'),
    level: counted('level'),
    category: rows
      .filter(({ facet }) => facet === 'category')
      .map(({ value, label, count }) => ({ value, label: label ?? '', count })),
    mergedCategories: Object.fromEntries([...merges].map(([from, into]) => [from, String(into)])),
    price: counted('price'),
    length: counted('length'),
  };
}
