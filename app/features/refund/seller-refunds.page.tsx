// Refund requests for a seller's items, and the seller's decisions.
import type { MetaArgs } from 'react-router';
import { RefundRequestList } from '#app/components/staff/refund-request-list.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listSellerRefundRequestsQuery, useDecideSellerRefundRequest } from './refund.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Refund requests',
    description: 'Refund requests from your buyers.',
    path: '/seller/refunds',
    isHidden: true,
  });
}

export default function SellerRefundsPage() {
  const decide = useDecideSellerRefundRequest();
  return (
    <RefundRequestList
      queryOf={listSellerRefundRequestsQuery}
      intro="Buyers can request a refund for seven days. You decide about your own items; until then your share is on hold. Approved refunds are paid at once, including our fee."
      onDecide={decide.mutateAsync}
      next={<ButtonLink to="/seller/payments">Your payments</ButtonLink>}
    />
  );
}
