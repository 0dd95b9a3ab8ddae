// The public directory of instructors and their pages.
import type { AppContext } from '#server/context.ts';
import { listLiveBadges, listLiveBadgesOf } from '#server/features/certificate/live-badge.service.ts';
import { listResourcesByIds } from '#server/features/resource/resource.service.ts';
import { openStyleCache } from '#server/features/style/style.service.ts';
import { findZip } from '#server/integrations/zip-codes.ts';
import {
  correctionOf,
  firstWithResults,
  readingsOf,
} from '#shared/features/catalogue/search-readings.rules.ts';
import {
  INSTRUCTOR_SEARCH,
  readSearch,
  type SearchFilters,
} from '#shared/features/catalogue/search-words.rules.ts';
import { AppError } from '#shared/errors.ts';
import {
  CARD_STARTS,
  DIRECTORY_PAGE_SIZE,
  HALF_HOUR_BANDS,
  type HalfHourBand,
  type InstructorSort,
  PLACE_LABELS,
  WEEK_DAYS,
} from '#shared/features/connect/connect.rules.ts';
import type {
  InstructorCard,
  InstructorDetail,
  InstructorFacets,
  InstructorFilters,
} from '#shared/features/connect/connect.schema.ts';
import type { LiveBadge } from '#shared/features/certificate/certificate.schema.ts';
import { languageName } from '#shared/features/instructor/instructor.rules.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf, shortNameOf } from '#shared/names.ts';
import { AGE_GROUPS, LEVELS } from '#shared/vocabulary.ts';
import { countInstructorFacets, type FacetRow } from './connect-facets.queries.ts';
import type { InstructorFacet } from './connect-filters.queries.ts';
import {
  countCompletedSessions,
  countInstructors,
  findInstructorCard,
  findStore,
  type InstructorCardRow,
  listLatestReviews,
  listInstructorRows,
  listInstructorSuggestions,
  listListedInstructorIds,
  listOfferedSessions,
  listTaughtCourses,
} from './connect.queries.ts';

const DAY_MS = 86_400_000;
const SHOWN_REVIEWS = 10;
const SHOWN_RESOURCES = 4;

async function toDirectoryFilters(ctx: AppContext, filters: InstructorFilters) {
  const now = ctx.clock.now();
  const weekEnd = new Date(now.getTime() + WEEK_DAYS * DAY_MS);
  return { ...filters, now, weekEnd, center: filters.near ? await findZip(filters.near) : null };
}

export async function listInstructors(
  ctx: AppContext,
  { page, sort, ...filters }: InstructorFilters & { page: number; sort: InstructorSort },
) {
  const shown = { sort, limit: DIRECTORY_PAGE_SIZE, offset: (page - 1) * DIRECTORY_PAGE_SIZE };
  const asked = await toDirectoryFilters(ctx, filters);
  const { answer, reading } = await firstWithResults(
    await readingsFor(ctx, filters),
    async (read, { isEveryWordNeeded }) => {
      const filter = { ...asked, ...meantBy(read), isEveryWordNeeded };
      const [total, rows] = await Promise.all([
        countInstructors(ctx.db, filter),
        listInstructorRows(ctx.db, filter, shown),
      ]);
      return { total, rows };
    },
    ({ total }) => total,
  );
  const { total, rows } = answer;
  const badges = await listLiveBadges(
    ctx,
    rows.map(({ id }) => id),
  );
  const items = rows.map(({ miles, ...row }) => ({
    ...toCard(row, asked.now, subjectsOf(badges.get(row.id))),
    miles: miles === null ? null : Math.round(miles),
  }));
  const correctedQuery = correctionOf(reading, null);
  const { understood } = reading;
  return { items, total, page, pageSize: DIRECTORY_PAGE_SIZE, correctedQuery, understood };
}

type TypedSoFar = {
  /** All of it, in lower case without accents. */
  start: string;
  /** For to_tsquery: what its words name no filter with. */
  wordsOf: (left: string) => string;
};

/** For someone who is typing `q`, in one query. */
export async function suggestInstructors(
  ctx: AppContext,
  q: string,
  { start, wordsOf }: TypedSoFar,
  limit: number,
) {
  const { names: styles } = await openStyleCache(ctx);
  const { filters, rest } = readSearch(q, { styles, scope: INSTRUCTOR_SEARCH });
  const words = wordsOf(rest);
  if (words === '' && Object.keys(filters).length === 0) return [];
  const filter = await toDirectoryFilters(ctx, meantBy(filters));
  const rows = await listInstructorSuggestions(ctx.db, filter, { start, words, limit });
  return rows.map((row) => ({ id: row.id, name: fullNameOf(row) }));
}

/** The directory has price bands of its own, which no word names. */
const meantBy = <Read extends SearchFilters>({ price: _price, ...read }: Read) => read;

async function readingsFor(ctx: AppContext, filters: InstructorFilters) {
  const { names: styles } = await openStyleCache(ctx);
  return readingsOf(filters, { styles, scope: INSTRUCTOR_SEARCH });
}

/** “Hip Hop Teaching Certification” is a certificate in hip hop. */
const subjectsOf = (badges: readonly LiveBadge[] = []) => [
  ...new Set(badges.map(({ courseTitle }) => courseTitle.replace(/( teaching)? certification$/i, ''))),
];

