// The pages that the header, the footer and the front page lead to, as far as there are any. Apart from the others,
// because every page of the site loads this list.

export const PUBLIC_PAGES: readonly string[] = [
  '/',
  '/about',
  '/auth',
  '/register',
  '/curriculum',
  '/courses',
  '/debug',
];

/** Whether a link of the header, the footer or a public page leads anywhere. */
export function isPublicPage(page: string): boolean {
  return PUBLIC_PAGES.includes(page);
}
