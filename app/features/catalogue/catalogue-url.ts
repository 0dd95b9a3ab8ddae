// Parses the catalogue's address into an API query. Ignores values that don't exist.
import { idsOf, namesOf, oneOf, pageOf, severalOf, searchOf } from '#app/lib/list-address.ts';
import {
  BPM_BAND_NAMES,
  MOST_MINUTES,
  PRICE_BAND_NAMES,
  RATING_FLOORS,
  RESOURCE_SORTS,
  type ResourceSort,
} from '#shared/features/catalogue/catalogue.rules.ts';
import { METRES } from '#shared/features/resource/resource.rules.ts';
import { AGE_GROUPS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';

const LONGEST_SEARCH = 200;

/** Parameter names, in the order the address has them. */
export function resourceFilters(params: URLSearchParams) {
  return {
    q: searchOf(params, LONGEST_SEARCH),
    style: namesOf(params.getAll('style')),
    ageGroup: severalOf(AGE_GROUPS, params.getAll('ageGroup')),
    level: severalOf(LEVELS, params.getAll('level')),
    type: severalOf(RESOURCE_TYPES, params.getAll('type')),
    category: idsOf(params.getAll('category')),
    price: oneOf(PRICE_BAND_NAMES, params.get('price')),
    rating: oneOf(RATING_FLOORS, params.get('rating')),
    bpm: oneOf(BPM_BAND_NAMES, params.get('bpm')),
    metre: severalOf(METRES, params.getAll('metre')),
    minutes: minutesOf(params),
  };
}

function minutesOf(params: URLSearchParams): number | undefined {
  const minutes = Number(params.get('minutes'));
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES ? minutes : undefined;
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
    // The first page has no cursor.
    after: page > 1 && isCursorOf(sort, after) ? after : undefined,
  };
}

/**
 * Whether the cursor fits this sort order. The API rejects others; without one, the page number
 * is enough.
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

/** Shared by resources and courses; courses have no cursor. */
type CatalogueQuery = {
  q: string | undefined;
  sort: string;
  page: number;
  after?: string | undefined;
  [filter: string]: string | number | readonly string[] | undefined;
};

/** No search, no filters, first page, default order. */
export function isFrontPage(query: CatalogueQuery): boolean {
  const { sort, page, after: _after, ...filters } = query;
  return sort === 'relevance' && page === 1 && Object.values(filters).every((value) => value === undefined);
}

/**
 * The canonical address for search engines: at most one filter, plus the page. Null for searches, sort orders and
 * combinations, which are endless.
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
