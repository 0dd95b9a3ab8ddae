// Access that staff granted without payment, and revoking it.
import { Link, type MetaArgs } from 'react-router';
import { GRANT_KIND_LABELS } from '#shared/features/entitlement/entitlement.states.ts';
import type { Grant } from '#shared/features/entitlement/grant.contract.ts';
import { formatDay } from '#shared/dates.ts';
import { rolesOf } from '#shared/roles.ts';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { useUser } from '#app/lib/user.api.ts';
import { pageOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { GrantDialog } from './grant-dialog.tsx';
import { listGrantsQuery, useRevokeGrant } from './grant.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Grants',
    description: 'Access granted without payment.',
    path: '/admin/grants',
    isHidden: true,
  });
}

export default function GrantsPage() {
  const user = useUser();
  return (
    <StaffList
      list={useStaffList((params) => ({ page: pageOf(params) }), listGrantsQuery)}
      nouns="grants"
      what="the grants"
      title="Grants"
      pageTabs={user && <StaffTabs area="money" roles={rolesOf(user)} />}
      intro="Resources and courses that staff gave to users without payment. Revoking a grant leaves what the user bought."
      actions={<GrantDialog trigger={<Button>Grant access</Button>} />}
      empty={{
        title: 'No grants yet',
        text: 'Access you grant to fix a problem or as a gift appears here with its reason.',
      }}
    >
      {(grants) => (
        <ul className="mt-6 border-t border-ink" aria-label="Access granted without payment">
          {grants.map((grant) => (
            <GivenItem key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
    </StaffList>
  );
}

function GivenItem({ grant }: { grant: Grant }) {
  const { id, person, title, itemType, itemId, kind, reason, grantedBy, createdAt } = grant;
  const { revokedAt, revokedBy, revokeReason } = grant;
  const revoke = useRevokeGrant();
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-rule py-4 text-sm leading-ui md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 wrap-anywhere">
        <Link
          className="font-semibold hover:underline"
          to={`${itemType === 'course' ? '/courses' : '/curriculum'}/${itemId}`}
        >
          {title}
        </Link>{' '}
        {revokedAt && <Badge>Revoked</Badge>}
        <span className="block">
          to{' '}
          <StaffLink className="link" to={`/admin/users/${person.id}`}>
            {person.name}
          </StaffLink>
          , {GRANT_KIND_LABELS[kind].toLowerCase()}
        </span>
        <span className="small block">
          {reason && `${reason} · `}
          {grantedBy ?? 'A former staff member'}, {formatDay(createdAt)}
        </span>
        {revokedAt && (
          <span className="small block">
            Revoked by {revokedBy ?? 'a former staff member'} on {formatDay(revokedAt)}
            {revokeReason && `: ${revokeReason}`}
          </span>
        )}
      </div>
      {!revokedAt && (
        <ReasonDialog
          title={`Take “${title}” back from ${person.name}?`}
          description="The user loses access right away, unless they also bought it. You can grant it again."
          confirmLabel="Revoke access"
          help="For staff and the audit log."
          trigger={
            <Button size="s" variant="danger" className="-ml-3 self-start justify-self-start">
              Revoke
            </Button>
          }
          onConfirm={async (why) => {
            await revoke.mutateAsync({ id, reason: why });
            toast({ title: 'Access revoked' });
          }}
        />
      )}
    </li>
  );
}
