// Selling and teaching here: what was asked for, what became of it, and asking.
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
import { useWithdraw, type OwnApplication } from './dashboard.api.ts';

const STATES: Readonly<Record<ApplicationState, { tone: BadgeTone; word: string }>> = {
  waiting: { tone: 'warn', word: 'Being read' },
  approved: { tone: 'ok', word: 'Approved' },
  declined: { tone: 'bad', word: 'Declined' },
  withdrawn: { tone: 'plain', word: 'Taken back' },
};

const OFFERS: Readonly<Record<ApplicationKind, string>> = {
  sell: 'Lesson plans, music, videos: offer what you made for your own classes to other teachers.',
  teach: 'Give courses and let studios book you.',
};

type MyApplicationsProps = { applications: readonly OwnApplication[]; roles: readonly Role[] };

export function MyApplications({ applications, roles }: MyApplicationsProps) {
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
  const { tone, word } = STATES[state];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-rule py-3.5 text-sm leading-ui">
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <strong className="font-semibold">{APPLICATION_LABELS[kind]}</strong>{' '}
        <Badge tone={tone}>{word}</Badge>
        {reason && <p className="mt-1">Why: {reason}</p>}
        {state === 'waiting' && note && <p className="mt-1 whitespace-pre-line text-ink-2">{note}</p>}
        <p className="small mt-1">
          Sent {formatAgo(createdAt)}
          {decidedAt && `, answered ${formatAgo(decidedAt)}`}
        </p>
      </div>
      {state === 'waiting' && <Withdraw application={application} />}
    </li>
  );
}

function Withdraw({ application }: { application: OwnApplication }) {
  const withdraw = useWithdraw();
  return (
    <ConfirmDialog
      title={`Take back “${APPLICATION_LABELS[application.kind]}”?`}
      description="Nobody reads it any more. You can apply again whenever you like."
      confirmLabel="Take back"
      failure={failureTextOf}
      trigger={
        <Button size="s" variant="danger">
          Take back…
        </Button>
      }
      onConfirm={async () => {
        await withdraw.mutateAsync(application.id);
        toast({ title: 'Your application is taken back' });
      }}
    />
  );
}
