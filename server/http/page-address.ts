// The address of the page a request asks for, read off its first line, which a caller can fill with anything: a path of
// this site, never another host, and with the query parameters the page reads.
import { readSearch } from '#shared/page-parameters.ts';

/** Only a base to read paths against; .invalid belongs to nobody. */
const BASE = 'http://page.invalid';
/** React Router's own fetches of a page's data while someone clicks through the site. */
const DATA = /\.data$/;
/** Its front page has no name to put `.data` behind. */
const FRONT_PAGE_DATA = /^\/(_|_root)\.data$/;
/** Which of the page's routes it wants the data of. */
const DATA_PARAMETER = '_routes';

export type PageAddress = {
  /** Path and query as the page is rendered at, and kept under. */
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

/** Path and query of the page, all of it, as a redirect may name it: browsers read `//host` as another site. */
export function localPath(requestTarget: string): string {
  const { pathname, search } = localUrl(requestTarget);
  return pathname + search;
}

function localUrl(requestTarget: string): { pathname: string; search: string } {
  // Proxies are asked with the whole address; whose it is does not matter here.
  const path = requestTarget.replace(/^[a-z][\w+.-]*:\/\/[^/?#\\]*/i, '');
  // Read behind a host of its own, "//host" is a path. The URL turns "\" into "/" and takes out dots and line ends.
  const url = new URL(`${BASE}${/^[/\\]/.test(path) ? path : `/${path}`}`);
  return { pathname: url.pathname.replace(/^\/{2,}/, '/'), search: url.search };
}
