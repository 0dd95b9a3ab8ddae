// Lists of the catalogue: search, filters, sort order, pages.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { followMerges } from '#server/features/category/category.service.ts';
import { toResourceCard } from '#server/features/resource/resource.service.ts';
import { openStyleCache } from '#server/features/style/style.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { AppError } from '#shared/errors.ts';
import {
  CATALOGUE_PAGE_SIZE,
  PRICE_BANDS,
  type ResourceSort,
} from '#shared/features/catalogue/catalogue.rules.ts';
import type { ResourceListQuery } from '#shared/features/catalogue/catalogue.schema.ts';
import {
  correctionOf,
  firstWithResults,
  readingsOf,
} from '#shared/features/catalogue/search-readings.rules.ts';
import { RESOURCE_SEARCH } from '#shared/features/catalogue/search-words.rules.ts';
import { search } from './catalogue-search.service.ts';
import {
  type CatalogueRow,
  firstPosition,
  hasActiveSeller,
  listHits,
  listResourceCategories,
  LONGEST_WALK,
  type Position,
  listCounts,
  refreshTiers,
  walkCatalogue,
  walkHits,
} from './catalogue.queries.ts';
import {
  categoryIdsOf,
  type Choices,
  choicesOf,
  choiceTerms,
  counterKeys,
  masksOf,
  minutesTerms,
} from './facet-codes.ts';

/** Later pages are reached by cursor only, because a page number means reading everything before it. */
export const MOST_ITEMS_BY_NUMBER = 10_000;

/** If a walk should have met this many hits, a short page is the last one. */
const SURELY_MET = 100;

type Wanted = ResourceListQuery & { seller?: number | undefined };

type Place = { sort: ResourceSort; from: Position | null; offset: number };

type Answer = { rows: CatalogueRow[]; total: number; isTotalCapped: boolean; correctedQuery: string | null };

const NOTHING: Answer = { rows: [], total: 0, isTotalCapped: false, correctedQuery: null };

export async function listResources(ctx: AppContext, wanted: Wanted) {
  const { sort, page, after } = wanted;
  const place: Place = {
    sort,
    from: after === undefined ? null : parseCursor(sort, after),
    offset: after === undefined ? (page - 1) * CATALOGUE_PAGE_SIZE : 0,
  };
  const { names: styles } = await openStyleCache(ctx);
  const { answer, reading } = await firstWithResults(
    readingsOf(wanted, { styles, scope: RESOURCE_SEARCH }),
    (filters) => answerFor(ctx, { ...wanted, ...filters }, place),
    ({ total }) => total,
  );
  const rows = answer.rows.slice(0, CATALOGUE_PAGE_SIZE);
  const last = rows.at(-1);
  return {
    items: rows.map(toResourceCard),
    total: answer.total,
    isTotalCapped: answer.isTotalCapped,
    page,
    pageSize: CATALOGUE_PAGE_SIZE,
    nextCursor: last && answer.rows.length > rows.length ? formatCursor(sort, last) : null,
    correctedQuery: correctionOf(reading, answer.correctedQuery),
    understood: reading.understood,
  };
}

async function answerFor(ctx: AppContext, wanted: Wanted, place: Place): Promise<Answer> {
  const { q, seller, minutes } = wanted;
  const choices = await parseFacetChoices(ctx, wanted);
  const limits = [
    ...choiceTerms(choices),
    ...minutesTerms(minutes),
    ...(seller === undefined ? [] : [`'~s${seller}'`]),
  ];
  if (place.offset >= MOST_ITEMS_BY_NUMBER) return { ...NOTHING, ...(await totalOf(ctx, choices)) };
  if (q) return findWords(ctx, q, { limits, place });
  if (seller !== undefined || minutes !== undefined) return findHits(ctx, { limits, place });
  return browse(ctx, choices, { limits, place, wanted });
}

/** The chosen codes; a category includes its descendants. */
export async function parseFacetChoices(
  ctx: AppContext,
  wanted: Omit<Wanted, 'sort' | 'page' | 'after'>,
): Promise<Choices> {
  const { codes: styles } = await openStyleCache(ctx);
  if (!wanted.category?.length) return choicesOf(wanted, { categoryIds: [], styles });
  const known = await listResourceCategories(ctx.db);
  const isMissing = wanted.category.some((id) => !known.some((one) => one.id === id));
  const chosen = isMissing ? await followMerges(ctx, wanted.category) : wanted.category;
  return choicesOf(wanted, { categoryIds: withThoseBelow(known, chosen), styles });
}

function withThoseBelow(
  known: readonly { id: number; parentId: number | null }[],
  chosen: readonly number[],
): number[] {
  const ids = new Set(chosen);
  // A set can grow while it is iterated and visits each id once, so a cycle of categories ends.
  for (const id of ids) {
    for (const below of known) if (below.parentId === id) ids.add(below.id);
  }
  return [...ids];
}