/** Openings are computed by a job: times that have passed since are left out. */
function toCard(
  row: Omit<InstructorCardRow, 'miles'>,
  now: Date,
  certifiedIn: string[],
): Omit<InstructorCard, 'miles'> {
  const { id, profileImageUrl, headline, styles, languages, city, places, rating, reviewCount } = row;
  const { priceCents, durationMinutes, kind } = row;
  const price =
    priceCents === null || durationMinutes === null || kind === null
      ? null
      : { amount: centsToDecimal(priceCents), durationMinutes, kind };
  return {
    id,
    name: fullNameOf(row),
    profileImageUrl,
    headline,
    styles,
    languages,
    city,
    places,
    rating,
    reviewCount,
    price,
    nextStarts: (row.nextStarts ?? [])
      .filter((start) => start > now)
      .slice(0, CARD_STARTS)
      .map((start) => start.toISOString()),
    nextSessionTypeId: row.nextSessionTypeId,
    certifiedIn,
  };
}

const FACET_LABELS: Partial<Record<InstructorFacet, (value: string) => string>> = {
  language: languageName,
  place: (value) => PLACE_LABELS[value as keyof typeof PLACE_LABELS],
  price: (value) => HALF_HOUR_BANDS[value as HalfHourBand].label,
  rating: (value) => `${value} and up`,
  certified: () => 'Relevé certified',
  when: () => 'Free this week',
};

/** Fixed lists keep their order; others start with the largest. */
const FACET_ORDERS: Partial<Record<InstructorFacet, readonly string[]>> = {
  level: LEVELS,
  ageGroup: AGE_GROUPS,
  price: Object.keys(HALF_HOUR_BANDS),
  place: Object.keys(PLACE_LABELS),
};

export async function getInstructorFacets(
  ctx: AppContext,
  filters: InstructorFilters,
): Promise<InstructorFacets> {
  const asked = await toDirectoryFilters(ctx, filters);
  // Reads the search as the list does, so that both are about the same instructors.
  const { answer: rows } = await firstWithResults(
    await readingsFor(ctx, filters),
    (read, { isEveryWordNeeded }) =>
      countInstructorFacets(ctx.db, { ...asked, ...meantBy(read), isEveryWordNeeded }),
    totalIn,
  );
  const of = (facet: InstructorFacet) => {
    const order = FACET_ORDERS[facet];
    const options = rows
      .filter((row) => row.facet === facet)
      .map(({ value, count }) => ({ value, label: FACET_LABELS[facet]?.(value) ?? value, count }));
    return options.toSorted((a, b) =>
      order
        ? order.indexOf(a.value) - order.indexOf(b.value)
        : b.count - a.count || a.label.localeCompare(b.label),
    );
  };
  return {
    total: totalIn(rows),
    style: of('style'),
    level: of('level'),
    ageGroup: of('ageGroup'),
    language: of('language'),
    place: of('place'),
    city: of('city').slice(0, 50),
    price: of('price'),
    rating: of('rating'),
    certified: of('certified'),
    when: of('when'),
    nearLabel: asked.center ? `${asked.center.city}, ${asked.center.state}` : null,
  };
}

const totalIn = (rows: readonly FacetRow[]) => rows.find(({ facet }) => facet === 'total')?.count ?? 0;

export async function getInstructor(ctx: AppContext, id: number): Promise<InstructorDetail> {
  const now = ctx.clock.now();
  const row = await findInstructorCard(ctx.db, { id });
  if (!row) {
    throw new AppError('not_found', 'This instructor isn’t taking bookings, or doesn’t exist.');
  }
  const [types, certificates, reviews, completedCount, store, courses] = await Promise.all([
    listOfferedSessions(ctx.db, { instructorId: id }),
    listLiveBadgesOf(ctx, id),
    listLatestReviews(ctx.db, { instructorId: id, limit: SHOWN_REVIEWS }),
    countCompletedSessions(ctx.db, { instructorId: id }),
    findStore(ctx.db, { userId: id, limit: SHOWN_RESOURCES }),
    listTaughtCourses(ctx.db, { instructorId: id }),
  ]);
  const { about, helpsWith, videoUrl, levels, ageGroups, timeZone } = row;
  return {
    ...toCard(row, now, subjectsOf(certificates)),
    about,
    helpsWith,
    videoUrl,
    levels,
    ageGroups,
    timeZone,
    completedCount,
    sessionTypes: types.map(({ priceCents, ...type }) => ({ ...type, price: centsToDecimal(priceCents) })),
    certificates,
    reviews: reviews.map(({ author, createdAt, ...review }) => ({
      ...review,
      author: author ? shortNameOf(author) : 'A former member',
      createdAt: createdAt.toISOString(),
    })),
    seller: store && { id: store.id, name: store.name, itemCount: store.itemCount },
    resources: store ? await listResourcesByIds(ctx, store.resourceIds) : [],
    courses,
  };
}

export function listListedInstructors(ctx: AppContext, { limit }: { limit: number }): Promise<number[]> {
  return listListedInstructorIds(ctx.db, { limit });
}
