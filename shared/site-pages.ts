// Which pages exist so far, by the names routes.ts and the spec give them. A link to a page that is not here
// yet is left out rather than dead; the URL-table test holds this list against routes.ts.

export const BUILT_PAGES: readonly string[] = [
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
  '/dashboard/user',
  '/multi-dashboard',
  '/curriculum',
  '/curriculum/{resourceId}',
  '/courses',
  '/courses/{id}',
  '/sellers/{sellerId}',
  '/seller-store/{sellerId}',
  '/wishlist',
  '/profile',
  '/profile/edit',
  '/profile/security',
  '/profile/data',
  '/profile/{userId}',
  '/profile-image-debug',
  '/admin',
  '/admin/dashboard',
  '/admin/users',
  '/admin/users/{id}',
  '/admin/roles',
  '/admin/applications',
  '/admin/settings',
  '/admin/deployment',
  '/admin/mail',
  '/admin/audit',
  '/admin/documentation',
  '/debug',
  '/debug/ui',
];

/** Whether a link to this page leads anywhere. */
export function isBuilt(page: string): boolean {
  return BUILT_PAGES.includes(page);
}
