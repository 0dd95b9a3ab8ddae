// Courses: one with its outline, the list with search and facets, featured ones.
import type { AppContext } from '#server/context.ts';
import { hasLiveEntitlement } from '#server/features/entitlement/entitlement.service.ts';
import {
  getItemAccess,
  getMyItem,
  isStaffOf,
  noSuchItem,
} from '#server/features/entitlement/item-access.service.ts';
import { openStyleCache } from '#server/features/style/style.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { CATALOGUE_PAGE_SIZE, PRICE_BANDS } from '#shared/features/catalogue/catalogue.rules.ts';
import { COURSE_KIND_LABELS, LENGTH_BANDS } from '#shared/features/course/course.rules.ts';
import type {
  CourseCard,
  CourseDetail,
  CourseFacets,
  CourseFilters,
  CourseListQuery,
  Prerequisite,
} from '#shared/features/course/course.schema.ts';
import {
  correctionOf,
  firstWithResults,
  readingsOf,
} from '#shared/features/catalogue/search-readings.rules.ts';
import { COURSE_SEARCH, readSearch } from '#shared/features/catalogue/search-words.rules.ts';
import { courseImageUrls } from '#shared/features/cover/cover.rules.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { AGE_GROUPS, COURSE_KINDS, LEVELS } from '#shared/vocabulary.ts';
import {
  countCourseFacets,
  countCourses,
  type CourseFacet,
  listCourseRows,
  listCourseSuggestions,
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
import { listNeededPrerequisites, toPrerequisite } from './prerequisite.queries.ts';

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
    prerequisites: row.prerequisites.map(({ priceCents, ...required }) => ({
      ...required,
      price: centsToDecimal(priceCents),
    })),
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
  const merges = await findMergedCategories(ctx.db, { ids: asked.category ?? [] });
  const { filter, total, correctedQuery, understood } = await understand(ctx, withMerged(asked, merges));
  const rows =
    total === 0
      ? []
      : await listCourseRows(ctx.db, filter, { sort, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  return { items: rows.map(toCourseCard), total, page, pageSize: PAGE_SIZE, correctedQuery, understood };
}

/** A merged category counts as the one it was merged into. */
function withMerged(asked: CourseFilters, merges: ReadonlyMap<number, number>): CourseFilters {
  return { ...asked, category: asked.category?.map((id) => merges.get(id) ?? id) };
}

type Meant = { filter: CourseFilters; total: number; correctedWords: string | null };

/** What the search means: the filters its words name and the words left, corrected where no course has them. */
async function understand(ctx: AppContext, asked: CourseFilters) {
  const { names: styles } = await openStyleCache(ctx);
  const { answer, reading } = await firstWithResults(
    readingsOf(asked, { styles, scope: COURSE_SEARCH }),
    (read) => countOrCorrect(ctx, { ...asked, ...read }),
    ({ total }) => total,
  );
  const { filter, total, correctedWords } = answer;
  return {
    filter,
    total,
    correctedQuery: correctionOf(reading, correctedWords),
    understood: reading.understood,
  };
}

async function countOrCorrect(ctx: AppContext, filter: CourseFilters): Promise<Meant> {
  const total = await countCourses(ctx.db, filter);
  const asIs = { filter, total, correctedWords: null };
  if (total > 0 || !filter.q) return asIs;
  const correctedWords = await correct(ctx, filter.q);
  if (correctedWords === null) return asIs;
  const hasFilters = Object.entries(filter).some(([name, value]) => name !== 'q' && value !== undefined);
  // Words that some course has are no typo, even if the filters leave none.
  if (hasFilters && (await countCourses(ctx.db, { q: filter.q })) > 0) return asIs;
  const corrected = { ...filter, q: correctedWords };
  const found = await countCourses(ctx.db, corrected);
  const isOfUse = found > 0 || (hasFilters && (await countCourses(ctx.db, { q: correctedWords })) > 0);
  return isOfUse ? { filter: corrected, total: found, correctedWords } : asIs;
}

/** The most similar words in use; null if it uses those already. */
async function correct(ctx: AppContext, q: string): Promise<string | null> {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || words.length > WORDS_CORRECTED) return null;
  const corrected = (await nearestSearchTerms(ctx.db, { words })).join(' ');
  return corrected.toLowerCase() === words.join(' ').toLowerCase() ? null : corrected;
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
  const merges = await findMergedCategories(ctx.db, { ids: asked.category ?? [] });
  const current = withMerged(asked, merges);
  // Without a search there is nothing to understand.
  const { filter } = asked.q ? await understand(ctx, current) : { filter: current };
  const rows = await countCourseFacets(ctx.db, filter);
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

/** What the viewer would have to finish before its lessons open, and what that builds on in turn. */
export async function listPrerequisites(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<Prerequisite[]> {
  const { isMine } = await getItemAccess(ctx, viewer, { itemType: 'course', itemId: id });
  if (isMine) return [];
  const needed = await listNeededPrerequisites(ctx.db, {
    courseId: id,
    userId: viewer.id,
    now: ctx.clock.now(),
  });
  return needed.map(toPrerequisite);
}

/** The viewer's relationship to a course: own, owned, saved, reviewed. */
export function getCourseAccess(ctx: AppContext, viewer: Viewer, id: number) {
  return getMyItem(ctx, viewer, { itemType: 'course', itemId: id });
}

type TypedSoFar = {
  /** All of it, in lower case without accents. */
  start: string;
  /** For to_tsquery: what its words name no filter with. */
  wordsOf: (left: string) => string;
};

/** For someone who is typing `q`, in one query. */
export async function suggestCourses(
  ctx: AppContext,
  q: string,
  { start, wordsOf }: TypedSoFar,
  limit: number,
) {
  const { names: styles } = await openStyleCache(ctx);
  const { filters, rest } = readSearch(q, { styles, scope: COURSE_SEARCH });
  return listCourseSuggestions(ctx.db, filters, { start, words: wordsOf(rest), limit });
}

export { countCourseSalesSql, moveCoursesToCategory } from './course.queries.ts';
