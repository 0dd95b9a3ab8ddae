// Buyers who ask for the money of a seller's things back, and the seller's answer.
import type { MetaArgs } from 'react-router';
import { RefundRequestList } from '#app/components/staff/refund-request-list.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
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
  const decide = useDecideSellerRefundRequest();
  return (
    <RefundRequestList
      queryOf={listSellerRefundRequestsQuery}
      intro="Buyers can ask for their money back for seven days. You decide about your own things; until then your share is on hold. What you approve goes back at once, and the fee with it."
      onDecide={decide.mutateAsync}
      next={<ButtonLink to="/seller/payments">Your payments</ButtonLink>}
    />
  );
}
