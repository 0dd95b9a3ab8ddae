// Buyers who ask for the money of a seller's things back, and the seller's answer.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { RefundRequestList, requestStateIn } from '#app/components/staff/refund-request-list.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { pageOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listSellerRefundRequestsQuery, useDecideSellerRefundRequest } from './refund.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Refund requests',
    description: 'Buyers who ask for their money back.',
    path: '/seller/refunds',
    isHidden: true,
  });
}

export default function SellerRefundsPage() {
  const { params } = useListAddress();
  const query = useQuery(
    listSellerRefundRequestsQuery({ state: requestStateIn(params), page: pageOf(params) }),
  );
  const decide = useDecideSellerRefundRequest();
  return (
    <StaffPage
      title="Refund requests"
      intro="Buyers can ask for their money back for seven days. You decide about your own things; until then your share is on hold. What you approve goes back at once, and the fee with it."
    >
      <RefundRequestList
        query={query}
        onDecide={decide.mutateAsync}
        next={<ButtonLink to="/seller/payments">Your payments</ButtonLink>}
      />
    </StaffPage>
  );
}
