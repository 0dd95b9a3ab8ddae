// Who may do what: the eleven roles of spec §3 and the permissions each carries. The server enforces
// this table; pages only use it to hide what would be refused.

export const ROLES = [
  'user',
  'admin',
  'instructor',
  'student',
  'seller',
  'booking',
  'booking_provider',
  'booking_client',
  'curriculum_officer',
  'curriculum_admin',
  'moderator',
] as const;

export type Role = (typeof ROLES)[number];

export const PERMISSIONS = ['site.operate'] as const;

export type Permission = (typeof PERMISSIONS)[number];

const ROLE_PERMISSIONS: Partial<Record<Role, readonly Permission[]>> = {
  admin: PERMISSIONS,
};

export function hasPermission(roles: readonly Role[], permission: Permission): boolean {
  return roles.some((role) => ROLE_PERMISSIONS[role]?.includes(permission));
}
