// A list whose search, filters, order and page are in the address: reading them, and the address of a changed list.
import { useLocation } from 'react-router';

type Change = string | number | undefined;

/** The same list with something changed; undefined and '' take a filter away. Any change begins at page one again. */
export function listAddress(pathname: string, search: string, changes: Record<string, Change>): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '' || (name === 'page' && value === 1)) params.delete(name);
    else params.set(name, String(value));
  }
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

/** What the address says, if it is one of the values there are: an address typed by hand breaks nothing. */
export function oneOf<Value extends string>(
  values: readonly Value[],
  given: string | null,
): Value | undefined {
  return values.find((value) => value === given);
}

export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}

/** The words searched for, as long as the API takes them. */
export function wordsOf(params: URLSearchParams): string | undefined {
  return params.get('q')?.trim().slice(0, 100) || undefined;
}

export function useListAddress() {
  const { pathname, search } = useLocation();
  return {
    params: new URLSearchParams(search),
    to: (changes: Record<string, Change>) => listAddress(pathname, search, changes),
  };
}
