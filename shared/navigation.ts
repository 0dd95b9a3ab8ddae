// The menus (spec §2, §6): each role's sidebar and the user menu, in the order of the specification. An entry shows
// once its page exists; the sidebar of staff also leaves out what they may not open (`staff-pages.ts`).
import type { Role } from './roles.ts';
import { isBuilt } from './site-pages.ts';

export type MenuEntry = {
  label: string;
  to: string;
  /** Opens one part of the page: “?tab=hours”. */
  search?: string;
  /** The page to use while the one named by `to` does not exist. */
  until?: string;
  /** Absent: everyone who sees the menu. */
  roles?: readonly Role[];
  /** Those who have another entry of this name. */
  notFor?: readonly Role[];
  /** Only in the phone menu. */
  isMobileOnly?: boolean;
  /** Pages without their own entry that belong to this one. */
  covers?: readonly string[];
};

/** Every staff page is below it, so it is only current on the page itself. */
const STAFF_HOME = '/admin';

export type SidebarRole = 'admin' | 'curriculum_officer' | 'seller' | 'instructor';

export const SIDEBAR_MENUS: Readonly<Record<SidebarRole, readonly MenuEntry[]>> = {
  admin: [
    { label: 'Dashboard', to: '/admin', covers: ['/admin/dashboard'] },
    { label: 'Users', to: '/admin/users', covers: ['/admin/applications', '/admin/audit'] },
    { label: 'Roles', to: '/admin/roles' },
    { label: 'Courses', to: '/admin/courses' },
    { label: 'Course Creator', to: '/admin/course-creator' },
    { label: 'Course Categories', to: '/admin/course-categories' },
    { label: 'Certificates', to: '/admin/certificates', covers: ['/admin/credit-hours'] },
    { label: 'Resources', to: '/admin/resources' },
    { label: 'Curriculum Store', to: '/admin/curriculum', covers: ['/admin/bundles'] },
    {
      label: 'Curriculum Officer Dashboard',
      to: '/admin/curriculum-officer',
      covers: ['/curriculum-officer-dashboard', '/admin/rights-notices'],
    },
    {
      label: 'Resource Categories',
      to: '/admin/resource-categories',
      covers: ['/admin/curriculum-categories'],
    },
    { label: 'Instructors', to: '/admin/instructors' },
    { label: 'Bookings', to: '/admin/bookings' },
    { label: 'Dance Styles', to: '/admin/dance-styles' },
    { label: 'Subscription Plans', to: '/admin/subscription-plans' },
    {
      label: 'Coupons',
      to: '/admin/coupons',
      covers: [
        '/admin/orders',
        '/admin/refunds',
        '/admin/payments',
        '/admin/grants',
        '/admin/ledger',
        '/admin/payouts',
        '/admin/revenue',
      ],
    },
    { label: 'Messages', to: '/admin/messages', covers: ['/admin/help'] },
    { label: 'Documentation', to: '/admin/documentation' },
    { label: 'Settings', to: '/admin/settings', covers: ['/admin/deployment', '/admin/mail'] },
  ],
  curriculum_officer: [
    {
      label: 'Dashboard',
      to: '/admin/curriculum-officer',
      covers: ['/curriculum-officer-dashboard', '/admin/rights-notices', '/admin/dance-styles'],
    },
    { label: 'Resources', to: '/admin/resources' },
    {
      label: 'Resource Categories',
      to: '/admin/resource-categories',
      covers: ['/admin/curriculum-categories'],
    },
    { label: 'Curriculum Store', to: '/admin/curriculum', covers: ['/admin/bundles'] },
    {
      label: 'Seller Management',
      to: '/admin/sellers',
      covers: ['/admin/applications', '/admin/payouts'],
    },
    { label: 'Settings', to: '/admin/settings' },
  ],
  seller: [
    { label: 'Dashboard', to: '/seller-dashboard', covers: ['/seller/coupons', '/seller/announcements'] },
    {
      label: 'My Resources',
      to: '/my-resources',
      covers: ['/seller/resources', '/seller/notices', '/seller/bundles', '/curriculum/*/edit'],
    },
    {
      label: 'Add Resource',
      to: '/seller/resources/add',
      covers: [
        '/upload-resource',
        '/simple-upload',
        '/curriculum/upload',
        '/seller/upload-resource',
        '/seller/resources/create',
        '/multi-upload-resource',
        '/multi-upload',
      ],
    },
    { label: 'Curriculum Store', to: '/curriculum' },
    { label: 'Sales Analytics', to: '/seller', covers: ['/seller/sales'] },
    { label: 'Payments', to: '/seller/payments', covers: ['/seller/refunds'] },
    { label: 'Store Settings', to: '/my-store' },
  ],
  instructor: [
    { label: 'Dashboard', to: '/instructor/dashboard', covers: ['/instructor/reports', '/seller/payments'] },
    {
      label: 'Courses',
      to: '/instructor/courses',
      covers: ['/instructor/quizzes', '/instructor/questions'],
    },
    { label: 'Create Course', to: '/instructor/courses/create' },
    {
      label: 'Students',
      to: '/instructor/students',
      covers: [
        '/instructor/grading',
        '/instructor/announcements',
        '/instructor/courses/*/students',
        '/instructor/courses/*/analytics',
      ],
    },
    { label: 'Certificates', to: '/instructor/certificates' },
    { label: 'Availability', to: '/connect/profile', search: '?tab=hours' },
    { label: 'Bookings', to: '/instructor/bookings' },
    { label: 'Messages', to: '/messages' },
    { label: 'Settings', to: '/profile/edit' },
  ],
};

