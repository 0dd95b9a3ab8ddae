// Which pages exist so far, by the names routes.ts and the spec give them. A link to a page that is not here
// yet is left out rather than dead; the URL-table test holds this list against routes.ts.
import { PUBLIC_PAGES } from './public-pages.ts';

export const BUILT_PAGES: readonly string[] = [
  ...PUBLIC_PAGES,
  '/dashboard/user',
  '/multi-dashboard',
  '/wishlist',
  '/profile/edit',
  '/profile/security',
  '/profile/data',
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
  '/seller-dashboard',
  '/seller',
  '/my-store',
  '/my-resources',
  '/seller/resources',
  '/seller/notices',
  '/upload-resource',
  '/simple-upload',
  '/curriculum/upload',
  '/seller/upload-resource',
  '/seller/resources/add',
  '/seller/resources/create',
  '/multi-upload-resource',
  '/multi-upload',
  '/curriculum/{id}/edit',
  '/admin/resources',
  '/admin/curriculum',
  '/admin/curriculum-officer',
  '/curriculum-officer-dashboard',
  '/admin/resource-categories',
  '/admin/curriculum-categories',
  '/admin/course-categories',
  '/admin/dance-styles',
  '/admin/sellers',
  '/admin/rights-notices',
];

/** Whether a link to this page leads anywhere. */
export function isBuilt(page: string): boolean {
  return BUILT_PAGES.includes(page);
}
