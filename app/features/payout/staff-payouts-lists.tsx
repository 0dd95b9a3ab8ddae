// The three lists on the staff payouts page: payouts, runs, sellers on hold.
import { formatDay } from '#shared/dates.ts';
import type { HeldSeller, PayoutRunRow, StaffPayout } from '#shared/features/payout/payout-staff.contract.ts';
import { formatMoney } from '#shared/money.ts';
import { StaffList, type StaffColumn, type StaffListState } from '#app/components/staff/staff-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { COMMON_PAYOUT_COLUMNS, PayoutMessage } from './payout-columns.tsx';
import { useRetryPayout, type HeldSellers, type PayoutRuns, type StaffPayouts } from './payouts-staff.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

const sellerTo = (id: number) => `/admin/sellers?seller=${id}`;

type PayoutListProps = { list: StaffListState<StaffPayouts>; mayRetry: boolean };

export function PayoutList({ list, mayRetry }: PayoutListProps) {
  const canRetry = mayRetry && (list.query.data?.items.some(isFailed) ?? false);
  return (
    <StaffList
      list={list}
      nouns="payouts"
      caption="Payouts, newest first"
      columns={canRetry ? [...PAYOUT_COLUMNS, RETRY_COLUMN] : PAYOUT_COLUMNS}
      empty={NO_PAYOUTS}
      noMatch={{ action: undefined, ...NO_PAYOUTS }}
    />
  );
}

const NO_PAYOUTS = {
  title: 'No payouts yet',
  text: 'Sellers with a payout account are paid seven days after each sale.',
};

const PAYOUT_COLUMNS: StaffColumn<StaffPayout>[] = [
  {
    key: 'seller',
    header: 'Seller',
    card: 'title',
    cell: (payout) => (
      <span className="min-w-0 wrap-anywhere">
        <StaffLink className="font-semibold hover:underline" to={sellerTo(payout.seller.id)}>
          {payout.seller.shop}
        </StaffLink>
        <span className="small block">
          Payout {payout.id}
          {payout.gatewayId && `, ${payout.gatewayId}`}
          {payout.seller.isHeld && ', now on hold'}
        </span>
        <PayoutMessage payout={payout} />
      </span>
    ),
  },
  ...COMMON_PAYOUT_COLUMNS,
];

const isFailed = ({ state }: StaffPayout) => state === 'failed';

const RETRY_COLUMN: StaffColumn<StaffPayout> = {
  key: 'retry',
  header: 'Retry',
  isHeaderHidden: true,
  align: 'right',
  cell: (payout) => isFailed(payout) && <Retry payout={payout} />,
};

function Retry({ payout }: { payout: StaffPayout }) {
  const retry = useRetryPayout();
  const again = () =>
    retry.mutate(
      { params: { id: payout.id } },
      {
        onSuccess: () =>
          toast({
            title: 'Payout retried',
            description: `${payout.seller.shop} is paid what is due now.`,
          }),
        onError: (error) =>
          toast({
            title: 'Couldn’t retry the payout',
            description: failureTextOf(error),
            variant: 'destructive',
          }),
      },
    );
  return (
    <Button
      size="s"
      className="whitespace-nowrap"
      isBusy={retry.isPending}
      onClick={again}
      aria-label={`Retry payout ${payout.id}`}
    >
      Retry
    </Button>
  );
}

export function RunList({ list }: { list: StaffListState<PayoutRuns> }) {
  return (
    <StaffList
      list={list}
      nouns="runs"
      caption="Payout runs, newest first"
      columns={RUN_COLUMNS}
      empty={{ title: 'No payout runs yet', text: 'Payouts run once a day.' }}
    />
  );
}

const RUN_COLUMNS: StaffColumn<PayoutRunRow>[] = [
  {
    key: 'run',
    header: 'Run',
    card: 'title',
    cell: ({ id, startedBy }) => (
      <span>
        <span className="font-semibold">Run {id}</span>
        <span className="small block">{startedBy ?? 'Scheduled'}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ endedAt }) => (endedAt ? <Badge tone="ok">Done</Badge> : <Badge tone="warn">Running</Badge>),
  },
  { key: 'when', header: 'When', cell: ({ startedAt }) => <When iso={startedAt} /> },
  {
    key: 'count',
    header: 'Payouts',
    align: 'right',
    card: 'line',
    cell: ({ payoutCount }) => <span className="num">{payoutCount}</span>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    card: 'figure',
    cell: ({ amount }) => <span className="num font-semibold">{formatMoney(amount)}</span>,
  },
];

export function HeldList({ list }: { list: StaffListState<HeldSellers> }) {
  return (
    <StaffList
      list={list}
      nouns="sellers"
      caption="Sellers on hold, longest first"
      columns={HELD_COLUMNS}
      empty={{
        title: 'No sellers on hold',
        text: 'To hold a seller’s payouts, open the seller and give a reason.',
      }}
    />
  );
}

const HELD_COLUMNS: StaffColumn<HeldSeller>[] = [
  {
    key: 'seller',
    header: 'Seller',
    card: 'title',
    cell: ({ id, shop, reason }) => (
      <span className="min-w-0 wrap-anywhere">
        <StaffLink className="font-semibold hover:underline" to={sellerTo(id)}>
          {shop}
        </StaffLink>
        <span className="small block">{reason}</span>
      </span>
    ),
  },
  {
    key: 'since',
    header: 'Since',
    cell: ({ since }) => <span className="whitespace-nowrap">{formatDay(since)}</span>,
  },
  {
    key: 'available',
    header: 'Amount on hold',
    align: 'right',
    card: 'figure',
    cell: ({ available }) => <span className="num font-semibold">{formatMoney(available)}</span>,
  },
];
