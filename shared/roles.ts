// Who may do what: the eleven roles of spec §3 and the permissions each carries. The server enforces this table and
// /admin/roles shows it; pages only use it to hide what would be refused.

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

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  user: 'Member',
  admin: 'Admin',
  instructor: 'Instructor',
  student: 'Student',
  seller: 'Seller',
  booking: 'Booking',
  booking_provider: 'Booking provider',
  booking_client: 'Booking client',
  curriculum_officer: 'Curriculum officer',
  curriculum_admin: 'Curriculum admin',
  moderator: 'Moderator',
};

/** Each with what it lets someone do, as /admin/roles says it. */
export const PERMISSION_LABELS = {
  'dashboard.view': 'See the numbers of the whole site',
  'people.view': 'See accounts and export them',
  'people.manage': 'Suspend and restore accounts, end sessions, send reset links',
  'roles.grant': 'Give and take roles',
  'applications.view': 'See applications to sell or teach',
  'sellers.approve': 'Decide applications to sell',
  'instructors.approve': 'Decide applications to teach',
  'sellers.manage': 'Suspend and restore shops, keep notes about sellers',
  'curriculum.manage': 'Review resources in every state, feature them, decide rights notices',
  'categories.manage': 'Sort the categories of resources',
  'styles.manage': 'Name, order and retire dance styles',
  'courses.manage': 'Edit, feature, archive and transfer every course',
  'course-categories.manage': 'Sort the categories of courses',
  'payments.manage': 'See payments that do not fit their orders, and settle them',
  'coupons.manage': 'Make coupons of the house, change and switch off any coupon',
  'settings.edit': 'Change the settings of the site',
  'site.operate': 'See version, database, jobs and mail; run failed jobs again',
  'audit.view': 'Read the audit log',
  'handbook.read': 'Read the staff handbook',
} as const;

export type Permission = keyof typeof PERMISSION_LABELS;

export const PERMISSIONS = Object.keys(PERMISSION_LABELS) as Permission[];

const ROLE_PERMISSIONS: Partial<Record<Role, readonly Permission[]>> = {
  admin: PERMISSIONS,
  // Curriculum work only: sellers are part of it, other accounts are not.
  curriculum_officer: [
    'applications.view',
    'sellers.approve',
    'sellers.manage',
    'curriculum.manage',
    'categories.manage',
    'styles.manage',
    'handbook.read',
  ],
};

export function permissionsOf(role: Role): readonly Permission[] {
  return ROLE_PERMISSIONS[role] ?? [];
}

export function hasPermission(roles: readonly Role[], permission: Permission): boolean {
  return roles.some((role) => permissionsOf(role).includes(permission));
}

/** Spec §2: whom the staff pages let in. What each page then shows is a matter of permissions. */
export function passesAdminGuard(roles: readonly Role[]): boolean {
  return roles.includes('admin') || roles.includes('curriculum_officer');
}

/** All roles of a person whose answer may name only the first. */
export function rolesOf(user: { role: Role; roles?: readonly Role[] | undefined }): readonly Role[] {
  return user.roles ?? [user.role];
}

/** `user` is what someone is who holds nothing else. */
export function withRole(roles: readonly Role[], role: Role): Role[] {
  const kept = roles.filter((held) => held !== 'user' && held !== role);
  return role === 'user' && kept.length > 0 ? kept : [...kept, role];
}
