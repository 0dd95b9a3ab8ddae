// The cards on /multi-dashboard: what each role is for and where its card leads.
import { dashboardOfRole, USER_DASHBOARD } from '#shared/features/dashboard/dashboard.rules.ts';
import { ROLE_LABELS, type Role } from '#shared/roles.ts';

const TEXTS: Readonly<Record<Role, string>> = {
  user: 'Learn, buy material and book teachers.',
  admin: 'Manage users, settings and the site itself.',
  instructor:
    'Teach courses, see your students and take bookings. Your public profile shows you as an instructor.',
  student: 'Take courses and earn certificates.',
  seller: 'Sell your teaching material to other teachers. Your public profile shows you as a seller.',
  booking: 'Manage bookings.',
  booking_provider: 'Take bookings for classes and workshops.',
  booking_client: 'Book teachers for your studio.',
  curriculum_officer: 'Decide who can sell and manage the curriculum.',
  curriculum_admin: 'Manage the curriculum.',
  moderator: 'Keep conversations kind.',
};

export type RoleCard = { role: Role; label: string; text: string; to: string; action: string };

/** Where a card leads while the role has no dashboard of its own. */
const SO_FAR: Partial<Record<Role, { to: string; action: string }>> = {
  curriculum_officer: { to: '/admin/applications', action: 'See applications to sell' },
  seller: { to: '/profile/edit', action: 'Edit your public profile' },
  instructor: { to: '/profile/edit', action: 'Edit your public profile' },
};

export function roleCards(roles: readonly Role[], isBuilt: (page: string) => boolean): RoleCard[] {
  return roles.map((role) => {
    const own = dashboardOfRole(role);
    const label = ROLE_LABELS[role];
    const target = isBuilt(own)
      ? {
          to: own,
          action:
            own === USER_DASHBOARD ? 'Open your dashboard' : `Open the ${label.toLowerCase()} dashboard`,
        }
      : (SO_FAR[role] ?? { to: USER_DASHBOARD, action: 'Open your dashboard' });
    return { role, label, text: TEXTS[role], ...target };
  });
}
