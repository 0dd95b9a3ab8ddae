// Whether a URL leads to an existing page. Separate from site-pages.ts, which every page loads, because only signing in
// needs it.
import { BUILT_PAGES } from './site-pages.ts';

const PATTERNS = BUILT_PAGES.map((page) => new RegExp(`^${page.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`));

/** `/courses/7?tab=2` is the page `/courses/{id}`. */
export function isBuiltAddress(address: string): boolean {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return PATTERNS.some((pattern) => pattern.test(path));
}
