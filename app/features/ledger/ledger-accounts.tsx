// Account balances, seller balances and monthly exports.
import Download from 'icon:download';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMonth } from '#shared/dates.ts';
import { exportLedger, exportLedgerSellers } from '#shared/features/ledger/ledger.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatSigned } from '#app/components/staff/ledger-entries.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { useListAddress } from '#app/lib/list-address.ts';
import { LEDGER_ACCOUNT_LABELS, type LedgerAccount } from '#shared/features/ledger/ledger.states.ts';
import type { Balances } from './ledger.api.ts';

export function LedgerAccounts({ accounts, total }: Pick<Balances, 'accounts' | 'total'>) {
  const { to } = useListAddress();
  const currency = accounts[0]?.currency ?? 'USD';
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts" className="t-s mb-3 flex min-h-11 items-center border-b border-ink pb-1">
        Accounts
      </h2>
      <p className="small mb-2">Positive: held by Relevé. Negative: owed, or earned by Relevé.</p>
      <Table
        caption="Accounts"
        isFlush
        isNarrow
        rows={accounts}
        keyOf={({ account, currency: of }) => `${account} ${of}`}
        columns={columnsOf((account) => to({ account }))}
      />
      <RunningOrder className="num mt-2">
        <OrderLine isTotal figure={formatSigned(total, currency)}>
          Total
        </OrderLine>
      </RunningOrder>
    </section>
  );
}

const columnsOf = (
  accountTo: (account: LedgerAccount) => string,
): TableColumn<Balances['accounts'][number]>[] => [
  {
    key: 'account',
    header: 'Account',
    cell: ({ account }) => (
      <Link className="link" to={accountTo(account)} preventScrollReset>
        {LEDGER_ACCOUNT_LABELS[account]}
      </Link>
    ),
  },
  {
    key: 'entries',
    header: 'Entries',
    align: 'right',
    cell: ({ entryCount }) => formatCount(entryCount),
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    cell: ({ balance, currency: of }) => formatSigned(balance, of),
  },
];

export function LedgerSellers({ sellers }: Pick<Balances, 'sellers'>) {
  const { to } = useListAddress();
  if (sellers.length === 0) return null;
  return (
    <section aria-labelledby="owed" className="mt-10">
      <h2 id="owed" className="t-s mb-1 flex min-h-11 items-center border-b border-ink pb-1">
        Seller balances
      </h2>
      <RunningOrder className="meta num">
        {sellers.map(({ id, name, balance }) => (
          <OrderLine key={id} figure={formatSigned(balance, 'USD')}>
            <Link className="link" to={to({ sellerId: id })} preventScrollReset>
              {name}
            </Link>
          </OrderLine>
        ))}
      </RunningOrder>
    </section>
  );
}

const MONTHS_OFFERED = 24;

/** This month and earlier ones, in UTC like the ledger. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS_OFFERED }, (_, ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7),
  );
}

export function LedgerExport() {
  const [months] = useState(() => lastMonths(new Date()));
  const [month, setMonth] = useState(months[1] ?? '');
  const file = (path: string, label: string) => (
    <a className={buttonClass()} href={`${path}?month=${month}`} download>
      <Download className="icon" aria-hidden="true" />
      {label}
    </a>
  );
  return (
    <section aria-labelledby="export" className="mt-10">
      <h2 id="export" className="t-s mb-3 flex min-h-11 items-center border-b border-ink pb-1">
        Export
      </h2>
      <FormField label="Month" help="Months are in UTC.">
        <Select
          options={months.map((value) => ({ value, label: formatMonth(`${value}-01`) }))}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
        />
      </FormField>
      <div className="mt-4 flex flex-wrap gap-3">
        {file(exportLedger.path, 'All entries')}
        {file(exportLedgerSellers.path, 'By seller')}
      </div>
    </section>
  );
}
