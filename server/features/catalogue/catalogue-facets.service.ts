// Facet counts: how many resources each further choice would show.
import type { AppContext } from '#server/context.ts';
import { findMerges } from '#server/features/category/category.service.ts';
import { openStyleCache, type StyleCache } from '#server/features/style/style.service.ts';
import {
  BPM_BANDS,
  CATALOGUE_PAGE_SIZE,
  PRICE_BANDS,
  RATING_FLOORS,
} from '#shared/features/catalogue/catalogue.rules.ts';
import type { ResourceFacets, ResourceFilters } from '#shared/features/catalogue/catalogue.schema.ts';
import { firstWithResults, readingsOf } from '#shared/features/catalogue/search-readings.rules.ts';
import { RESOURCE_SEARCH } from '#shared/features/catalogue/search-words.rules.ts';
import { METRES } from '#shared/features/resource/resource.rules.ts';
import { AGE_GROUPS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import {
  asArray,
  type ByCategory,
  type CategoryRow,
  countAmong,
  COUNT_LIMIT,
  listFacetCounts,
  VALUE_MASKS,
} from './catalogue-facets.queries.ts';
import type { Hits } from './catalogue-search.queries.ts';
import { search } from './catalogue-search.service.ts';
import { parseFacetChoices } from './catalogue.service.ts';
import {
  categoryIdsOf,
  type Choices,
  codeSets,
  codesIn,
  counterKeys,
  type Facet,
  FIXED_FACETS,
  type FixedFacet,
  keyOf,
  masksOf,
  minutesTerms,
  MOST_CODES,
} from './facet-codes.ts';

const asWritten = (words: readonly string[]) => new Map(words.map((word) => [word, word]));
const banded = (bands: Record<string, { label: string }>) =>
  new Map(Object.entries(bands).map(([name, { label }]) => [name, label]));

const LABELS: Record<Exclude<FixedFacet, 'style'>, Map<string, string>> = {
  type: new Map(RESOURCE_TYPES.map((type) => [type, type.slice(0, 1).toUpperCase() + type.slice(1)])),
  ageGroup: asWritten(AGE_GROUPS),
  level: asWritten(LEVELS),
  price: banded(PRICE_BANDS),
  rating: new Map(RATING_FLOORS.map((floor) => [floor, `${floor} stars and up`])),
  bpm: banded(BPM_BANDS),
  metre: asWritten(METRES),
};

/** One facet value with the codes that stand for it. */
type Option = { value: string; label: string; codes: readonly number[]; isRetired: boolean };
type FacetOptions = { facet: FixedFacet; options: readonly Option[] };

type Counted = {
  total: number;
  isTotalCapped: boolean;
  /** For each facet, and in it for each option, in the order of `optionsOf`. */
  counts: readonly (readonly number[])[];
  byCategory: ByCategory;
  categories: CategoryRow[];
};

type Filter = ResourceFilters & { seller?: number | undefined };

export async function getResourceFacets(ctx: AppContext, filter: Filter): Promise<ResourceFacets> {
  const book = await openStyleCache(ctx);
  // Reads the search as the list does, so that both are about the same resources.
  const { answer: counted } = await firstWithResults(
    readingsOf(filter, { styles: book.names, scope: RESOURCE_SEARCH }),
    async (read) => {
      const meant = { ...filter, ...read };
      return (await countByCounters(ctx, meant, book)) ?? countOneByOne(ctx, meant, book);
    },
    ({ total }) => total,
  );
  const { total, isTotalCapped, counts, byCategory, categories } = counted;
  const fixed: Partial<Record<FixedFacet, ResourceFacets[FixedFacet]>> = {};
  knowledgeOf(book).facets.forEach(({ facet, options }, at) => {
    fixed[facet] = withCounts(options, counts[at] ?? []);
  });
  const totals = addedUp(categories, byCategory);
  return {
    ...(fixed as Pick<ResourceFacets, FixedFacet>),
    category: categories.map(([id, , name]) => ({
      value: String(id),
      label: name,
      count: totals.get(id) ?? 0,
    })),
    mergedCategories: filter.category ? await mergesAmong(ctx, filter.category, categories) : {},
    total,
    isTotalCapped,
  };
}

/** A retired style stays a choice while something still uses it. */
function withCounts(options: readonly Option[], counts: readonly number[]) {
  const choices: ResourceFacets[FixedFacet] = [];
  options.forEach(({ value, label, isRetired }, at) => {
    const count = counts[at] ?? 0;
    if (!isRetired || count > 0) choices.push({ value, label, count });
  });
  return choices;
}

/** Adds each category's count to its ancestors. */
function addedUp(categories: readonly CategoryRow[], byCategory: ByCategory): Map<number, number> {
  const parents = new Map(categories.map(([id, parentId]) => [id, parentId]));
  const totals = new Map<number, number>();
  for (const id of parents.keys()) {
    const count = byCategory[id] ?? 0;
    if (count === 0) continue;
    const counted = new Set<number>();
    // Visiting each id once ends even a cycle of categories.
    for (let at: number | null = id; at !== null && !counted.has(at); at = parents.get(at) ?? null) {
      counted.add(at);
      totals.set(at, (totals.get(at) ?? 0) + count);
    }
  }
  return totals;
}

/** Where categories that no longer exist were merged into. */
async function mergesAmong(ctx: AppContext, asked: readonly number[], categories: readonly CategoryRow[]) {
  const gone = asked.filter((id) => !categories.some(([known]) => known === id));
  const merges = await findMerges(ctx, gone);
  return Object.fromEntries([...merges].map(([from, into]) => [from, String(into)]));
}

/** The viewer's choices with the current styles. */
type Asked = { choices: Choices; book: StyleCache };

async function countOneByOne(ctx: AppContext, filter: Filter, book: StyleCache): Promise<Counted> {
  const { q, seller, minutes } = filter;
  const asked = { choices: await parseFacetChoices(ctx, filter), book };
  const limits = [...minutesTerms(minutes), ...(seller === undefined ? [] : [`'~s${seller}'`])];
  if (q) return countFound(ctx, asked, { q, limits });
  return countIn(ctx, asked, limits.length === 0 ? null : { tier: 2, words: null, choices: limits });
}

/** Which counters make up which number. Cached, because building the plan costs more than the query. */
type Plan = {
  keys: string;
  bases: string;
  /** The first of them make the total. */
  totals: number;
  /** For each option of each facet: the range of its counters in `keys`. */
  places: readonly (readonly Place[])[];
};
type Place = readonly [from: number, to: number];

/** Derived from the styles alone, so it is cached per style cache. */
type Knowledge = { facets: readonly FacetOptions[]; plans: Map<string, Plan> };
const knowledge = new WeakMap<StyleCache, Knowledge>();
const MOST_PLANS = 1000;

function knowledgeOf(book: StyleCache): Knowledge {
  const known = knowledge.get(book) ?? { facets: optionsOf(book), plans: new Map<string, Plan>() };
  knowledge.set(book, known);
  return known;
}

function optionsOf({ styles, codes }: StyleCache): FacetOptions[] {
  const retired = new Set(styles.filter(({ isRetired }) => isRetired).map(({ name }) => name));
  return FIXED_FACETS.map((facet) => ({
    facet,
    options: [...codesIn(facet, codes)].map(([value, ofValue]) => ({
      value,
      label: facet === 'style' ? value : (LABELS[facet].get(value) ?? value),
      codes: ofValue,
      isRetired: facet === 'style' && retired.has(value),
    })),
  }));
}

function planFor(ctx: AppContext, filter: Filter, book: StyleCache): Plan | null | Promise<Plan | null> {
  // A category includes its descendants, which its id alone doesn't tell.
  if (filter.category) return findPlan(ctx, filter, book);
  const { plans } = knowledgeOf(book);
  const name = JSON.stringify(filter);
  return plans.get(name) ?? keptPlan(findPlan(ctx, filter, book), plans, name);
}

async function findPlan(ctx: AppContext, filter: Filter, book: StyleCache): Promise<Plan | null> {
  return makePlan(await parseFacetChoices(ctx, filter), knowledgeOf(book).facets);
}

async function keptPlan(found: Promise<Plan | null>, plans: Knowledge['plans'], name: string) {
  const plan = await found;
  if (plans.size >= MOST_PLANS) plans.clear();
  if (plan) plans.set(name, plan);
  return plan;
}

/** Null if some number is not a sum of counters. */
function makePlan(choices: Choices, facets: readonly FacetOptions[]): Plan | null {
  const without = (facet: Facet) => new Map([...choices].filter(([chosen]) => chosen !== facet));
  const bases = codeSets(without('category'), MOST_CODES - 1)?.map(keyOf);
  const totals = counterKeys(choices);
  if (!bases || !totals) return null;
  const keys = [...totals];
  const places: Place[][] = [];
  for (const { facet, options } of facets) {
    // One code of the key is reserved for the value itself.
    const others = codeSets(without(facet), MOST_CODES - 1);
    if (!others) return null;
    const ofOptions = options.map(({ codes }): Place => {
      const from = keys.length;
      for (const set of others) keys.push(...codes.map((code) => keyOf([...set, code])));
      return [from, keys.length];
    });
    places.push(ofOptions);
  }
  return { keys: asArray(keys), bases: asArray(bases), totals: totals.length, places };
}

/** Null for searches, lengths and single sellers, and if some number is not a sum of counters. */
async function countByCounters(ctx: AppContext, filter: Filter, book: StyleCache): Promise<Counted | null> {
  if (filter.q || filter.seller !== undefined || filter.minutes !== undefined) return null;
  const plan = await planFor(ctx, filter, book);
  if (!plan) return null;
  const { counts, byCategory, categories } = await listFacetCounts(ctx.db, plan);
  const countAt = ([from, to]: Place) => {
    let sum = 0;
    for (let at = from; at < to; at++) sum += counts[at] ?? 0;
    return sum;
  };
  return {
    total: countAt([0, plan.totals]),
    isTotalCapped: false,
    counts: plan.places.map((places) => places.map(countAt)),
    byCategory,
    categories,
  };
}

/** Counts row by row among a bounded number of listings. */
async function countIn(
  ctx: AppContext,
  { choices, book }: Asked,
  among: Hits | null,
): Promise<Counted & { found: number; hasMore: boolean }> {
  const row = await countAmong(ctx.db, {
    masks: masksOf(choices),
    categoryIds: categoryIdsOf(choices),
    among,
  });
  const found = new Map(
    VALUE_MASKS.map(({ facet, value }, at) => [`${facet} ${value}`, row.counts[at] ?? 0]),
  );
  const countOf = (facet: FixedFacet, { value, codes }: Option) =>
    found.get(`${facet} ${facet === 'style' ? codes.join() : value}`) ?? 0;
  return {
    ...row,
    isTotalCapped: row.hasMore || row.found >= COUNT_LIMIT,
    counts: knowledgeOf(book).facets.map(({ facet, options }) =>
      options.map((option) => countOf(facet, option)),
    ),
  };
}

async function countFound(
  ctx: AppContext,
  asked: Asked,
  { q, limits }: { q: string; limits: string[] },
): Promise<Counted> {
  const outcome = await search(ctx, { typed: q, enough: CATALOGUE_PAGE_SIZE + 1 }, (stage) =>
    countIn(ctx, asked, { ...stage, choices: limits }),
  );
  // A search without usable words finds nothing: no listing has this term.
  return outcome?.result ?? countIn(ctx, asked, { tier: 0, words: null, choices: ["'~'"] });
}
