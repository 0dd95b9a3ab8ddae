// The existing pages the header, footer and home page link to. Separate from site-pages.ts, because every page loads
// this list.

export const PUBLIC_PAGES: readonly string[] = [
  '/',
  '/about',
  '/auth',
  '/register',
  '/curriculum',
  '/courses',
  '/debug',
];

/** Whether a link in the header, the footer or a public page leads to an existing page. */
export function isPublicPage(page: string): boolean {
  return PUBLIC_PAGES.includes(page);
}
