// Courses: one with its outline, the list with search and facets, featured ones.
import type { AppContext } from '#server/context.ts';
import { hasLiveEntitlement } from '#server/features/entitlement/entitlement.service.ts';
import { getMyItem, isStaffOf, noSuchItem } from '#server/features/entitlement/item-access.service.ts';
import { openStyleCache } from '#server/features/style/style.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { CATALOGUE_PAGE_SIZE, PRICE_BANDS } from '#shared/features/catalogue/catalogue.rules.ts';
import { COURSE_KIND_LABELS, COURSE_KINDS, LENGTH_BANDS } from '#shared/features/course/course.rules.ts';
import type {
  CourseCard,
  CourseDetail,
  CourseFacets,
  CourseFilters,
  CourseListQuery,
} from '#shared/features/course/course.schema.ts';
import { courseImageUrls } from '#shared/features/cover/cover.rules.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { AGE_GROUPS, LEVELS } from '#shared/vocabulary.ts';
import {
  countCourseFacets,
  countCourses,
  type CourseFacet,
  listCourseRows,
  nearestSearchTerms,
} from './course-list.queries.ts';
import {
  type CourseCardRow,
  type CourseDetailRow,
  findCourseDetail,
  findMergedCategories,
  listFeaturedCourseRows,
  listListedCourses,
  listListedCoursesByIds,
} from './course.queries.ts';

const FEATURED_SHOWN = 6;

/** Published courses are public. Others are visible to the instructor, admins and users who have them. */
async function canSee(ctx: AppContext, viewer: Viewer | null, course: CourseDetailRow): Promise<boolean> {
  if (course.isListed) return true;
  if (!viewer) return false;
  if (viewer.id === course.instructorId || isStaffOf(viewer, 'course')) return true;
  const now = ctx.clock.now();
  return hasLiveEntitlement(ctx.db, { userId: viewer.id, itemType: 'course', itemId: course.id, now });
}

export async function getCourse(ctx: AppContext, viewer: Viewer | null, id: number): Promise<CourseDetail> {
  const row = await findCourseDetail(ctx.db, { id });
  if (!row || !(await canSee(ctx, viewer, row))) throw noSuchItem('course');
  const { firstName, lastName, bio, profileImageUrl, courseCount } = row;
  const card = toCourseCard(row);
  return {
    ...card,
    state: row.state,
    outcomes: row.outcomes,
    requirements: row.requirements,
    prerequisites: row.prerequisites,
    weeks: row.weeks,
    hoursPerWeek: row.hoursPerWeek,
    updatedAt: row.updatedAt.toISOString(),
    instructor: { ...card.instructor, bio, firstName, lastName, profileImageUrl, courseCount },
    modules: row.modules,
    histogram: row.histogram,
    isInLibrary: row.isInLibrary,
  };
}

export async function listFeaturedCourses(ctx: AppContext): Promise<CourseCard[]> {
  return (await listFeaturedCourseRows(ctx.db, { limit: FEATURED_SHOWN })).map(toCourseCard);
}

/** In the given order without duplicates; skips courses that aren't listed. */
export async function listCourseCards(ctx: AppContext, ids: number[]): Promise<CourseCard[]> {
  if (ids.length === 0) return [];
  const rows = await listListedCoursesByIds(ctx.db, { ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = byId.get(id);
    return row ? [toCourseCard(row)] : [];
  });
}

/** For the sitemap. */
export function listCoursesOnOffer(ctx: AppContext): Promise<{ id: number; updatedAt: Date }[]> {
  return listListedCourses(ctx.db);
}

const PAGE_SIZE = CATALOGUE_PAGE_SIZE;
/** More words than this are pasted text, not a misspelled search. */
const WORDS_CORRECTED = 12;

export async function listCourses(ctx: AppContext, { page, sort, ...asked }: CourseListQuery) {
  const correctedQuery = await correct(ctx, asked.q);
  const merges = await findMergedCategories(ctx.db, { ids: asked.category ?? [] });
  const filter = meant(asked, { correctedQuery, merges });
  const [total, rows] = await Promise.all([
    countCourses(ctx.db, filter),
    listCourseRows(ctx.db, filter, { sort, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  return { items: rows.map(toCourseCard), total, page, pageSize: PAGE_SIZE, correctedQuery };
}

type Reading = { correctedQuery: string | null; merges: ReadonlyMap<number, number> };

/** The filters with merged categories and the corrected query applied. */
function meant(asked: CourseFilters, { correctedQuery, merges }: Reading): CourseFilters {
  const category = asked.category?.map((id) => merges.get(id) ?? id);
  return { ...asked, category, q: correctedQuery ?? asked.q };
}

/** Null if the query has results, or if no correction does. */
async function correct(ctx: AppContext, q: string | undefined): Promise<string | null> {
  if (!q || (await countCourses(ctx.db, { q })) > 0) return null;
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || words.length > WORDS_CORRECTED) return null;
  const corrected = (await nearestSearchTerms(ctx.db, { words })).join(' ');
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

/** All choices in order, including those without results. */
export async function getCourseFacets(ctx: AppContext, asked: CourseFilters): Promise<CourseFacets> {
  const { styles } = await openStyleCache(ctx);
  const correctedQuery = await correct(ctx, asked.q);
  const merges = await findMergedCategories(ctx.db, { ids: asked.category ?? [] });
  const rows = await countCourseFacets(ctx.db, meant(asked, { correctedQuery, merges }));
  const counts = new Map(rows.map(({ facet, value, count }) => [`${facet} ${value}`, count]));
  const countOf = (facet: CourseFacet, value: string) => counts.get(`${facet} ${value}`) ?? 0;
  const counted = (facet: keyof typeof CHOICES) =>
    CHOICES[facet].map((choice) => ({ ...choice, count: countOf(facet, choice.value) }));
  return {
    total: counts.get('total ') ?? 0,
    kind: counted('kind'),
    // A retired style stays a choice while a course uses it.
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

export function toCourseCard(row: CourseCardRow): CourseCard {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    shortName: row.shortName,
    tagline: row.tagline,
    description: row.description,
    price: centsToDecimal(row.priceCents),
    ...courseImageUrls(row),
    danceStyle: row.danceStyle,
    ageGroups: row.ageGroups,
    level: row.level,
    category: row.categoryId === null ? null : { id: row.categoryId, name: row.categoryName ?? '' },
    instructor: { id: row.instructorId, name: fullNameOf(row) },
    rating: row.rating,
    reviewCount: row.ratingCount,
    minutes: row.minutes,
    lessonCount: row.lessonCount,
    creditHours: row.creditHours,
    validMonths: row.validMonths,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The viewer's relationship to a course: own, owned, saved, reviewed. */
export function getCourseAccess(ctx: AppContext, viewer: Viewer, id: number) {
  return getMyItem(ctx, viewer, { itemType: 'course', itemId: id });
}

export { countCourseSalesSql, moveCoursesToCategory } from './course.queries.ts';
