// One application in the queue: who asks, for what, in which words, and the two answers.
import { APPLICATION_LABELS } from '#shared/features/application/application.states.ts';
import { fullNameOf } from '#shared/names.ts';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { offerUndo } from '#app/lib/offer-undo.ts';
import { ApplicationStateBadge } from './application-state.tsx';
import {
  useApproveApplication,
  useDeclineApplication,
  useRefreshPeople,
  type StaffApplication,
} from '#app/features/user-admin/users.api.ts';
import { PersonCell } from '#app/features/user-admin/user-cell.tsx';

type ApplicationItemProps = {
  application: StaffApplication;
  mayDecide: boolean;
  mayOpenPerson: boolean;
  /** It is about to leave the queue; false: it stays after all. */
  onDeciding: (isDeciding: boolean) => void;
};

export function ApplicationItem({ application, mayDecide, mayOpenPerson, onDeciding }: ApplicationItemProps) {
  const { user, kind, note, state, reason, decidedBy, decidedAt } = application;
  return (
    <li
      className="grid gap-x-8 gap-y-3 border-b border-rule py-5 md:grid-cols-[minmax(0,1fr)_auto]"
      // The next one takes the focus when the one before it is decided.
      tabIndex={-1}
      data-application={application.id}
      aria-label={`${fullNameOf(user)}: ${APPLICATION_LABELS[kind]}`}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <PersonCell person={user} isLinked={mayOpenPerson} />
          <Badge tone="act">{APPLICATION_LABELS[kind]}</Badge>
          {!user.isEmailVerified && <Badge tone="warn">Address not confirmed</Badge>}
        </div>
        <p className="mt-3 max-w-measure wrap-anywhere whitespace-pre-line">
          {note || <span className="text-ink-3">No note was written.</span>}
        </p>
        <p className="small mt-2">
          Sent <When iso={application.createdAt} />
          {decidedAt && (
            <>
              , decided <When iso={decidedAt} />
              {decidedBy && ` by ${decidedBy}`}
            </>
          )}
        </p>
        {reason && <p className="meta mt-2">Reason given: {reason}</p>}
      </div>
      <div className="flex items-start gap-3">
        {state !== 'waiting' ? (
          <ApplicationStateBadge state={state} />
        ) : (
          mayDecide && <Decision application={application} onDeciding={onDeciding} />
        )}
      </div>
    </li>
  );
}

function Decision({ application, onDeciding }: Pick<ApplicationItemProps, 'application' | 'onDeciding'>) {
  const approve = useApproveApplication();
  const decline = useDeclineApplication();
  const params = { id: application.id };
  const name = fullNameOf(application.user);
  const refresh = useRefreshPeople();
  const onUndone = () => onDeciding(false);
  // Awaited, not told by callback: the item is gone from the queue, and its callbacks with it, before it is over.
  const approveNow = async () => {
    onDeciding(true);
    try {
      const { decision } = await approve.mutateAsync({ params });
      offerUndo({ words: `${name} is approved`, decision, onSettled: refresh, onUndone });
    } catch (error) {
      onDeciding(false);
      toast({ title: `${name} was not approved`, description: failureTextOf(error), variant: 'destructive' });
    }
  };
  const declineNow = async (reason: string) => {
    onDeciding(true);
    try {
      const { decision } = await decline.mutateAsync({ params, body: { reason } });
      offerUndo({ words: `${name} is declined`, decision, onSettled: refresh, onUndone });
    } catch (error) {
      onDeciding(false);
      throw error;
    }
  };
  return (
    <>
      <Button aria-label={`Approve ${name}`} isBusy={approve.isPending} onClick={() => void approveNow()}>
        Approve
      </Button>
      <ReasonDialog
        title={`Decline ${name}?`}
        description="The account stays as it is, and they may apply again."
        help="They get your words by mail: say what is missing."
        confirmLabel="Decline"
        trigger={
          <Button variant="danger" aria-label={`Decline ${name}`}>
            Decline…
          </Button>
        }
        onConfirm={declineNow}
      />
    </>
  );
}
