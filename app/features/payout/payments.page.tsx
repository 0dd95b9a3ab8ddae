// A seller's payments: balance, next payout, and the statement, earnings, payouts and yearly summary.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import type { PaymentsOverview } from '#shared/features/payout/payout.contract.ts';
import { FiguresSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { oneOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getPaymentsOverviewQuery } from './payments.api.ts';
import { Earnings } from './payments-earnings.tsx';
import { Balance, BankAccount, PayoutInTransit, PayoutSummary } from './payments-overview.tsx';
import { Payouts } from './payments-payouts.tsx';
import { MonthStatement } from './payments-statement.tsx';
import { Year } from './payments-year.tsx';
import './payments.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Payments',
    description: 'Your earnings and payouts.',
    path: '/seller/payments',
    isHidden: true,
  });
}

const VIEWS = ['statement', 'sales', 'payouts', 'year'] as const;
const LABELS = {
  statement: 'Statement',
  sales: 'Earnings',
  payouts: 'Payouts',
  year: 'By year',
} as const;

export default function PaymentsPage() {
  const overview = useQuery(getPaymentsOverviewQuery());
  return (
    <StaffPage title="Payments" intro={overview.data && <Intro overview={overview.data} />}>
      <QueryView query={overview} what="your payments" skeleton={<PaymentsSkeleton />}>
        {(data) => <Money overview={data} />}
      </QueryView>
      <p className="meta mt-10">
        <Link className="link" to="/help/get-paid">
          When and how you get paid
        </Link>
      </p>
    </StaffPage>
  );
}

function Intro({ overview: { fee } }: { overview: PaymentsOverview }) {
  return (
    <>
      We keep {fee.percent}% of what buyers pay{fee.isOwn && ', as agreed with you'}; the rest is yours. We
      pay out each sale when its seven-day refund window is over. <SalesLink />{' '}
      <span aria-hidden="true">·</span>{' '}
      <Link className="link" to="/seller/refunds">
        Refund requests
      </Link>
    </>
  );
}

function SalesLink() {
  return (
    <Link className="link" to="/seller">
      Sales analytics
    </Link>
  );
}

function Money({ overview }: { overview: PaymentsOverview }) {
  const { params, to } = useListAddress();
  const view = oneOf(VIEWS, params.get('view')) ?? 'statement';
  return (
    <>
      <PayoutSummary overview={overview} />
      <Balance overview={overview} />
      <div className="payments-two mt-10">
        <PayoutInTransit overview={overview} />
        <BankAccount overview={overview} />
      </div>
      <div className="mt-12">
        <TabLinks
          label="Your payments"
          tabs={VIEWS.map((value) => ({
            label: LABELS[value],
            to: to({
              view: value === 'statement' ? undefined : value,
              month: undefined,
              year: undefined,
              standing: undefined,
            }),
            isCurrent: view === value,
          }))}
        />
      </div>
      {view === 'statement' && <MonthStatement firstMonth={overview.firstMonth} />}
      {view === 'sales' && <Earnings />}
      {view === 'payouts' && <Payouts />}
      {view === 'year' && <Year firstMonth={overview.firstMonth} />}
    </>
  );
}

function PaymentsSkeleton() {
  return (
    <SkeletonGroup label="Loading your payments">
      <FiguresSkeleton />
      <div className="payments-two mt-8">
        <Skeleton className="h-44" />
        <Skeleton className="h-44" />
      </div>
    </SkeletonGroup>
  );
}
