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

/** The dashboard of one role; roles without one of their own share the member's. */
export function dashboardOfRole(role: Role): string {
  return DASHBOARDS[role] ?? USER_DASHBOARD;
}

/** Where /dashboard leads. A dashboard that does not exist yet leads to the one everybody has. */
export function dashboardFor(roles: readonly Role[], isBuilt: (page: string) => boolean): string {
  const held = [...new Set(roles)];
  const [first = 'user'] = held;
  const page = held.length > 1 ? MULTI_DASHBOARD : dashboardOfRole(first);
  return isBuilt(page) ? page : USER_DASHBOARD;
}
