// The applicant's view: open and decided applications, and what else they can apply for.
import {
  APPLICATION_KINDS,
  APPLICATION_LABELS,
  ROLE_OF_APPLICATION,
  type ApplicationKind,
  type ApplicationState,
} from '#shared/features/application/application.states.ts';
import { formatAgo } from '#shared/dates.ts';
import type { Role } from '#shared/roles.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { useWithdrawApplication, type OwnApplication } from './application.api.ts';

const STATES: Readonly<Record<ApplicationState, { tone: BadgeTone; label: string }>> = {
  waiting: { tone: 'warn', label: 'In review' },
  approved: { tone: 'ok', label: 'Approved' },
  declined: { tone: 'bad', label: 'Declined' },
  withdrawn: { tone: 'plain', label: 'Withdrawn' },
};

const OFFERS: Readonly<Record<ApplicationKind, string>> = {
  sell: 'Sell the lesson plans, music and videos you made for your classes to other teachers.',
  teach: 'Teach courses and take bookings from studios.',
};

type OwnApplicationsProps = { applications: readonly OwnApplication[]; roles: readonly Role[] };

export function OwnApplications({ applications, roles }: OwnApplicationsProps) {
  const isWaiting = (kind: ApplicationKind) =>
    applications.some((application) => application.kind === kind && application.state === 'waiting');
  const open = APPLICATION_KINDS.filter(
    (kind) => !roles.includes(ROLE_OF_APPLICATION[kind]) && !isWaiting(kind),
  );
  if (applications.length === 0 && open.length === 0) return null;
  return (
    <section aria-labelledby="more">
      <h2 id="more" className="t-s mb-4">
        Sell and teach here
      </h2>
      <ul className="border-t border-ink" aria-label="Sell and teach here">
        {applications.map((application) => (
          <Application key={application.id} application={application} />
        ))}
        {open.map((kind) => (
          <li
            key={kind}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-rule py-3.5 text-sm leading-ui"
          >
            <div className="min-w-0 flex-1 basis-64">
              <strong className="block font-semibold">{APPLICATION_LABELS[kind]}</strong>
              {OFFERS[kind]}
            </div>
            <ApplyDialog kind={kind} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Application({ application }: { application: OwnApplication }) {
  const { kind, state, note, reason, createdAt, decidedAt } = application;
  const { tone, label } = STATES[state];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-rule py-3.5 text-sm leading-ui">
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <strong className="font-semibold">{APPLICATION_LABELS[kind]}</strong>{' '}
        <Badge tone={tone}>{label}</Badge>
        {reason && <p className="mt-1">Reason: {reason}</p>}
        {state === 'waiting' && note && <p className="mt-1 whitespace-pre-line text-ink-2">{note}</p>}
        <p className="small mt-1">
          Sent {formatAgo(createdAt)}
          {decidedAt && `, decided ${formatAgo(decidedAt)}`}
        </p>
      </div>
      {state === 'waiting' && <Withdraw application={application} />}
    </li>
  );
}

function Withdraw({ application }: { application: OwnApplication }) {
  const withdraw = useWithdrawApplication();
  return (
    <ConfirmDialog
      title={`Withdraw “${APPLICATION_LABELS[application.kind]}”?`}
      description="We won’t review it. You can apply again at any time."
      confirmLabel="Withdraw application"
      failure={failureTextOf}
      trigger={
        <Button size="s" variant="danger">
          Withdraw…
        </Button>
      }
      onConfirm={async () => {
        await withdraw.mutateAsync(application.id);
        toast({ title: 'Application withdrawn' });
      }}
    />
  );
}
