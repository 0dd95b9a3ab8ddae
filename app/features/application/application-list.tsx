// The staff list of applications, oldest first, each with its two decisions.
import { useEffect, useRef, type ReactNode } from 'react';
import {
  APPLICATION_KINDS,
  APPLICATION_LABELS,
  APPLICATION_STATE_LABELS,
  APPLICATION_STATES,
  type ApplicationKind,
} from '#shared/features/application/application.states.ts';
import { fullNameOf } from '#shared/names.ts';
import { hasPermission, type Permission, type Role } from '#shared/roles.ts';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { UserCell } from '#app/components/staff/user-cell.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf } from '#app/lib/list-address.ts';
import { offerUndo } from '#app/lib/undo.api.ts';
import { ApplicationStateBadge } from './application-history.tsx';
import {
  listApplicationsQuery,
  useApproveApplication,
  useDeclineApplication,
  useRefreshDecisions,
  type StaffApplication,
} from './application.api.ts';

export const DECIDED_BY: Readonly<Record<ApplicationKind, Permission>> = {
  sell: 'sellers.approve',
  teach: 'instructors.approve',
};

type ApplicationListProps = {
  /** The viewer's roles. */
  roles: readonly Role[];
  /** Shows one kind; left out, both kinds. */
  kind?: ApplicationKind;
  hasKindFilter?: boolean;
  /** Left out inside a page that has its own heading. */
  title?: string;
  intro?: string;
  pageTabs?: ReactNode;
};

export function ApplicationList(props: ApplicationListProps) {
  const { roles, kind, hasKindFilter, title, intro, pageTabs } = props;
  const list = useStaffList(
    (params) => ({
      state: oneOf(APPLICATION_STATES, params.get('state')) ?? 'waiting',
      kind: kind ?? oneOf(APPLICATION_KINDS, params.get('kind')),
      page: pageOf(params),
    }),
    listApplicationsQuery,
  );
  const decidingAt = useNextFocused(list.data?.items);
  const { state } = list.filters;
  const empty =
    state === 'waiting'
      ? { title: 'No open applications', text: 'New ones appear here and on the dashboard.' }
      : {
          title: `No ${APPLICATION_STATE_LABELS[state].toLowerCase()} applications`,
          text: 'Choose another state to see the rest.',
        };
  return (
    <StaffList
      list={list}
      nouns="applications"
      {...(title !== undefined && { title })}
      intro={intro}
      pageTabs={pageTabs}
      tabs={{
        label: 'State',
        name: 'state',
        tabs: APPLICATION_STATES.map((value) => ({
          value,
          label: APPLICATION_STATE_LABELS[value],
          count: list.data?.counts[value],
        })),
      }}
      filters={
        hasKindFilter
          ? [
              {
                name: 'kind',
                label: 'Type',
                all: 'Sell and teach',
                options: APPLICATION_KINDS.map((value) => ({ value, label: APPLICATION_LABELS[value] })),
              },
            ]
          : []
      }
      hasFaces
      empty={empty}
      noMatch={{ action: undefined, ...empty }}
    >
      {(applications) => (
        <ul className="mt-4 border-t border-ink" aria-label="Applications">
          {applications.map((application, at) => (
            <ApplicationItem
              key={application.id}
              application={application}
              canDecide={hasPermission(roles, DECIDED_BY[application.kind])}
              onDeciding={(isDeciding) => {
                decidingAt.current = isDeciding ? at : null;
              }}
            />
          ))}
        </ul>
      )}
    </StaffList>
  );
}

/** After a decision the focus moves to the next application, or to the empty state. */
function useNextFocused(items: readonly { id: number }[] = []) {
  const decidingAt = useRef<number | null>(null);
  useEffect(() => {
    const at = decidingAt.current;
    if (at === null) return;
    decidingAt.current = null;
    const next = items[Math.min(at, items.length - 1)];
    const target = next ? `[data-application="${next.id}"]` : '[data-no-rows]';
    document.querySelector<HTMLElement>(target)?.focus();
  }, [items]);
  return decidingAt;
}

type ApplicationItemProps = {
  application: StaffApplication;
  canDecide: boolean;
  /** True when the item is about to leave the list, false when it stays after all. */
  onDeciding: (isDeciding: boolean) => void;
};

function ApplicationItem({ application, canDecide, onDeciding }: ApplicationItemProps) {
  const { user, kind, note, state, reason, decidedBy, decidedAt } = application;
  return (
    <li
      className="grid gap-x-8 gap-y-3 border-b border-rule py-5 md:grid-cols-[minmax(0,1fr)_auto]"
      // Focusable from code only: see useNextFocused.
      tabIndex={-1}
      data-application={application.id}
      aria-label={`${fullNameOf(user)}: ${APPLICATION_LABELS[kind]}`}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <UserCell user={user} />
          <Badge tone="act">{APPLICATION_LABELS[kind]}</Badge>
          {!user.isEmailVerified && <Badge tone="warn">Email not confirmed</Badge>}
        </div>
        <p className="mt-3 max-w-measure wrap-anywhere whitespace-pre-line">
          {note || <span className="text-ink-3">No message.</span>}
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
        {reason && <p className="meta mt-2">Reason: {reason}</p>}
      </div>
      <div className="flex items-start gap-3">
        {state !== 'waiting' ? (
          <ApplicationStateBadge state={state} />
        ) : (
          canDecide && <Decision application={application} onDeciding={onDeciding} />
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
  const refresh = useRefreshDecisions();
  const onUndone = () => onDeciding(false);
  // Awaited instead of callbacks: the item unmounts, and its callbacks with it, before the request is done.
  const approveNow = async () => {
    onDeciding(true);
    try {
      const { decision } = await approve.mutateAsync({ params });
      offerUndo({ title: `${name} approved`, decision, onSettled: refresh, onUndone });
    } catch (error) {
      onDeciding(false);
      toast({ title: `Couldn’t approve ${name}`, description: failureTextOf(error), variant: 'destructive' });
    }
  };
  const declineNow = async (reason: string) => {
    onDeciding(true);
    try {
      const { decision } = await decline.mutateAsync({ params, body: { reason } });
      offerUndo({ title: `${name} declined`, decision, onSettled: refresh, onUndone });
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
        description="Their account doesn’t change, and they can apply again."
        help="We’ll email them this reason. Say what is missing."
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
