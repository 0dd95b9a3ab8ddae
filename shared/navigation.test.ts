// The menus compared with the specification, and which entries each user sees.
import { describe, expect, it } from 'vitest';
import { currentEntry, SIDEBAR_MENUS, staffMenu, USER_MENU, usableEntries } from './navigation.ts';
import { MAIN_MENU } from './public-pages.ts';
import { isBuilt } from './site-pages.ts';

/** Spec §6, word for word. */
const SPEC = {
  admin:
    'dashboard, users, roles, courses, course creator, course categories, certificates, resources, curriculum store, curriculum officer dashboard, resource categories, instructors, bookings, dance styles, subscription plans, coupons, messages, documentation, settings',
  curriculum_officer:
    'dashboard, resources, resource categories, curriculum store, seller management, settings',
  seller:
    'dashboard, my resources, add resource, curriculum store, sales analytics, payments, store settings',
  instructor:
    'dashboard, courses, create course, students, certificates, availability, bookings, messages, settings',
} as const;
const COUNTS = { admin: 19, curriculum_officer: 6, seller: 7, instructor: 9 } as const;
const ROLES = ['admin', 'curriculum_officer', 'seller', 'instructor'] as const;

describe.each(ROLES)('the sidebar of %s', (role) => {
  const menu = SIDEBAR_MENUS[role];

  it('has the entries of the specification in order', () => {
    expect(menu.map(({ label }) => label.toLowerCase()).join(', ')).toBe(SPEC[role]);
    expect(menu).toHaveLength(COUNTS[role]);
  });

  it('links to each URL once', () => {
    expect(new Set(menu.map(({ to }) => to)).size).toBe(menu.length);
  });

  it('shows only existing pages', () => {
    for (const { to } of usableEntries(menu, [role])) expect([to, isBuilt(to)]).toEqual([to, true]);
  });
});

describe('menu entries', () => {
  it("leave out pages that don't exist, and use the substitute until then", () => {
    const menu = [
      { label: 'Gone', to: '/no-such-page' },
      { label: 'For now', to: '/no-such-page', until: '/admin/applications' },
      { label: 'There', to: '/admin/users', until: '/admin/applications' },
    ];
    expect(usableEntries(menu, []).map(({ label, to }) => `${label} ${to}`)).toEqual([
      'For now /admin/applications',
      'There /admin/users',
    ]);
  });
});

it('has the five entries of the specification in the header', () => {
  expect(MAIN_MENU.map(({ label, to }) => `${label} ${to}`)).toEqual([
    'Home /',
    'Certification /courses',
    'Curriculum /curriculum',
    'Connect /connect',
    'Membership /subscription',
  ]);
});

describe('the user menu', () => {
  const labels = [...new Set(USER_MENU.map(({ label }) => label))];
  const seen = (...roles: Parameters<typeof usableEntries>[1]) =>
    usableEntries(USER_MENU, roles).map(({ label }) => label);

  it('has the order of the specification, and what the specification doesn’t name after what it belongs to', () => {
    expect(labels).toEqual([
      'My Dashboard',
      'My Courses',
      'My Purchases',
      'My Bookings',
      'Messages',
      'My Profile',
      'My Membership',
      'Seller Payments',
      'Admin Panel',
      'Curriculum Admin',
    ]);
  });

  it.each([
    [['user'], []],
    [['seller'], ['Seller Payments']],
    [['curriculum_officer'], ['Seller Payments', 'Curriculum Admin']],
    [['admin'], ['Admin Panel']],
    [
      ['seller', 'admin'],
      ['Seller Payments', 'Admin Panel'],
    ],
  ] as const)('%s additionally see: %s', (roles, extra) => {
    const everyone = [
      'My Dashboard',
      'My Courses',
      'My Purchases',
      'My Bookings',
      'Messages',
      'My Profile',
      'My Membership',
    ];
    expect(seen(...roles)).toEqual([...everyone, ...extra]);
  });
});

it.each([
  [['seller'], '/seller/payments'],
  [['curriculum_officer'], '/admin/payouts'],
  [['curriculum_officer', 'seller'], '/seller/payments'],
  [['seller', 'curriculum_officer', 'instructor'], '/seller/payments'],
] as const)('Seller Payments leads %j once, to %s', (roles, page) => {
  const found = usableEntries(USER_MENU, roles).filter(({ label }) => label === 'Seller Payments');
  expect(found.map(({ to }) => to)).toEqual([page]);
});

describe('the current entry', () => {
  it.each([
    ['/admin', 'Dashboard'],
    ['/admin/users', 'Users'],
    ['/admin/users/7', 'Users'],
    ['/admin/roles', 'Roles'],
    ['/admin/dashboard', 'Dashboard'],
    ['/admin/applications', 'Users'],
    ['/admin/audit', 'Users'],
    ['/admin/mail', 'Settings'],
    ['/admin/deployment', 'Settings'],
    ['/admin/usersearch', undefined],
    ['/', undefined],
  ])('for %s is %s', (pathname, label) => {
    expect(currentEntry(SIDEBAR_MENUS.admin, pathname)?.label).toBe(label);
  });

  it.each([
    ['/seller/resources', 'My Resources'],
    ['/curriculum/7/edit', 'My Resources'],
    ['/seller/resources/add', 'Add Resource'],
    ['/curriculum/upload', 'Add Resource'],
    ['/curriculum', 'Curriculum Store'],
    ['/seller', 'Sales Analytics'],
  ])('for %s is %s as a seller', (pathname, label) => {
    expect(currentEntry(SIDEBAR_MENUS.seller, pathname)?.label).toBe(label);
  });
});

it('staff with both roles get the admin’s sidebar', () => {
  expect(staffMenu(['curriculum_officer', 'admin'])).toBe(SIDEBAR_MENUS.admin);
  expect(staffMenu(['curriculum_officer'])).toBe(SIDEBAR_MENUS.curriculum_officer);
});
