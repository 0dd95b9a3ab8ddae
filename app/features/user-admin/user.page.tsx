// One account, whole: who it is, what they may do, where they are signed in, and what staff did.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, type MetaArgs } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import { parseId } from '#shared/ids.ts';
import { fullNameOf } from '#shared/names.ts';
import { hasPermission, ROLE_LABELS, rolesOf } from '#shared/roles.ts';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { AccountStateBadge } from './account-state.tsx';
import { personQuery, type Person } from './users.api.ts';
import { PersonActions } from './user-actions.tsx';
import { PersonApplications, PersonAudit, PersonFacts, PersonSessions } from './user-parts.tsx';
import { PersonRoles } from './user-roles.tsx';

export const handle: StaffHandle = { permission: 'people.view' };

export function meta({ matches, params }: MetaArgs) {
  return pageMeta(matches, {
    title: 'User',
    description: 'One account of the site.',
    path: `/admin/users/${params['id']}`,
    isHidden: true,
  });
}

export default function PersonPage() {
  const id = parseId(useParams()['id']);
  const query = useQuery({ ...personQuery(id ?? 0), enabled: id !== null });
  return (
    <DetailPage query={query} noun="user" back={{ to: '/admin/users', label: 'All users' }} hasFace>
      {(person) => <PersonSheet person={person} />}
    </DetailPage>
  );
}

function PersonSheet({ person }: { person: Person }) {
  const viewer = useUser();
  const roles = viewer ? rolesOf(viewer) : [];
  const isOneself = viewer?.id === person.id;
  const isGone = person.state === 'deleted';
  const name = fullNameOf(person);
  const sources = avatarCandidates({ profileImageUrl: person.profileImageUrl, name, kind: 'user' });
  return (
    <DetailSheet
      title={name}
      picture={<Avatar sources={sources} name={name} size="l" />}
      state={
        <>
          <AccountStateBadge {...person} />
          {ROLE_LABELS[person.role]}
          {person.state === 'active' && (
            <Link className="link" to={`/profile/${person.id}`}>
              Public profile
            </Link>
          )}
        </>
      }
      actions={hasPermission(roles, 'people.manage') && !isOneself && <PersonActions person={person} />}
      notices={
        person.state === 'suspended' && (
          <Notice tone="bad" className="mt-6">
            <strong>Suspended.</strong> {person.suspendedReason}
          </Notice>
        )
      }
      aside={
        <>
          <PersonFacts person={person} />
          {!isGone && <PersonSessions person={person} />}
        </>
      }
    >
      {!isGone && (
        <StaffPart title="Roles">
          {isOneself ? (
            <p className="meta py-3">This is you. Another admin gives and takes your roles.</p>
          ) : hasPermission(roles, 'roles.grant') ? (
            <PersonRoles person={person} />
          ) : (
            <p className="meta py-3">{person.roles.map((role) => ROLE_LABELS[role]).join(', ')}</p>
          )}
        </StaffPart>
      )}
      <PersonApplications person={person} />
      <PersonAudit person={person} />
    </DetailSheet>
  );
}
