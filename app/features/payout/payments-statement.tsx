// A seller's statement: every entry of one month with the balance after it.
import { useQuery } from '@tanstack/react-query';
import Download from 'icon:download';
import { useNavigate } from 'react-router';
import { formatDay, formatMonth } from '#shared/dates.ts';
import { exportStatement, type StatementLine } from '#shared/features/payout/payout.contract.ts';
import { DEFAULT_CURRENCY, formatMoney } from '#shared/money.ts';
import { formatSigned } from '#app/components/staff/ledger-entries.tsx';
import { ListPager } from '#app/components/staff/list-controls.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { pageOf, useListAddress } from '#app/lib/list-address.ts';
import type { LedgerKind } from '#shared/features/ledger/ledger.states.ts';
import { monthsSince } from './months.ts';
import { getStatementQuery, type StatementPage } from './payments.api.ts';

export function MonthStatement({ firstMonth }: { firstMonth: string | null }) {
  const { params, to } = useListAddress();
  const navigate = useNavigate();
  const months = monthsSince(firstMonth);
  const month = months.find((one) => one === params.get('month')) ?? months[0] ?? '';
  const query = useQuery(getStatementQuery({ month, page: pageOf(params) }));
  const choose = (chosen: string) =>
    void navigate(to({ month: chosen === months[0] ? undefined : chosen }), { preventScrollReset: true });
  return (
    <section aria-label="Statement" className="mt-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <FormField label="Month" className="-mb-[0.4rem] w-56">
          <Select
            value={month}
            onChange={(event) => choose(event.target.value)}
            options={months.map((value) => ({ value, label: formatMonth(`${value}-01T00:00:00Z`) }))}
          />
        </FormField>
        <a className={buttonClass({ size: 's' })} href={`${exportStatement.path}?month=${month}`} download>
          <Download className="icon" aria-hidden="true" />
          CSV
        </a>
      </div>
      <QueryView
        query={query}
        what="your statement"
        skeleton={<ListSkeleton label="Loading your statement" />}
      >
        {(statement) => <Lines statement={statement} />}
      </QueryView>
    </section>
  );
}

function Lines({ statement }: { statement: StatementPage }) {
  const { items, opening, closing } = statement;
  return (
    <>
      <RunningOrder className="meta mt-4" label="Balance this month">
        <OrderLine figure={formatMoney(opening)}>Opening balance</OrderLine>
        <OrderLine figure={formatMoney(closing)}>Closing balance</OrderLine>
      </RunningOrder>
      {items.length === 0 ? (
        <EmptyState className="mt-6" headingLevel={3} title="No entries this month">
          Sales, refunds and payouts appear here, each with the balance after it.
        </EmptyState>
      ) : (
        <>
          <Table
            caption="Entries this month, newest first"
            className="mt-4"
            columns={COLUMNS}
            rows={items}
            keyOf={({ id }) => String(id)}
          />
          <ListPager {...statement} />
        </>
      )}
    </>
  );
}

const KIND_LABELS: Readonly<Record<LedgerKind, string>> = {
  sale: 'Sale',
  refund: 'Refund',
  refund_failed: 'Failed refund',
  dispute: 'Dispute',
  payout: 'Payout',
  payout_paid: 'Payout',
  payout_failed: 'Failed payout',
  reversal: 'Reversed payout',
  member_share: 'Member library',
};

function lineLabel({ kind, orderNumber, payoutId }: StatementLine): string {
  const about = payoutId === null ? orderNumber : `no. ${payoutId}`;
  return about === null ? KIND_LABELS[kind] : `${KIND_LABELS[kind]}, ${about}`;
}

const COLUMNS: TableColumn<StatementLine>[] = [
  {
    key: 'what',
    header: 'Entry',
    card: 'title',
    cell: (line) => (
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{lineLabel(line)}</span>
        {line.titles.length > 0 && <span className="small block">{line.titles.join(', ')}</span>}
        {line.note !== null && <span className="small block max-w-measure">{line.note}</span>}
        {line.paid !== null && line.fee !== null && (
          <span className="small block">
            {formatMoney(line.paid)} paid, {formatMoney(line.fee)} fee
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'when',
    header: 'Date',
    cell: ({ at }) => <span className="whitespace-nowrap">{formatDay(at)}</span>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    card: 'figure',
    cell: ({ amount }) => <span className="num font-semibold">{formatSigned(amount, DEFAULT_CURRENCY)}</span>,
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    card: 'line',
    cell: ({ balance }) => <span className="num">{formatMoney(balance)}</span>,
  },
];
