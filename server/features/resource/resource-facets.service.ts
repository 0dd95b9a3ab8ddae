// How many resources each further choice would show.
import type { AppContext } from '#server/context.ts';
import { findMerges } from '#server/features/category/category.service.ts';
import { openStyleBook, type StyleBook } from '#server/features/style/style.service.ts';
import {
  BPM_BANDS,
  METRES,
  PRICE_BANDS,
  RATING_FLOORS,
  CATALOGUE_PAGE_SIZE,
} from '#shared/features/resource/resource.rules.ts';
import type { ResourceFacets, ResourceFilters } from '#shared/features/resource/resource.schema.ts';
import { AGE_GROUPS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import {
  categoryIdsOf,
  codesIn,
  codeSets,
  counterKeys,
  FIXED_FACETS,
  keyOf,
  masksOf,
  MOST_CODES,
  type Choices,
  type Facet,
  type FixedFacet,
} from './resource-choices.ts';
import {
  asArray,
  countAmong,
  MOST_COUNTED,
  readCounters,
  VALUE_MASKS,
  type ByCategory,
  type CategoryRow,
} from './resource-facets.queries.ts';
import { readChoices } from './resource-list.service.ts';
import type { Hits } from './resource-search.queries.ts';
import { search } from './resource-search.service.ts';

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

type Counted = {
  total: number;
  isTotalCapped: boolean;
  countOf: (facet: FixedFacet, value: string) => number;
  byCategory: ByCategory;
  categories: CategoryRow[];
};

export async function getCatalogueFacets(
  ctx: AppContext,
  filter: ResourceFilters & { seller?: number | undefined },
): Promise<ResourceFacets> {
  const book = await openStyleBook(ctx);
  const choices = await readChoices(ctx, filter);
  const { total, isTotalCapped, countOf, byCategory, categories } = await count(
    ctx,
    { choices, book },
    filter,
  );
  const known = categories.map(([id, parentId]) => ({ id, parentId }));
  const fixed = FIXED_FACETS.map((facet) => [
    facet,
    facet === 'style'
      ? styleChoices(book, (style) => countOf(facet, style))
      : [...LABELS[facet]].map(([value, label]) => ({ value, label, count: countOf(facet, value) })),
  ]);
  const totals = addedUp(categories, byCategory);
  return {
    ...(Object.fromEntries(fixed) as Pick<ResourceFacets, FixedFacet>),
    category: categories.map(([id, , name]) => ({
      value: String(id),
      label: name,
      count: totals.get(id) ?? 0,
    })),
    mergedCategories: await mergesAmong(ctx, filter.category ?? [], known),
    total,
    isTotalCapped,
  };
}

/** What is in a category is in those above it as well. */
function addedUp(categories: readonly CategoryRow[], byCategory: ByCategory): Map<number, number> {
  const parents = new Map(categories.map(([id, parentId]) => [id, parentId]));
  const totals = new Map<number, number>();
  for (const id of parents.keys()) {
    const count = byCategory[id] ?? 0;
    if (count === 0) continue;
    const counted = new Set<number>();
    // No id is met twice: a circle of categories ends.
    for (let at: number | null = id; at !== null && !counted.has(at); at = parents.get(at) ?? null) {
      counted.add(at);
      totals.set(at, (totals.get(at) ?? 0) + count);
    }
  }
  return totals;
}

/** Asked only of numbers that are no category's any more. */
async function mergesAmong(ctx: AppContext, asked: readonly number[], known: readonly { id: number }[]) {
  const gone = asked.filter((id) => !known.some((one) => one.id === id));
  const merges = await findMerges(ctx, gone);
  return Object.fromEntries([...merges].map(([from, into]) => [from, String(into)]));
}

/** A retired style is a choice where something still has it. */
function styleChoices({ styles }: StyleBook, countOf: (style: string) => number) {
  const choices = styles.map(({ name, isRetired }) => {
    const count = countOf(name);
    return !isRetired || count > 0 ? { value: name, label: name, count } : null;
  });
  return choices.filter((choice) => choice !== null);
}

/** What is chosen, and what the styles are called. */
type Asked = { choices: Choices; book: StyleBook };

async function count(
  ctx: AppContext,
  asked: Asked,
  { q, seller }: { q?: string | undefined; seller?: number | undefined },
): Promise<Counted> {
  const limits = seller === undefined ? [] : [`'~s${seller}'`];
  if (q) return countFound(ctx, asked, { q, limits });
  if (seller !== undefined) return countIn(ctx, asked, { tier: 2, words: null, choices: limits });
  return (await countByCounters(ctx, asked)) ?? countIn(ctx, asked, null);
}

/** Which counters make which number. Much the same is asked again and again, and working it out costs more than asking. */
type Plan = {
  keys: string;
  bases: string;
  /** The first of them make the total. */
  totals: number;
  /** Where the counters of each value stand among the keys. */
  places: Map<FixedFacet, Map<string, Place>>;
};
type Place = readonly [from: number, to: number];

/** For each state of the styles: a book of the same styles is the same book. */
const plansOf = new WeakMap<StyleBook, Map<string, Plan | null>>();
const MOST_PLANS = 1000;

function planFor({ choices, book }: Asked): Plan | null {
  const plans = plansOf.get(book) ?? new Map<string, Plan | null>();
  plansOf.set(book, plans);
  const name = [...choices].map(([facet, codes]) => `${facet}=${codes.join()}`).join('&');
  const known = plans.get(name);
  if (known !== undefined) return known;
  const plan = makePlan(choices, book);
  if (plans.size >= MOST_PLANS) plans.clear();
  plans.set(name, plan);
  return plan;
}

/** Null when some number is no sum of counters. */
function makePlan(choices: Choices, book: StyleBook): Plan | null {
  const without = (facet: Facet) => new Map([...choices].filter(([chosen]) => chosen !== facet));
  const bases = codeSets(without('category'), MOST_CODES - 1)?.map(keyOf);
  const totals = counterKeys(choices);
  if (!bases || !totals) return null;
  const keys = [...totals];
  const places: Plan['places'] = new Map();
  for (const facet of FIXED_FACETS) {
    // One code of a key is left for the value itself.
    const others = codeSets(without(facet), MOST_CODES - 1);
    if (!others) return null;
    const ofValues = new Map<string, Place>();
    places.set(facet, ofValues);
    for (const [value, codes] of codesIn(facet, book.codes)) {
      const from = keys.length;
      for (const set of others) keys.push(...codes.map((code) => keyOf([...set, code])));
      ofValues.set(value, [from, keys.length]);
    }
  }
  return { keys: asArray(keys), bases: asArray(bases), totals: totals.length, places };
}

async function countByCounters(ctx: AppContext, asked: Asked): Promise<Counted | null> {
  const plan = planFor(asked);
  if (!plan) return null;
  const { counts, byCategory, categories } = await readCounters(ctx.db, plan);
  const countAt = ([from, to]: Place) => {
    let sum = 0;
    for (let at = from; at < to; at++) sum += counts[at] ?? 0;
    return sum;
  };
  return {
    total: countAt([0, plan.totals]),
    isTotalCapped: false,
    countOf(facet, value) {
      const place = plan.places.get(facet)?.get(value);
      return place ? countAt(place) : 0;
    },
    byCategory,
    categories,
  };
}

/** Counted one by one among those that are looked at. */
async function countIn(
  ctx: AppContext,
  { choices, book }: Asked,
  among: Hits | null,
): Promise<Counted & { found: number; hasRest: boolean }> {
  const row = await countAmong(ctx.db, {
    masks: masksOf(choices),
    categoryIds: categoryIdsOf(choices),
    among,
  });
  const found = new Map(
    VALUE_MASKS.map(({ facet, value }, at) => [`${facet} ${value}`, row.counts[at] ?? 0]),
  );
  return {
    ...row,
    isTotalCapped: row.hasRest || row.found >= MOST_COUNTED,
    countOf: (facet, value) =>
      found.get(`${facet} ${facet === 'style' ? book.codes.get(value)?.join() : value}`) ?? 0,
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
  // Nothing to look for finds nothing: no listing has this word.
  return outcome?.result ?? countIn(ctx, asked, { tier: 0, words: null, choices: ["'~'"] });
}
