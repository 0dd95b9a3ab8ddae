// The page a request asks for. The request line can contain anything; the result is always a path on this site, with
// only the query parameters the page reads.
import { readSearch } from '#shared/page-parameters.ts';

/** Only a base for parsing paths; .invalid is reserved. */
const BASE = 'http://page.invalid';
/** React Router's requests for page data during client-side navigation. */
const DATA = /\.data$/;
/** The home page has no name to append `.data` to. */
const FRONT_PAGE_DATA = /^\/(_|_root)\.data$/;
/** The routes whose data is requested. */
const DATA_PARAMETER = '_routes';

export type PageAddress = {
  /** Path and query used for rendering, and as the cache key. */
  path: string;
  isData: boolean;
};

export function pageAddress(requestTarget: string): PageAddress {
  const { pathname, search } = localUrl(requestTarget);
  if (!DATA.test(pathname)) return { path: pathname + (readSearch(pathname, search) ?? ''), isData: false };
  const page = FRONT_PAGE_DATA.test(pathname) ? '/' : pathname.replace(DATA, '');
  const read = new URLSearchParams(readSearch(page, search) ?? '');
  const routes = new URLSearchParams(search).get(DATA_PARAMETER);
  if (routes) read.set(DATA_PARAMETER, routes);
  return { path: read.size > 0 ? `${pathname}?${read.toString()}` : pathname, isData: true };
}

/** The full path and query, safe for a redirect: browsers read `//host` as another site. */
export function localPath(requestTarget: string): string {
  const { pathname, search } = localUrl(requestTarget);
  return pathname + search;
}

function localUrl(requestTarget: string): { pathname: string; search: string } {
  // Proxies receive absolute URLs; the host does not matter here.
  const path = requestTarget.replace(/^[a-z][\w+.-]*:\/\/[^/?#\\]*/i, '');
  // Parsed after our own host, "//host" is a path. URL turns "\" into "/" and removes dots and line breaks.
  const url = new URL(`${BASE}${/^[/\\]/.test(path) ? path : `/${path}`}`);
  return { pathname: url.pathname.replace(/^\/{2,}/, '/'), search: url.search };
}
