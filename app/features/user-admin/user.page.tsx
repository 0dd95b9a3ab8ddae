// One user for staff: details, roles, sessions, applications and staff actions.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, type MetaArgs } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import { parseId } from '#shared/ids.ts';
import { fullNameOf } from '#shared/names.ts';
import { hasPermission, ROLE_LABELS, rolesOf } from '#shared/roles.ts';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { ApplicationHistory } from '#app/features/application/application-history.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { getStaffUserQuery, type StaffUser } from './user-admin.api.ts';
import { UserActions } from './user-actions.tsx';
import { UserAudit, UserDetails, UserSessions, UserStateBadge } from './user-parts.tsx';
import { UserRoles } from './user-roles.tsx';

export function meta({ matches, params }: MetaArgs) {
  return pageMeta(matches, {
    title: 'User',
    description: 'One user in detail.',
    path: `/admin/users/${params['id']}`,
    isHidden: true,
  });
}

export default function UserPage() {
  const id = parseId(useParams()['id']);
  const query = useQuery({ ...getStaffUserQuery(id ?? 0), enabled: id !== null });
  return (
    <DetailPage query={query} noun="user" back={{ to: '/admin/users', label: 'All users' }} hasFace>
      {(user) => <UserSheet user={user} />}
    </DetailPage>
  );
}

function UserSheet({ user }: { user: StaffUser }) {
  const viewer = useUser();
  const roles = viewer ? rolesOf(viewer) : [];
  const isSelf = viewer?.id === user.id;
  const isDeleted = user.state === 'deleted';
  const name = fullNameOf(user);
  const sources = avatarCandidates({ profileImageUrl: user.profileImageUrl, name, kind: 'user' });
  return (
    <DetailSheet
      title={name}
      picture={<Avatar sources={sources} name={name} size="l" />}
      state={
        <>
          <UserStateBadge {...user} />
          {ROLE_LABELS[user.role]}
          {user.isMinor && <Badge tone="warn">Under 18</Badge>}
          {user.state === 'active' && (
            <Link className="link" to={`/profile/${user.id}`}>
              Public profile
            </Link>
          )}
        </>
      }
      actions={hasPermission(roles, 'people.manage') && !isSelf && <UserActions user={user} />}
      notices={
        user.state === 'suspended' && (
          <Notice tone="bad" className="mt-6">
            <strong>Suspended.</strong> {user.suspendedReason}
          </Notice>
        )
      }
      aside={
        <>
          <UserDetails user={user} />
          {!isDeleted && <UserSessions user={user} />}
        </>
      }
    >
      {!isDeleted && (
        <StaffPart title="Roles">
          {isSelf ? (
            <p className="meta py-3">This is you. Only another admin can change your roles.</p>
          ) : hasPermission(roles, 'roles.grant') ? (
            <UserRoles user={user} />
          ) : (
            <p className="meta py-3">{user.roles.map((role) => ROLE_LABELS[role]).join(', ')}</p>
          )}
        </StaffPart>
      )}
      <ApplicationHistory applications={user.applications} />
      <UserAudit user={user} />
    </DetailSheet>
  );
}
