// Which query parameters each page reads while the server renders it. Any other is dropped before rendering, so a
// made-up one (`/?x=1`) is neither another page to render nor another entry in the page cache. Pages that are not listed
// read none: what signed-in people see is put together in the browser, which reads the whole address.
import { redirectedPath } from './redirects.ts';

const RESOURCE_LIST = [
  'q',
  'style',
  'ageGroup',
  'level',
  'type',
  'category',
  'price',
  'rating',
  'bpm',
  'metre',
  'sort',
  'page',
  'after',
];
const COURSE_LIST = [
  'q',
  'style',
  'ageGroup',
  'level',
  'category',
  'price',
  'kind',
  'length',
  'sort',
  'page',
];

/** By the names that `app/routes.ts` and the specification give the pages. */
export const PAGE_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '/curriculum': RESOURCE_LIST,
  '/courses': COURSE_LIST,
  '/sellers/{sellerId}': RESOURCE_LIST,
  '/seller-store/{sellerId}': RESOURCE_LIST,
  '/reset-password': ['token'],
  '/verify-email': ['token'],
  '/cart-reminders/off': ['token'],
  '/payment-success': ['order', 'key'],
  '/course-enrollment-success': ['order', 'key', 'course'],
  '/orders/{id}': ['key'],
  '/direct-checkout': ['type', 'id', 'quantity'],
};

const PATTERNS = Object.entries(PAGE_PARAMETERS).map(([page, names]) => ({
  // As the router matches: in any case, with or without a slash at the end.
  pattern: new RegExp(`^${page.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  names,
}));

/** More than any form of ours sends; a list of a thousand styles is no question anybody asks. */
const MOST_VALUES = 20;

/**
 * The part of a query string that the page at this path reads, always written the same way: names in the order of the
 * table, each value once. Empty, or with its question mark; null for a page that is not listed.
 */
export function readSearch(pathname: string, search: string): string | null {
  if (search === '') return '';
  // An old address leads to another page, which reads its own.
  if (redirectedPath(pathname) !== null) return search;
  const names = PATTERNS.find(({ pattern }) => pattern.test(pathname))?.names;
  if (!names) return null;
  const given = new URLSearchParams(search);
  const read = new URLSearchParams(
    names.flatMap((name) =>
      [...new Set(given.getAll(name))]
        .filter((value) => value !== '')
        .slice(0, MOST_VALUES)
        .map((value): [string, string] => [name, value]),
    ),
  );
  return read.size > 0 ? `?${read.toString()}` : '';
}
