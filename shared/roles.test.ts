import { describe, expect, it } from 'vitest';
import {
  GRANTABLE_ROLES,
  hasPermission,
  isGrantable,
  passesAdminGuard,
  PERMISSIONS,
  permissionsOf,
  RETIRED_ROLES,
  ROLES,
  rolesOf,
  withRole,
} from './roles.ts';

describe('roles', () => {
  it('are the eleven of the specification', () => {
    expect(ROLES).toHaveLength(11);
  });

  it('give admins everything, officers curriculum work, everyone else nothing', () => {
    expect(permissionsOf('admin')).toEqual(PERMISSIONS);
    expect(permissionsOf('curriculum_officer')).toEqual([
      'applications.view',
      'sellers.approve',
      'sellers.manage',
      'curriculum.manage',
      'categories.manage',
      'styles.manage',
      'payouts.view',
      'handbook.read',
    ]);
    const others = ROLES.filter((role) => role !== 'admin' && role !== 'curriculum_officer');
    expect(others.flatMap(permissionsOf)).toEqual([]);
    expect(hasPermission(['seller', 'curriculum_officer'], 'sellers.approve')).toBe(true);
    expect(hasPermission(['seller', 'curriculum_officer'], 'people.view')).toBe(false);
  });

  it('are granted if they mean something: those without a place in spec §6 never are', () => {
    expect(ROLES.filter((role) => !isGrantable(role))).toEqual(['curriculum_admin', 'moderator']);
    expect(GRANTABLE_ROLES).toEqual(ROLES.filter(isGrantable));
    for (const role of RETIRED_ROLES) expect(permissionsOf(role)).toEqual([]);
  });

  it('let admins and officers open staff pages', () => {
    expect(ROLES.filter((role) => passesAdminGuard([role]))).toEqual(['admin', 'curriculum_officer']);
  });
});

describe('withRole', () => {
  it('replaces plain membership with a role, once', () => {
    expect(withRole(['user'], 'seller')).toEqual(['seller']);
    expect(withRole(['seller'], 'instructor')).toEqual(['seller', 'instructor']);
    expect(withRole(['seller', 'instructor'], 'seller')).toEqual(['instructor', 'seller']);
    expect(withRole(['seller'], 'user')).toEqual(['seller']);
    expect(withRole([], 'user')).toEqual(['user']);
  });
});

it('a user without a list of roles has the primary one', () => {
  expect(rolesOf({ role: 'seller' })).toEqual(['seller']);
  expect(rolesOf({ role: 'seller', roles: ['seller', 'admin'] })).toEqual(['seller', 'admin']);
});