async function browse(
  ctx: AppContext,
  choices: Choices,
  { limits, place, wanted }: { limits: string[]; place: Place; wanted: Wanted },
): Promise<Answer> {
  const { sort, from, offset } = place;
  const keys = counterKeys(choices);
  const rows = await walkCatalogue(ctx.db, sort, {
    from: from ?? firstPosition(sort, wanted.price && PRICE_BANDS[wanted.price]),
    masks: masksOf(choices),
    categoryIds: categoryIdsOf(choices),
    keys: keys ?? [],
    offset,
  });
  const isFull = rows.length > CATALOGUE_PAGE_SIZE;
  if (isFull && keys) return { ...NOTHING, rows, total: rows[0]?.total ?? 0 };
  if (isFull) return { ...NOTHING, rows, ...(await countAtLeast(ctx, limits)) };
  const counts = rows[0] ?? (await listCounts(ctx.db, { keys: keys ?? [] }));
  const expected = keys ? (counts.total / Math.max(counts.all, 1)) * LONGEST_WALK : 0;
  const isAllThereIs =
    counts.total === 0 || counts.all <= LONGEST_WALK || choices.size === 0 || expected > SURELY_MET;
  if (keys && isAllThereIs) return { ...NOTHING, rows, total: counts.total };
  return findHits(ctx, { limits, place });
}

/** Where counters can't give the total: counts the top tiers and reports whether there is more. */
async function countAtLeast(ctx: AppContext, limits: string[]) {
  const [row] = await listHits(ctx.db, 'newest', {
    tier: 1,
    words: null,
    choices: limits,
    from: null,
    offset: 0,
  });
  return { total: row?.total ?? 0, isTotalCapped: row?.hasMore ?? false };
}

async function totalOf(ctx: AppContext, choices: Choices) {
  const { total } = await listCounts(ctx.db, { keys: counterKeys(choices) ?? [0n] });
  return { total };
}

/** Everything that matches the choices, in any order. */
async function findHits(
  ctx: AppContext,
  { limits, place }: { limits: string[]; place: Place },
): Promise<Answer> {
  const hits = { tier: 2 as const, words: null, choices: limits };
  const rows = await listHits(ctx.db, place.sort, { ...hits, ...place });
  const [first] =
    rows.length > 0 ? rows : await listHits(ctx.db, place.sort, { ...hits, from: null, offset: 0 });
  return { ...NOTHING, rows, total: first?.total ?? 0 };
}

async function findWords(
  ctx: AppContext,
  typed: string,
  { limits, place }: { limits: string[]; place: Place },
): Promise<Answer> {
  const enough = CATALOGUE_PAGE_SIZE + 1;
  const outcome = await search(ctx, { typed, enough }, async (stage) => {
    const hits = { ...stage, choices: limits };
    const rows = await listHits(ctx.db, 'relevance', { ...hits, ...placeIn(place) });
    // A page past the last one has no row to carry the total.
    const isPast = rows.length === 0 && (place.from !== null || place.offset > 0);
    const [first] = isPast ? await listHits(ctx.db, 'relevance', { ...hits, from: null, offset: 0 }) : rows;
    return { rows, found: first?.total ?? 0, hasMore: first?.hasMore ?? true };
  });
  if (!outcome) return NOTHING;
  const { result, stage, correctedQuery } = outcome;
  const isTotalCapped = result.hasMore && stage.tier < 2;
  const counted = { total: result.found, isTotalCapped, correctedQuery };
  if (place.sort === 'relevance') return { rows: result.rows, ...counted };
  const hits = { ...stage, tier: 2 as const, choices: limits };
  const rows =
    stage.tier === 0 && isTotalCapped
      ? await walkHits(ctx.db, place.sort, {
          ...hits,
          ...place,
          from: place.from ?? firstPosition(place.sort),
        })
      : await listHits(ctx.db, place.sort, { ...hits, ...place });
  return { rows, ...counted };
}

/** For other sort orders, this query only provides the count. */
const placeIn = ({ sort, from, offset }: Place) =>
  sort === 'relevance' ? { from, offset } : { from: null, offset: 0 };

export async function listResourcesOfSeller(ctx: AppContext, seller: number, query: ResourceListQuery) {
  if (!(await hasActiveSeller(ctx.db, { sellerId: seller }))) {
    throw new AppError('not_found', 'This seller doesn’t exist or isn’t selling at the moment.');
  }
  return listResources(ctx, { ...query, seller });
}

export async function listResourcesOfCategory(ctx: AppContext, category: number, query: ResourceListQuery) {
  const known = await listResourceCategories(ctx.db);
  const [current] = await followMerges(ctx, [category]);
  if (!known.some(({ id }) => id === current)) {
    throw new AppError('not_found', 'This category doesn’t exist.');
  }
  return listResources(ctx, { ...query, category: [category] });
}

const LARGEST_INT = 2_147_483_647;

const FORM = /^([a-z-]{1,20}) (-?\d{1,16}) (\d{1,10})$/;

export function formatCursor(sort: ResourceSort, { key, id }: Position): string {
  return Buffer.from(`${sort} ${key} ${id}`).toString('base64url');
}

export function parseCursor(sort: ResourceSort, cursor: string): Position {
  const [, of, key, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  // Only the `newest` key (microseconds) is longer than a 4-byte integer.
  const isTooLong = sort !== 'newest' && Math.abs(Number(key)) > LARGEST_INT;
  if (of !== sort || key === undefined || isTooLong || Number(id) > LARGEST_INT) {
    throw new AppError('validation_failed', 'This page link is not valid. Start again from the first page.');
  }
  return { key, id: Number(id) };
}

export const refreshCatalogueJob = defineJob({
  name: 'catalogue.refresh',
  data: z.object({}),
  cron: '47 * * * *',
  async run(ctx) {
    await refreshTiers(ctx.db);
  },
});
