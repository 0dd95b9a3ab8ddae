// One account, whole: who it is, what they may do, where they are signed in, and what staff did.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, type MetaArgs } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import { fullNameOf } from '#shared/names.ts';
import { hasPermission, ROLE_LABELS, rolesOf } from '#shared/roles.ts';
import { StaffPart } from '#app/components/staff/staff-part.tsx';
import { Columns } from '#app/components/staff/columns.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/features/account/account.api.ts';
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
  const { id = '' } = useParams();
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0;
  const query = useQuery({ ...personQuery(number), enabled: number > 0 });
  const isMissing =
    number === 0 || (query.error instanceof ApiError && [400, 404].includes(query.error.status));
  return (
    <>
      <Link className="link meta" to="/admin/users">
        All users
      </Link>
      {isMissing ? (
        <Nobody />
      ) : (
        <QueryView query={query} what="this account" skeleton={<PersonSkeleton />}>
          {(person) => <PersonSheet person={person} />}
        </QueryView>
      )}
      {!query.data && !isMissing && <h1 className="sr-only">User</h1>}
    </>
  );
}

function PersonSheet({ person }: { person: Person }) {
  const viewer = useUser();
  const roles = viewer ? rolesOf(viewer) : [];
  const isOneself = viewer?.id === person.id;
  const isGone = person.state === 'deleted';
  return (
    <>
      <PersonHead person={person} mayManage={hasPermission(roles, 'people.manage') && !isOneself} />
      {person.state === 'suspended' && (
        <Notice tone="bad" className="mt-6">
          <strong>Suspended.</strong> {person.suspendedReason}
        </Notice>
      )}
      <Columns shape="even" className="mt-8">
        <div>
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
        </div>
        <div>
          <PersonFacts person={person} />
          {!isGone && <PersonSessions person={person} />}
        </div>
      </Columns>
    </>
  );
}

function PersonHead({ person, mayManage }: { person: Person; mayManage: boolean }) {
  const name = fullNameOf(person);
  const sources = avatarCandidates({ profileImageUrl: person.profileImageUrl, name, kind: 'user' });
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="flex min-w-0 items-center gap-5">
        <Avatar sources={sources} name={name} size="l" />
        <div className="min-w-0">
          <h1 className="t-l t-l-tool wrap-anywhere">{name}</h1>
          <p className="meta mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <AccountStateBadge {...person} />
            {ROLE_LABELS[person.role]}
            {person.state === 'active' && (
              <Link className="link" to={`/profile/${person.id}`}>
                Public profile
              </Link>
            )}
          </p>
        </div>
      </div>
      {mayManage && (
        <div className="flex flex-wrap gap-3">
          <PersonActions person={person} />
        </div>
      )}
    </div>
  );
}

function Nobody() {
  return (
    <>
      <h1 className="t-l t-l-tool mt-4 mb-8">Nobody here</h1>
      <EmptyState
        title="There is no such account"
        action={<ButtonLink to="/admin/users">Look for someone else</ButtonLink>}
      >
        The address may have a slip in it.
      </EmptyState>
    </>
  );
}

function PersonSkeleton() {
  return (
    <SkeletonGroup label="Loading the account" className="mt-4">
      <div className="flex items-center gap-5">
        <Skeleton className="size-16 rounded-round" />
        <div className="grid gap-3">
          <Skeleton className="h-9 w-64" />
          <Skeleton className="h-4 w-40" />
        </div>
      </div>
      <Columns shape="even" className="mt-10">
        <Skeleton className="h-72" />
        <Skeleton className="h-56" />
      </Columns>
    </SkeletonGroup>
  );
}
