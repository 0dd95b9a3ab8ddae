// The public pages there are so far. Apart from the others, because every page of the site loads this list.

export const PUBLIC_PAGES: readonly string[] = [
  '/',
  '/about',
  '/auth',
  '/register',
  '/registration/success',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/dashboard',
  '/my-dashboard',
  '/curriculum',
  '/curriculum/{resourceId}',
  '/courses',
  '/courses/{id}',
  '/sellers/{sellerId}',
  '/seller-store/{sellerId}',
  '/profile',
  '/profile/{userId}',
  '/debug',
  '/debug/ui',
];

/** Whether a link of the header, the footer or a public page leads anywhere. */
export function isPublicPage(page: string): boolean {
  return PUBLIC_PAGES.includes(page);
}
