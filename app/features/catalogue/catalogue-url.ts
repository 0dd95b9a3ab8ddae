// What the address of the curriculum says, as the question to the API. Whatever is not a choice there is, is dropped.
import { idsOf, namesOf, oneOf, pageOf, severalOf, wordsOf } from '#app/lib/list-address.ts';
import {
  BPM_BAND_NAMES,
  PRICE_BAND_NAMES,
  RATING_FLOORS,
  RESOURCE_SORTS,
  type ResourceSort,
} from '#shared/features/catalogue/catalogue.rules.ts';
import { METRES } from '#shared/features/resource/resource.rules.ts';
import { AGE_GROUPS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';

const LONGEST_SEARCH = 200;

/** Names and order as in the address of every list of resources. */
export function resourceFilters(params: URLSearchParams) {
  return {
    q: wordsOf(params, LONGEST_SEARCH),
    style: namesOf(params.getAll('style')),
    ageGroup: severalOf(AGE_GROUPS, params.getAll('ageGroup')),
    level: severalOf(LEVELS, params.getAll('level')),
    type: severalOf(RESOURCE_TYPES, params.getAll('type')),
    category: idsOf(params.getAll('category')),
    price: oneOf(PRICE_BAND_NAMES, params.get('price')),
    rating: oneOf(RATING_FLOORS, params.get('rating')),
    bpm: oneOf(BPM_BAND_NAMES, params.get('bpm')),
    metre: severalOf(METRES, params.getAll('metre')),
  };
}
export type ChosenFilters = ReturnType<typeof resourceFilters>;

export function resourceListQuery(params: URLSearchParams) {
  const sort = oneOf(RESOURCE_SORTS, params.get('sort')) ?? 'relevance';
  const page = pageOf(params);
  const after = params.get('after') ?? '';
  return {
    ...resourceFilters(params),
    sort,
    page,
    // Where the first page ends is no place to look for the first page.
    after: page > 1 && isCursorOf(sort, after) ? after : undefined,
  };
}

/**
 * Whether the API would know it as a place in this order: it refuses any other, and a page can do without, by its
 * number alone.
 */
function isCursorOf(sort: ResourceSort, cursor: string): boolean {
  if (!/^[\w-]{4,100}$/.test(cursor)) return false;
  try {
    const [of, key, id, ...rest] = atob(cursor.replaceAll('-', '+').replaceAll('_', '/')).split(' ');
    return of === sort && rest.length === 0 && /^-?\d{1,16}$/.test(key ?? '') && /^\d{1,9}$/.test(id ?? '');
  } catch {
    return false;
  }
}

/** What the address of any list of the catalogue says; that of courses has no cursor. */
type CatalogueQuery = {
  q: string | undefined;
  sort: string;
  page: number;
  after?: string | undefined;
  [filter: string]: string | number | readonly string[] | undefined;
};

/** Nothing searched for, nothing chosen, the first page in its usual order: the shop window. */
export function isFrontPage(query: CatalogueQuery): boolean {
  const { sort, page, after: _after, ...filters } = query;
  return sort === 'relevance' && page === 1 && Object.values(filters).every((value) => value === undefined);
}

/**
 * The one address search engines should know this list by: one choice and its pages. Null for searches, orders and
 * combinations, of which there is no end.
 */
export function canonicalPath(pathname: string, query: CatalogueQuery): string | null {
  const { q, sort, page, after: _after, ...filters } = query;
  const chosen = Object.entries(filters).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  if (q !== undefined || sort !== 'relevance' || chosen.length > 1) return null;
  const search = new URLSearchParams(chosen);
  if (page > 1) search.set('page', String(page));
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}
