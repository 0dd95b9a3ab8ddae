// Which staff pages and sidebar entries each role has. That the server agrees: tests/tables/staff-pages.test.ts.
import { describe, expect, it } from 'vitest';
import { PERMISSIONS, type Role, ROLES } from './roles.ts';
import { BUILT_PAGES } from './site-pages.ts';
import {
  mayOpen,
  missingPermissions,
  rolesThatOpen,
  STAFF_PAGES,
  staffEntries,
  staffHome,
} from './staff-pages.ts';

const pages = Object.keys(STAFF_PAGES);
const openFor = (...roles: Role[]) => pages.filter((page) => mayOpen(roles, page));

it('has every page below the admin guard', () => {
  const built = BUILT_PAGES.filter(
    (page) => page === '/admin' || page.startsWith('/admin/') || page === '/curriculum-officer-dashboard',
  );
  expect(pages.toSorted()).toEqual(built.toSorted());
  for (const page of pages) expect(STAFF_PAGES[page]?.permissions, page).not.toEqual([]);
});

describe('who opens which pages', () => {
  it('admins all', () => {
    expect(openFor('admin')).toEqual(pages);
  });

  it('officers those of the curriculum, and of sellers', () => {
    expect(openFor('curriculum_officer')).toEqual([
      '/admin/applications',
      '/admin/resources',
      '/admin/curriculum',
      '/admin/rights-notices',
      '/admin/curriculum-officer',
      '/curriculum-officer-dashboard',
      '/admin/resource-categories',
      '/admin/curriculum-categories',
      '/admin/dance-styles',
      '/admin/sellers',
      '/admin/bundles',
      '/admin/bundles/{id}',
      '/admin/payouts',
      '/admin/settings',
      '/admin/documentation',
    ]);
    expect(openFor('curriculum_officer', 'seller')).toEqual(openFor('curriculum_officer'));
  });

  it.each(ROLES.filter((role) => role !== 'admin' && role !== 'curriculum_officer'))('%s none', (role) => {
    expect(openFor(role)).toEqual([]);
    expect(staffEntries([role])).toEqual([]);
  });
});

it('says which permissions are missing, and who has them', () => {
  expect(missingPermissions(['curriculum_officer'], '/admin')).toEqual([
    'dashboard.view',
    'settings.edit',
    'ledger.view',
  ]);
  expect(missingPermissions(['curriculum_officer'], '/admin/course-categories')).toEqual([
    'course-categories.manage',
  ]);
  expect(missingPermissions(['curriculum_officer'], '/admin/course-creator?course=3')).toEqual([
    'courses.manage',
  ]);
  expect(missingPermissions(['curriculum_officer'], '/admin/orders/7/')).toEqual(['orders.view']);
  expect(missingPermissions(['curriculum_officer'], '/admin/subscription-plans/gifts')).toEqual([
    'memberships.manage',
  ]);
  expect(missingPermissions(['user'], '/courses')).toEqual([]);
  expect(rolesThatOpen('/admin/users/7')).toEqual(['admin']);
  expect(rolesThatOpen('/admin/curriculum')).toEqual(['admin', 'curriculum_officer']);
});

it('asks for each permission of a page’s calls', () => {
  const asked = new Set(Object.values(STAFF_PAGES).flatMap(({ permissions }) => permissions));
  // What these allow is part of pages others open as well.
  const withoutPage = [
    'people.manage',
    'roles.grant',
    'sellers.approve',
    'instructors.approve',
    'payouts.manage',
  ];
  expect(PERMISSIONS.filter((permission) => !asked.has(permission))).toEqual(withoutPage);
});

describe('the sidebar', () => {
  const combinations: [Role[], number][] = [
    [['admin'], 19],
    [['curriculum_officer'], 6],
    [['curriculum_officer', 'seller'], 6],
    [['curriculum_officer', 'admin'], 19],
  ];

  it.each(combinations)('of %j has only pages they open', (roles, count) => {
    const entries = staffEntries(roles);
    expect(entries).toHaveLength(count);
    for (const { to } of entries) expect([to, mayOpen(roles, to)]).toEqual([to, true]);
  });

  it('begins with the dashboard that is theirs', () => {
    expect(staffHome(['admin'])).toBe('/admin');
    expect(staffHome(['curriculum_officer', 'instructor'])).toBe('/admin/curriculum-officer');
    expect(staffHome(['user'])).toBe('/');
  });
});
