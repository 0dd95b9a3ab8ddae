// The menus of the frame (spec §2, §6): what each role's sidebar and the person's own menu hold, in the order of the
// specification. An entry shows once its page exists and the person may open it: no link is dead, none is refused.
import { hasPermission, type Permission, type Role } from './roles.ts';
import { isBuilt } from './site-pages.ts';

export type MenuEntry = {
  label: string;
  to: string;
  /** The page that does this work while the one named by `to` does not exist. */
  until?: string;
  /** Without it the page would refuse. */
  permission?: Permission;
  /** Absent: everyone who sees the menu. */
  roles?: readonly Role[];
  /** Only in the menu of a phone. */
  isMobileOnly?: boolean;
  /** Pages without an entry of their own that belong to this one. */
  covers?: readonly string[];
};

/** Every staff page lies below it, so only the page itself counts as being there. */
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
    { label: 'Certificates', to: '/admin/certificates' },
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
    { label: 'Messages', to: '/admin/messages' },
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
    { label: 'Seller Management', to: '/admin/sellers', covers: ['/admin/applications'] },
    { label: 'Settings', to: '/admin/settings', permission: 'settings.edit' },
  ],
  seller: [
    { label: 'Dashboard', to: '/seller-dashboard', covers: ['/seller/coupons'] },
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
    { label: 'Courses', to: '/instructor/courses' },
    { label: 'Create Course', to: '/instructor/courses/create' },
    {
      label: 'Students',
      to: '/instructor/students',
      covers: ['/instructor/grading', '/instructor/courses/*/students', '/instructor/courses/*/analytics'],
    },
    { label: 'Certificates', to: '/instructor/certificates' },
    { label: 'Availability', to: '/connect/profile' },
    { label: 'Bookings', to: '/my-bookings' },
    { label: 'Messages', to: '/messages' },
    { label: 'Settings', to: '/profile/edit' },
  ],
};

export const USER_MENU: readonly MenuEntry[] = [
  { label: 'My Dashboard', to: '/my-dashboard' },
  { label: 'My Courses', to: '/my-courses' },
  { label: 'My Purchases', to: '/my-purchases' },
  { label: 'My Profile', to: '/profile' },
  { label: 'Seller Payments', to: '/seller/payments', roles: ['seller', 'curriculum_officer'] },
  { label: 'Admin Panel', to: '/admin', roles: ['admin'] },
  {
    label: 'Curriculum Admin',
    to: '/admin/curriculum-officer',
    roles: ['curriculum_officer'],
    isMobileOnly: true,
  },
];

/** What of a menu this person can use today, each entry with the address it leads to today. */
export function usableEntries(menu: readonly MenuEntry[], roles: readonly Role[]): MenuEntry[] {
  return menu.flatMap((entry) => {
    const to = [entry.to, entry.until].find((page) => page !== undefined && isBuilt(page));
    const isAllowed = !entry.permission || hasPermission(roles, entry.permission);
    const isMeant = !entry.roles || entry.roles.some((role) => roles.includes(role));
    return to !== undefined && isAllowed && isMeant ? [{ ...entry, to }] : [];
  });
}

/** Whose menu stands beside the staff pages: an admin's holds the officer's work as well. */
export function staffMenu(roles: readonly Role[]): readonly MenuEntry[] {
  return SIDEBAR_MENUS[roles.includes('admin') ? 'admin' : 'curriculum_officer'];
}

/**
 * The entry to mark as the place one is at: /admin/users/7 and /admin/audit are both within Users. Of several, the one
 * that names most of the address; `*` stands for any one part of it.
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
