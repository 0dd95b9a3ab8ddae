// The ledger: transactions, account balances, the ledger check and exports.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { rolesOf } from '#shared/roles.ts';
import { Columns, StaffPage } from '#app/components/staff/staff-page.tsx';
import { LedgerTransactions } from '#app/components/staff/ledger-entries.tsx';
import { dayIn, ListDates, ListFilter, ListSearch } from '#app/components/staff/list-controls.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { RemoveChip } from '#app/components/ui/chip.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { idsOf, oneOf, useListAddress, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import {
  LEDGER_ACCOUNT_LABELS,
  LEDGER_ACCOUNTS,
  LEDGER_KIND_LABELS,
  LEDGER_KINDS,
} from '#shared/features/ledger/ledger.states.ts';
import { LedgerAccounts, LedgerExport, LedgerSellers } from './ledger-accounts.tsx';
import { LedgerCheckPanel } from './ledger-check.tsx';
import { getLedgerBalancesQuery, listLedgerQuery, type LedgerPage } from './ledger.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Ledger',
    description: 'Ledger transactions and balances.',
    path: '/admin/ledger',
    isHidden: true,
  });
}

function filtersIn(params: URLSearchParams) {
  const number = (name: string) => {
    const [id] = idsOf(params.getAll(name)) ?? [];
    return id === undefined ? undefined : Number(id);
  };
  return {
    account: oneOf(LEDGER_ACCOUNTS, params.get('account')),
    kind: oneOf(LEDGER_KINDS, params.get('kind')),
    // A link passes `order`; the search field passes `q`.
    order: searchOf(params, 20) ?? (params.get('order')?.trim().slice(0, 20) || undefined),
    sellerId: number('sellerId'),
    from: dayIn(params, 'from'),
    to: dayIn(params, 'to'),
    after: number('after'),
  };
}

export default function LedgerPageView() {
  const user = useUser();
  const { params } = useListAddress();
  const filters = filtersIn(params);
  const balances = useQuery(getLedgerBalancesQuery());
  const transactions = useQuery(listLedgerQuery(filters));
  return (
    <StaffPage
      title="Ledger"
      tabs={user && <StaffTabs area="money" roles={rolesOf(user)} />}
      intro="Double-entry bookkeeping: every transaction moves money between accounts and sums to zero. Entries can’t be changed."
    >
      <Columns shape="main" className="mt-8">
        <section aria-labelledby="transactions">
          <h2 id="transactions" className="t-s flex min-h-11 items-center border-b border-ink pb-1">
            Transactions
          </h2>
          <Filters filters={filters} />
          <QueryView
            query={transactions}
            what="the transactions"
            skeleton={<ListSkeleton label="Loading transactions" />}
          >
            {(page) => <Transactions page={page} filters={filters} />}
          </QueryView>
        </section>
        <div>
          <QueryView query={balances} what="the accounts" skeleton={<SideSkeleton />} isAside>
            {({ accounts, total, sellers, proof }) => (
              <>
                <LedgerCheckPanel proof={proof} />
                <div className="mt-10">
                  <LedgerAccounts accounts={accounts} total={total} />
                </div>
                <LedgerExport />
                <LedgerSellers sellers={sellers} />
              </>
            )}
          </QueryView>
        </div>
      </Columns>
    </StaffPage>
  );
}

type LedgerFilters = ReturnType<typeof filtersIn>;

const isFiltered = ({ after: _after, ...chosen }: LedgerFilters) =>
  Object.values(chosen).some((value) => value !== undefined);

function Filters({ filters }: { filters: LedgerFilters }) {
  const { to } = useListAddress();
  return (
    <div className="my-4 flex flex-wrap items-start gap-3">
      <ListSearch label="Search by order" placeholder="Order number" resets={['order']} />
      <ListFilter
        name="account"
        label="Account"
        all="All accounts"
        options={LEDGER_ACCOUNTS.map((value) => ({ value, label: LEDGER_ACCOUNT_LABELS[value] }))}
      />
      <ListFilter
        name="kind"
        label="Kind"
        all="All kinds"
        options={LEDGER_KINDS.map((value) => ({ value, label: LEDGER_KIND_LABELS[value] }))}
      />
      <ListDates />
      {filters.sellerId !== undefined && (
        <RemoveChip to={to({ sellerId: undefined })}>Seller {filters.sellerId}</RemoveChip>
      )}
      {isFiltered(filters) && (
        <Link className="btn btn-quiet" to="/admin/ledger" preventScrollReset>
          Clear
        </Link>
      )}
    </div>
  );
}

function Transactions({ page, filters }: { page: LedgerPage; filters: LedgerFilters }) {
  const { to } = useListAddress();
  const isFirst = filters.after === undefined;
  if (page.items.length === 0 && isFirst && !isFiltered(filters)) {
    return (
      <EmptyState className="mt-6" title="No transactions yet">
        The first payment is booked here.
      </EmptyState>
    );
  }
  if (page.items.length === 0) {
    return (
      <EmptyState
        className="mt-6"
        title={isFirst ? 'No transactions match your filters' : 'No older transactions'}
        action={<ButtonLink to="/admin/ledger">Show the latest</ButtonLink>}
      >
        {isFirst
          ? 'Try another account, kind, order or different dates.'
          : 'You’ve reached the end of the list.'}
      </EmptyState>
    );
  }
  return (
    <>
      <LedgerTransactions items={page.items} label="Transactions" />
      <nav className="flex flex-wrap justify-end gap-3 pt-4" aria-label="Pages">
        {!isFirst && (
          <ButtonLink size="s" to={to({})}>
            Newest
          </ButtonLink>
        )}
        {page.next !== null && (
          <ButtonLink size="s" to={to({ after: page.next })} rel="next">
            Older
          </ButtonLink>
        )}
      </nav>
    </>
  );
}

function SideSkeleton() {
  return (
    <SkeletonGroup label="Loading the accounts">
      <Skeleton className="h-48" />
      <Skeleton className="mt-10 h-64" />
    </SkeletonGroup>
  );
}
