// Which query parameters each page reads while the server renders it. Others are dropped before rendering, so a made-up
// one (`/?x=1`) is neither another page to render nor another entry in the page cache. Pages not listed read none:
// signed-in content is rendered in the browser, which reads the whole URL.
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
  'minutes',
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

const INSTRUCTOR_LIST = [
  'q',
  'near',
  'within',
  'when',
  'style',
  'place',
  'city',
  'language',
  'ageGroup',
  'level',
  'price',
  'rating',
  'certified',
  'sort',
  'page',
];

/** By the names the pages have in `app/routes.ts` and the specification. */
export const PAGE_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '/curriculum': RESOURCE_LIST,
  '/courses': COURSE_LIST,
  '/connect': INSTRUCTOR_LIST,
  '/connect-updated': INSTRUCTOR_LIST,
  '/connect-old': INSTRUCTOR_LIST,
  '/sellers/{sellerId}': RESOURCE_LIST,
  '/seller-store/{sellerId}': RESOURCE_LIST,
  '/auth': ['form'],
  '/help': ['q'],
  '/subscription': ['period'],
  '/contact': ['about', 'order'],
  '/reset-password': ['token'],
  '/sign-in-link': ['token'],
  '/verify': ['code'],
  '/verify-email': ['token'],
  '/subscription/card': ['token'],
  '/cart-reminders/off': ['token'],
  '/unsubscribe': ['token', 'off'],
  '/payment-success': ['order', 'key'],
  '/course-enrollment-success': ['order', 'key', 'course'],
  '/orders/{id}': ['key'],
  '/direct-checkout': ['type', 'id', 'quantity'],
};

const PATTERNS = Object.entries(PAGE_PARAMETERS).map(([page, names]) => ({
  // Like the router: in any case, with or without a trailing slash.
  pattern: new RegExp(`^${page.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  names,
}));

/** More than any form of ours sends; nobody filters by a thousand styles. */
const MOST_VALUES = 20;

/**
 * The part of a query string that the page at this path reads, in canonical form: names in the table's order, each
 * value once. Empty, or with its question mark; null for an unlisted page.
 */
export function readSearch(pathname: string, search: string): string | null {
  if (search === '') return '';
  // An old URL redirects to another page, which reads its own.
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
