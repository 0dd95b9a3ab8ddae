// The role dashboard redirect, for every role and every pair of roles.
import { describe, expect, it } from 'vitest';
import { type Role, ROLES } from '#shared/roles.ts';
import { dashboardFor, dashboardOfRole } from './dashboard.rules.ts';

const everything = () => true;

/** Spec §2. */
const OWN: Partial<Record<Role, string>> = {
  seller: '/seller-dashboard',
  instructor: '/instructor/dashboard',
  admin: '/admin',
  curriculum_officer: '/admin/curriculum-officer',
};

describe('one role', () => {
  it.each(ROLES)('%s has its dashboard', (role) => {
    expect(dashboardFor([role], everything)).toBe(OWN[role] ?? '/dashboard/user');
    expect(dashboardOfRole(role)).toBe(OWN[role] ?? '/dashboard/user');
  });

  it.each(ROLES)('%s falls back to the shared dashboard while its own does not exist', (role) => {
    expect(dashboardFor([role], () => false)).toBe('/dashboard/user');
  });

  it('listed twice counts once', () => {
    expect(dashboardFor(['admin', 'admin'], everything)).toBe('/admin');
  });
});

describe('more than one role', () => {
  const pairs = ROLES.flatMap((one) => ROLES.filter((other) => other !== one).map((other) => [one, other]));
  it.each(pairs)('%s and %s choose at /multi-dashboard', (...pair) => {
    expect(dashboardFor(pair, everything)).toBe('/multi-dashboard');
  });

  it('so do all of them at once', () => {
    expect(dashboardFor(ROLES, everything)).toBe('/multi-dashboard');
  });
});

it('no role at all counts as member', () => {
  expect(dashboardFor([], everything)).toBe('/dashboard/user');
});
