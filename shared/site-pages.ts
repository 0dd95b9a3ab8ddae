// Which pages exist so far, by the names routes.ts and the spec give them. A link to a page that is not here
// yet is left out rather than dead; the URL-table test holds this list against routes.ts.

export const BUILT_PAGES: readonly string[] = [
  '/',
  '/about',
  '/auth',
  '/debug',
  '/debug/ui',
  '/profile-image-debug',
];

/** Whether a link to this page leads anywhere. */
export function isBuilt(page: string): boolean {
  return BUILT_PAGES.includes(page);
}
