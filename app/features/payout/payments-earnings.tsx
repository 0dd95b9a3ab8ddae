// A seller's earnings, one row per sale, each with its state.
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#shared/dates.ts';
import type { Earning } from '#shared/features/payout/payout.contract.ts';
import {
  EARNING_VIEW_STATE_LABELS,
  EARNING_VIEW_STATES,
  type EarningViewState,
} from '#shared/features/payout/payout.states.ts';
import { formatMoney } from '#shared/money.ts';
import { ListPager } from '#app/components/staff/list-controls.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { ChipLink } from '#app/components/ui/chip.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { oneOf, pageOf, useListAddress } from '#app/lib/list-address.ts';
import { listEarningsQuery } from './payments.api.ts';

export function Earnings() {
  const { params, to } = useListAddress();
  const standing = oneOf(EARNING_VIEW_STATES, params.get('standing'));
  const query = useQuery(listEarningsQuery({ ...(standing && { standing }), page: pageOf(params) }));
  return (
    <section aria-label="Earnings" className="mt-6">
      <nav className="flex flex-wrap gap-2" aria-label="Filter by state">
        <ChipLink to={to({ standing: undefined })} isCurrent={!standing}>
          All
        </ChipLink>
        {EARNING_VIEW_STATES.map((value) => (
          <ChipLink key={value} to={to({ standing: value })} isCurrent={standing === value}>
            {EARNING_VIEW_STATE_LABELS[value]}
          </ChipLink>
        ))}
      </nav>
      <QueryView query={query} what="your sales" skeleton={<ListSkeleton label="Loading your sales" />}>
        {({ items, total, page, pageSize }) =>
          items.length === 0 ? (
            <EmptyState
              className="mt-6"
              headingLevel={3}
              title={
                standing
                  ? `No earnings in the state “${EARNING_VIEW_STATE_LABELS[standing]}”`
                  : 'No sales yet'
              }
            >
              Each sale appears here with your share and its payout.
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Earnings by sale"
                className="mt-4"
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

const TONES: Readonly<Record<EarningViewState, BadgeTone>> = {
  pending: 'plain',
  available: 'ok',
  held: 'bad',
  processing: 'warn',
  paid: 'plain',
  returned: 'plain',
};

function stateDetails({ standing, availableAt, heldAt, heldReason, payoutId }: Earning): string | null {
  if (standing === 'pending') return `until ${formatDay(availableAt)}`;
  if (standing === 'held') return `since ${formatDay(heldAt ?? availableAt)}: ${heldReason}`;
  return payoutId === null ? null : `payout ${payoutId}`;
}

const COLUMNS: TableColumn<Earning>[] = [
  {
    key: 'title',
    header: 'Sold',
    card: 'title',
    cell: ({ title, orderNumber }) => (
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{title}</span>
        <span className="small block">{orderNumber}</span>
      </span>
    ),
  },
  {
    key: 'standing',
    header: 'State',
    card: 'text',
    cell: (earning) => (
      <span className="min-w-0 wrap-anywhere">
        <Badge tone={TONES[earning.standing]}>{EARNING_VIEW_STATE_LABELS[earning.standing]}</Badge>
        <span className="small mt-1 block">{stateDetails(earning)}</span>
      </span>
    ),
  },
  { key: 'sold', header: 'When', cell: ({ soldAt }) => <When iso={soldAt} /> },
  {
    key: 'net',
    header: 'Your share',
    align: 'right',
    card: 'figure',
    cell: ({ net, returned }) => (
      <span className="num">
        <span className="font-semibold">{formatMoney(net)}</span>
        {Number(returned) > 0 && <span className="small block">{formatMoney(returned)} refunded</span>}
      </span>
    ),
  },
];
