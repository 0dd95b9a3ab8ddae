// One account, part by part: facts, sessions, applications, what staff did with it.
import { Link } from 'react-router';
import { APPLICATION_LABELS } from '#shared/features/application/application.states.ts';
import { formatDay } from '#shared/dates.ts';
import { AuditList } from '#app/components/staff/audit-list.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { ApplicationStateBadge } from '#app/features/application/application-state.tsx';
import type { Person } from './users.api.ts';
import { EndSessions } from './user-actions.tsx';

export function PersonFacts({ person }: { person: Person }) {
  return (
    <StaffPart title="Account">
      <RunningOrder className="meta">
        <OrderLine figure={person.username}>Username</OrderLine>
        <OrderLine figure={person.isEmailVerified ? 'Confirmed' : 'Not confirmed'}>{person.email}</OrderLine>
        <OrderLine figure={person.hasTwoFactor ? 'On' : 'Off'}>Authenticator app</OrderLine>
        <OrderLine figure={formatDay(person.createdAt)}>Joined</OrderLine>
        <OrderLine figure={person.lastSeenAt ? <When iso={person.lastSeenAt} /> : 'Never'}>
          Last seen
        </OrderLine>
      </RunningOrder>
    </StaffPart>
  );
}

export function PersonSessions({ person }: { person: Person }) {
  const { sessions } = person;
  return (
    <StaffPart title="Signed in on" action={sessions.length > 0 && <EndSessions person={person} />}>
      {sessions.length === 0 ? (
        <p className="meta py-3">Nowhere at the moment.</p>
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

export function PersonApplications({ person }: { person: Person }) {
  if (person.applications.length === 0) return null;
  return (
    <StaffPart title="Applications">
      <ul aria-label="Applications">
        {person.applications.map((application) => (
          <li key={application.id} className="border-b border-rule py-3 text-sm leading-ui">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <strong className="font-semibold">{APPLICATION_LABELS[application.kind]}</strong>
              <ApplicationStateBadge state={application.state} />
            </div>
            {application.note && <p className="mt-1 wrap-anywhere whitespace-pre-line">{application.note}</p>}
            {application.reason && <p className="small mt-1">Reason given: {application.reason}</p>}
            <p className="small mt-1">
              Sent <When iso={application.createdAt} />
              {application.state === 'waiting' && (
                <>
                  {', '}
                  <Link className="link" to="/admin/applications">
                    decide it in the queue
                  </Link>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </StaffPart>
  );
}

export function PersonAudit({ person }: { person: Person }) {
  return (
    <StaffPart
      title="What staff did"
      action={
        <Link className="link meta" to={`/admin/audit?userId=${person.id}`}>
          In the audit log
        </Link>
      }
    >
      {person.audit.length === 0 ? (
        <p className="meta py-3">Nothing so far.</p>
      ) : (
        <div className="-mt-2">
          <AuditList entries={person.audit} isAboutOne />
        </div>
      )}
    </StaffPart>
  );
}
