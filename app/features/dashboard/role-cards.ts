// What each role is for, as its card on /multi-dashboard says it, and where the card leads today.
import { dashboardOfRole, USER_DASHBOARD } from '#shared/features/dashboard/dashboard.rules.ts';
import { ROLE_LABELS, type Role } from '#shared/roles.ts';

const WORDS: Readonly<Record<Role, string>> = {
  user: 'Learn, buy material and book teachers.',
  admin: 'Look after people, settings and everything that runs the site.',
  instructor:
    'Give courses, see your students and be booked. Your public profile names you as an instructor.',
  student: 'Follow your courses and keep your certificates.',
  seller: 'Offer your teaching material to other teachers. Your public profile names you as a seller.',
  booking: 'Arrange bookings.',
  booking_provider: 'Be booked for classes and workshops.',
  booking_client: 'Book teachers for your studio.',
  curriculum_officer: 'Decide who may sell here and keep the curriculum in order.',
  curriculum_admin: 'Keep the curriculum in order.',
  moderator: 'Keep conversations kind.',
};

export type RoleCard = { role: Role; label: string; words: string; to: string; action: string };

/** Where a role's own dashboard is still to come, its card leads to what that role can do so far. */
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
    return { role, label, words: WORDS[role], ...target };
  });
}
