// A user's applications on the staff page of that user.
import type { ContractOutput } from '#shared/contract.ts';
import type { createApplication } from '#shared/features/application/application.contract.ts';
import {
  APPLICATION_LABELS,
  APPLICATION_STATE_LABELS,
  type ApplicationState,
} from '#shared/features/application/application.states.ts';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

const TONES: Readonly<Record<ApplicationState, BadgeTone>> = {
  waiting: 'warn',
  approved: 'ok',
  declined: 'bad',
  withdrawn: 'plain',
};

export function ApplicationStateBadge({ state }: { state: ApplicationState }) {
  return <Badge tone={TONES[state]}>{APPLICATION_STATE_LABELS[state]}</Badge>;
}

type Application = ContractOutput<typeof createApplication>;

export function ApplicationHistory({ applications }: { applications: readonly Application[] }) {
  if (applications.length === 0) return null;
  return (
    <StaffPart title="Applications">
      <ul aria-label="Applications">
        {applications.map((application) => (
          <li key={application.id} className="border-b border-rule py-3 text-sm leading-ui">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <strong className="font-semibold">{APPLICATION_LABELS[application.kind]}</strong>
              <ApplicationStateBadge state={application.state} />
            </div>
            {application.note && <p className="mt-1 wrap-anywhere whitespace-pre-line">{application.note}</p>}
            {application.reason && <p className="small mt-1">Reason: {application.reason}</p>}
            <p className="small mt-1">
              Sent <When iso={application.createdAt} />
              {application.state === 'waiting' && (
                <>
                  {', '}
                  <StaffLink className="link" to="/admin/applications">
                    open the list to decide
                  </StaffLink>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </StaffPart>
  );
}
