// Payouts for staff: every payout with its state, the payout runs, and sellers on hold.
import { useEffect } from 'react';
import { type MetaArgs } from 'react-router';
import { formatMoment } from '#shared/dates.ts';
import { PAYOUT_STATE_LABELS, PAYOUT_STATES } from '#shared/features/payout/payout.states.ts';
import { hasPermission, rolesOf } from '#shared/roles.ts';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { useStaffList } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { useUser } from '#app/lib/user.api.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { HeldList, PayoutList, RunList } from './staff-payouts-lists.tsx';
import {
  listSellersOnHoldQuery,
  listPayoutRunsQuery,
  listStaffPayoutsQuery,
  useStartPayoutRun,
  type PayoutRuns,
} from './payouts-staff.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Payouts',
    description: 'Payouts to sellers and instructors.',
    path: '/admin/payouts',
    isHidden: true,
  });
}

const VIEWS = ['runs', 'held'] as const;

export default function StaffPayoutsPage() {
  const { params, to } = useListAddress();
  const user = useUser();
  const roles = user ? rolesOf(user) : [];
  const mayManage = hasPermission(roles, 'payouts.manage');
  const view = oneOf(VIEWS, params.get('view'));
  const state = oneOf(PAYOUT_STATES, params.get('state'));
  /** All three lists load for their counts; the page number in the URL belongs to the visible one. */
  const pageFor = (shown: typeof view) => (given: URLSearchParams) => (view === shown ? pageOf(given) : 1);
  const payouts = useStaffList(
    (given) => ({ state: oneOf(PAYOUT_STATES, given.get('state')), page: pageFor(undefined)(given) }),
    listStaffPayoutsQuery,
  );
  const runs = useStaffList((given) => ({ page: pageFor('runs')(given) }), listPayoutRunsQuery);
  useRefetchAfterRun(runs.data, payouts.query.refetch);
  const held = useStaffList((given) => ({ page: pageFor('held')(given) }), listSellersOnHoldQuery);
  const counts = payouts.data?.counts;
  const clean = { view: undefined, state: undefined };
  return (
    <StaffPage
      title="Payouts"
      tabs={user && <StaffTabs area="money" roles={roles} />}
      actions={mayManage && <RunNow />}
      intro={
        <>
          Once a day, every seller is paid their available balance.{' '}
          {runs.data && `The next run is on ${formatMoment(runs.data.nextAt)}. `}
          See the{' '}
          <StaffLink className="link" to="/admin/documentation">
            handbook
          </StaffLink>
          .
        </>
      }
    >
      <div className="mt-4">
        <TabLinks
          label="Payouts"
          tabs={[
            { label: 'All', to: to(clean), count: counts?.all, isCurrent: !view && !state },
            ...PAYOUT_STATES.map((value) => ({
              label: PAYOUT_STATE_LABELS[value],
              to: to({ ...clean, state: value }),
              count: counts?.[value],
              isCurrent: !view && state === value,
            })),
            {
              label: 'Sellers on hold',
              to: to({ ...clean, view: 'held' }),
              count: held.data?.total,
              isCurrent: view === 'held',
            },
            { label: 'Runs', to: to({ ...clean, view: 'runs' }), isCurrent: view === 'runs' },
          ]}
        />
      </div>
      {!view && <PayoutList list={payouts} mayRetry={mayManage} />}
      {view === 'runs' && <RunList list={runs} />}
      {view === 'held' && <HeldList list={held} />}
    </StaffPage>
  );
}

/** A run creates its payouts in the background, so the list is refetched when a run starts and when it ends. */
function useRefetchAfterRun(runs: PayoutRuns | undefined, refetch: () => Promise<unknown>): void {
  const [latest] = runs?.items ?? [];
  const latestKey = latest && `${latest.id} ${latest.endedAt}`;
  useEffect(() => {
    if (latestKey !== undefined) void refetch();
  }, [latestKey, refetch]);
}

function RunNow() {
  const run = useStartPayoutRun();
  return (
    <ConfirmDialog
      title="Run payouts now?"
      description="Every seller with an available balance is paid now instead of with the next daily run. Nobody is paid twice. The audit log records this with your name."
      confirmLabel="Run payouts"
      cancelLabel="Cancel"
      isDestructive={false}
      failure={failureTextOf}
      trigger={<Button variant="primary">Run payouts now…</Button>}
      onConfirm={async () => {
        await run.mutateAsync({});
        toast({ title: 'Payout run started', description: 'Payouts appear here as they are created.' });
      }}
    />
  );
}
