// Buyers who ask for their money back: every request, and the answer.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { rolesOf } from '#shared/roles.ts';
import { RefundRequestList, requestStateIn } from '#app/components/staff/refund-request-list.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { useUser } from '#app/features/account/account.api.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { refundRequestsQuery, useDecideRefundRequest } from './staff-order.api.ts';

export const handle: StaffHandle = { permission: 'payments.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Refund requests',
    description: 'Buyers who ask for their money back.',
    path: '/admin/refunds',
    isHidden: true,
  });
}

export default function RefundRequestsPage() {
  const user = useUser();
  const { params } = useListAddress();
  const query = useQuery(refundRequestsQuery({ state: requestStateIn(params), page: pageOf(params) }));
  const decide = useDecideRefundRequest();
  return (
    <StaffPage
      title="Refund requests"
      tabs={user && <StaffTabs area="money" roles={rolesOf(user)} />}
      intro="Sellers answer for their own things, staff for everything. Whoever answers first decides."
    >
      <RefundRequestList
        query={query}
        onDecide={decide.mutateAsync}
        orderTo={(orderId) => `/admin/orders/${orderId}`}
      />
    </StaffPage>
  );
}
