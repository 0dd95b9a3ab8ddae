// The parts of a user's staff page: state, details, sessions and staff actions.
import { formatDay } from '#shared/dates.ts';
import type { AccountState } from '#shared/features/account/account.rules.ts';
import { AuditList } from '#app/components/staff/audit-list.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { EndSessions } from './user-actions.tsx';
import type { StaffUser } from './user-admin.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

const STATES: Readonly<Record<AccountState, { tone: BadgeTone; label: string }>> = {
  active: { tone: 'ok', label: 'Active' },
  suspended: { tone: 'bad', label: 'Suspended' },
  deleted: { tone: 'plain', label: 'Deleted' },
};

/** An active user with an unconfirmed address shows that instead: it is what staff look for. */
export function UserStateBadge(user: { state: AccountState; isEmailVerified: boolean }) {
  if (user.state === 'active' && !user.isEmailVerified) return <Badge tone="warn">Not confirmed</Badge>;
  const { tone, label } = STATES[user.state];
  return <Badge tone={tone}>{label}</Badge>;
}

export function UserDetails({ user }: { user: StaffUser }) {
  return (
    <StaffPart title="Account">
      <RunningOrder className="meta">
        <OrderLine figure={user.username}>Username</OrderLine>
        <OrderLine figure={user.isEmailVerified ? 'Confirmed' : 'Not confirmed'}>{user.email}</OrderLine>
        <OrderLine figure={user.hasTwoFactor ? 'On' : 'Off'}>Authenticator app</OrderLine>
        <OrderLine figure={formatDay(user.createdAt)}>Joined</OrderLine>
        <OrderLine figure={user.lastSeenAt ? <When iso={user.lastSeenAt} /> : 'Never'}>Last seen</OrderLine>
      </RunningOrder>
    </StaffPart>
  );
}

export function UserSessions({ user }: { user: StaffUser }) {
  const { sessions } = user;
  return (
    <StaffPart title="Sessions" action={sessions.length > 0 && <EndSessions user={user} />}>
      {sessions.length === 0 ? (
        <p className="meta py-3">Not signed in anywhere.</p>
      ) : (
        <ul aria-label="Sessions">
          {sessions.map((session) => (
            <li
              key={session.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-rule py-3 text-sm leading-ui"
            >
              <span>
                <strong className="font-semibold">{session.device}</strong>
                <span className="small block num">{session.address}</span>
              </span>
              <span className="small">
                <When iso={session.lastSeenAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </StaffPart>
  );
}

export function UserAudit({ user }: { user: StaffUser }) {
  return (
    <StaffPart
      title="Staff actions"
      action={
        <StaffLink className="link meta" to={`/admin/audit?userId=${user.id}`} isOnlyLink>
          Open in audit log
        </StaffLink>
      }
    >
      {user.audit.length === 0 ? (
        <p className="meta py-3">No staff actions yet.</p>
      ) : (
        <div className="-mt-2">
          <AuditList entries={user.audit} isAboutOne />
        </div>
      )}
    </StaffPart>
  );
}