export const USER_MENU: readonly MenuEntry[] = [
  { label: 'My Dashboard', to: '/my-dashboard' },
  { label: 'My Courses', to: '/my-courses' },
  { label: 'My Purchases', to: '/my-purchases' },
  { label: 'My Bookings', to: '/my-bookings' },
  { label: 'Messages', to: '/messages' },
  { label: 'My Profile', to: '/profile' },
  { label: 'My Membership', to: '/profile/membership' },
  { label: 'Seller Payments', to: '/seller/payments', roles: ['seller'] },
  // An officer's are everyone's.
  { label: 'Seller Payments', to: '/admin/payouts', roles: ['curriculum_officer'], notFor: ['seller'] },
  { label: 'Admin Panel', to: '/admin', roles: ['admin'] },
  {
    label: 'Curriculum Admin',
    to: '/admin/curriculum-officer',
    roles: ['curriculum_officer'],
    isMobileOnly: true,
  },
];

/** The entries this user can use, each with its current URL. */
export function usableEntries(menu: readonly MenuEntry[], roles: readonly Role[]): MenuEntry[] {
  return menu.flatMap((entry) => {
    const to = [entry.to, entry.until].find((page) => page !== undefined && isBuilt(page));
    const isMeant = !entry.roles || entry.roles.some((role) => roles.includes(role));
    const hasOther = entry.notFor?.some((role) => roles.includes(role)) ?? false;
    return to !== undefined && isMeant && !hasOther ? [{ ...entry, to }] : [];
  });
}

/** Which sidebar staff pages show: an admin's includes the officer's work. */
export function staffMenu(roles: readonly Role[]): readonly MenuEntry[] {
  return SIDEBAR_MENUS[roles.includes('admin') ? 'admin' : 'curriculum_officer'];
}

/**
 * The entry to mark as current: /admin/users/7 and /admin/audit are both under Users. The longest match wins; `*`
 * matches any one segment.
 */
export function currentEntry(menu: readonly MenuEntry[], pathname: string): MenuEntry | undefined {
  const there = pathname.split('/');
  const reach = (page: string) => {
    const parts = page.split('/');
    const isAt = parts.every((part, at) => part === '*' || part === there[at]);
    return isAt && (page !== STAFF_HOME || pathname === page) ? parts.length : 0;
  };
  const reached = menu.map(({ to, covers = [] }) => Math.max(...[to, ...covers].map(reach)));
  const most = Math.max(...reached);
  return most > 0 ? menu[reached.indexOf(most)] : undefined;
}
