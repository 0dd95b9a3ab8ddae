// Roles and permissions: the eleven roles of spec §3 and what each allows. The server enforces this table and
// /admin/roles shows it, with every operation a permission opens; pages only use it to hide what would be refused.

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

/** Nobody can get these: they are values of spec §3 that its §6 gives neither permissions nor pages. */
export const RETIRED_ROLES = ['curriculum_admin', 'moderator'] as const satisfies readonly Role[];

export type GrantableRole = Exclude<Role, (typeof RETIRED_ROLES)[number]>;

const retired: ReadonlySet<Role> = new Set(RETIRED_ROLES);

export const isGrantable = (role: Role): role is GrantableRole => !retired.has(role);

export const GRANTABLE_ROLES: readonly GrantableRole[] = ROLES.filter(isGrantable);

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

/** Each permission with its name on /admin/roles; what it opens in detail comes from the contracts. */
export const PERMISSION_LABELS = {
  'dashboard.view': 'View the site’s statistics',
  'people.view': 'View and export users, view roles',
  'people.manage':
    'Suspend and restore users, end sessions, send reset links, turn off two-factor sign-in, mark users as under 18',
  'roles.grant': 'Assign and remove roles',
  'applications.view': 'View applications to sell or teach',
  'sellers.approve': 'Approve or decline applications to sell',
  'instructors.approve': 'Approve or decline applications to teach',
  'instructors.manage': 'Suspend and restore instructors on Connect, set their fee',
  'sellers.manage': 'Suspend and restore sellers, add staff notes',
  'curriculum.manage': 'View, review and feature resources, decide rights notices, manage platform bundles',
  'categories.manage': 'Manage resource categories',
  'styles.manage': 'Add, rename, order and retire dance styles',
  'courses.manage': 'Manage every course: content, students, grading, discussions, certificates, shares',
  'course-categories.manage': 'Manage course categories',
  'credits.review': 'Review evidence for outside credit hours and decide whether they count',
  'bookings.manage':
    'View all bookings with their files, move them or cancel them with a full refund, decide reported session reviews',
  'support.manage': 'Answer people who write to support, keep notes and saved replies',
  'help.manage': 'Write, order and publish help articles',
  'messages.moderate': 'Decide reported messages, read a conversation with a reason',
  'orders.view': 'View all orders with their payments, resend receipts',
  'refunds.manage': 'Decide refund requests, refund orders, play disputes in the sandbox',
  'payments.manage': 'View and resolve payment problems',
  'grants.manage': 'Give and revoke access without payment',
  'ledger.view': 'View, check and export the ledger, view revenue',
  'payouts.view': 'View sellers’ balances, payouts and holds',
  'payouts.manage': 'Run, retry, hold and release payouts, set sellers’ fees',
  'memberships.manage':
    'Create and change membership plans and the member library, view, give, extend and cancel memberships, view gifts',
  'coupons.manage': 'Create platform coupons, edit and deactivate any coupon',
  'settings.edit': 'Change site settings',
  'site.operate':
    'View version, database, jobs and mail; run failed jobs and send held mail again; replace the key of badges',
  'audit.view': 'Read the audit log',
  'handbook.read': 'Read the staff handbook',
} as const;

export type Permission = keyof typeof PERMISSION_LABELS;

export const PERMISSIONS = Object.keys(PERMISSION_LABELS) as Permission[];

const ROLE_PERMISSIONS: Partial<Record<Role, readonly Permission[]>> = {
  admin: PERMISSIONS,
  // Curriculum work only: that includes sellers, but no other users.
  curriculum_officer: [
    'applications.view',
    'sellers.approve',
    'sellers.manage',
    'curriculum.manage',
    'categories.manage',
    'styles.manage',
    // Spec §6: the link “Seller Payments” is theirs too.
    'payouts.view',
    'handbook.read',
  ],
};

export function permissionsOf(role: Role): readonly Permission[] {
  return ROLE_PERMISSIONS[role] ?? [];
}

/** The roles that have this permission. */
export function rolesWith(permission: Permission): Role[] {
  return ROLES.filter((role) => permissionsOf(role).includes(permission));
}

export function hasPermission(roles: readonly Role[], permission: Permission): boolean {
  return roles.some((role) => permissionsOf(role).includes(permission));
}

/** Spec §2: who may open staff pages. Which ones they open depends on permissions: `staff-pages.ts`. */
export function passesAdminGuard(roles: readonly Role[]): boolean {
  return roles.includes('admin') || roles.includes('curriculum_officer');
}

/** All roles of a user; older responses may contain only the primary one. */
export function rolesOf(user: { role: Role; roles?: readonly Role[] | undefined }): readonly Role[] {
  return user.roles ?? [user.role];
}

/** `user` is the role of someone with no other role. */
export function withRole(roles: readonly Role[], role: Role): Role[] {
  const others = roles.filter((held) => held !== 'user' && held !== role);
  return role === 'user' && others.length > 0 ? others : [...others, role];
}
