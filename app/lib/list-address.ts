// Lists whose search, filters, sorting and page are in the address: parsing them, and building changed addresses.
import { createContext, useContext } from 'react';
import { useLocation } from 'react-router';
import type { UnderstoodSearch } from '#shared/features/catalogue/catalogue.schema.ts';
import { readSearch } from '#shared/page-parameters.ts';
import { parseId } from '#shared/ids.ts';

type Change = string | number | readonly string[] | undefined;

/**
 * The URL of the list with changes; undefined, '' and [] remove a filter, several values become a repeated parameter.
 * Any change returns to page one.
 */
export function listAddress(pathname: string, search: string, changes: Record<string, Change>): string {
  const params = new URLSearchParams(search);
  for (const name of ['page', 'after', ...Object.keys(changes)]) params.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (name === 'page' && value === 1) continue;
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value]) {
      if (one !== undefined && one !== '') params.append(name, String(one));
    }
  }
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

/** The value if it is a known one; anything else in the address is ignored. */
export function oneOf<Value extends string>(
  values: readonly Value[],
  given: string | null,
): Value | undefined {
  return values.find((value) => value === given);
}

/** The same for a repeated parameter: each value once, in the order of `values`. */
export function severalOf<Value extends string>(
  values: readonly Value[],
  given: readonly string[],
): Value[] | undefined {
  const chosen = values.filter((value) => given.includes(value));
  return chosen.length > 0 ? chosen : undefined;
}

/** Names defined by staff, such as dance styles, which only the API can check. Sorted, so the same filters share a cache key. */
export function namesOf(given: readonly string[], longest = 40): string[] | undefined {
  const names = given.filter((name) => name !== '' && name.length <= longest);
  return names.length > 0 ? [...new Set(names)].toSorted().slice(0, 20) : undefined;
}

/** Ids, such as categories, up to the API's limit. */
export function idsOf(given: readonly string[]): string[] | undefined {
  const ids = given.filter((id) => parseId(id) !== null);
  return ids.length > 0 ? [...new Set(ids)].slice(0, 20) : undefined;
}

export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}

/** The search, cut to the API's limit. */
export function searchOf(params: URLSearchParams, longest = 100): string | undefined {
  return params.get('q')?.trim().slice(0, longest).toWellFormed() || undefined;
}

/** The address in full: what the search was understood as becomes filters. Null if it names none. */
export function meantSearch(
  params: URLSearchParams,
  understood: UnderstoodSearch | null | undefined,
): string | null {
  if (!understood) return null;
  const { q, ...filters } = understood;
  const meant = new URLSearchParams(params);
  meant.delete('q');
  if (q !== null) meant.set('q', q);
  for (const [name, value] of Object.entries(filters)) {
    for (const one of [value ?? []].flat()) meant.append(name, String(one));
  }
  return meant.toString();
}
/** What the address means, where that is more than it says: the filters that words of a search name. */
export const MeantSearch = createContext<string | null>(null);

/** The list's address; inside `MeantSearch` as it is meant, unless `isTyped`. */
export function useListAddress({ isTyped = false } = {}) {
  const { pathname, search: whole } = useLocation();
  const meant = useContext(MeantSearch);
  // Ignores parameters the server never saw, so hydration matches.
  const typed = readSearch(pathname, whole) ?? whole;
  const search = isTyped ? typed : (meant ?? typed);
  return {
    pathname,
    params: new URLSearchParams(search),
    to: (changes: Record<string, Change>) => listAddress(pathname, search, changes),
  };
}
