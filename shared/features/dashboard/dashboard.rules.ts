// Which dashboard is whose (spec §2).
import type { Role } from '#shared/roles.ts';

export const MULTI_DASHBOARD = '/multi-dashboard';
export const USER_DASHBOARD = '/dashboard/user';

const DASHBOARDS: Partial<Record<Role, string>> = {
  seller: '/seller-dashboard',
  instructor: '/instructor/dashboard',
  admin: '/admin',
  curriculum_officer: '/admin/curriculum-officer',
};

/** The dashboard of a role; roles without their own share the member's. */
export function dashboardOfRole(role: Role): string {
  return DASHBOARDS[role] ?? USER_DASHBOARD;
}

/** Where /dashboard redirects. If that dashboard does not exist yet, it is the one everybody has. */
export function dashboardFor(roles: readonly Role[], isBuilt: (page: string) => boolean): string {
  const held = [...new Set(roles)];
  const [first = 'user'] = held;
  const page = held.length > 1 ? MULTI_DASHBOARD : dashboardOfRole(first);
  return isBuilt(page) ? page : USER_DASHBOARD;
}
