// A seller's payouts, newest first.
import { useQuery } from '@tanstack/react-query';
import type { OwnPayout } from '#shared/features/payout/payout.contract.ts';
import { ListPager } from '#app/components/staff/list-controls.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { pageOf, useListAddress } from '#app/lib/list-address.ts';
import { COMMON_PAYOUT_COLUMNS, PayoutMessage } from './payout-columns.tsx';
import { listOwnPayoutsQuery } from './payments.api.ts';

export function Payouts() {
  const { params } = useListAddress();
  const query = useQuery(listOwnPayoutsQuery(pageOf(params)));
  return (
    <section aria-label="Payouts" className="mt-6">
      <QueryView query={query} what="your payouts" skeleton={<ListSkeleton label="Loading your payouts" />}>
        {({ items, total, page, pageSize }) =>
          items.length === 0 ? (
            <EmptyState headingLevel={3} title="No payouts yet">
              Your available balance is paid out every morning.
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Your payouts, newest first"
                columns={COLUMNS}
                rows={items}
                keyOf={({ id }) => String(id)}
              />
              <ListPager page={page} pageSize={pageSize} total={total} />
            </>
          )
        }
      </QueryView>
    </section>
  );
}

const COLUMNS: TableColumn<OwnPayout>[] = [
  {
    key: 'number',
    header: 'Payout',
    card: 'title',
    cell: (payout) => (
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">Payout {payout.id}</span>
        <PayoutMessage payout={payout} />
      </span>
    ),
  },
  ...COMMON_PAYOUT_COLUMNS,
];
