// All refund requests, for staff.
import type { MetaArgs } from 'react-router';
import { rolesOf } from '#shared/roles.ts';
import { RefundRequestList } from '#app/components/staff/refund-request-list.tsx';
import { useMayOpen } from '#app/components/staff/staff-link.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listRefundRequestsQuery, useDecideRefundRequest } from '#app/components/staff/staff-refund.api.ts';

const ORDERS = '/admin/orders';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Refund requests',
    description: 'Refund requests from buyers.',
    path: '/admin/refunds',
    isHidden: true,
  });
}

export default function RefundRequestsPage() {
  const user = useUser();
  const decide = useDecideRefundRequest();
  const mayOpen = useMayOpen();
  return (
    <RefundRequestList
      queryOf={listRefundRequestsQuery}
      intro="Sellers decide about their own items, staff about everything. The first decision counts."
      pageTabs={user && <StaffTabs area="money" roles={rolesOf(user)} />}
      onDecide={decide.mutateAsync}
      {...(mayOpen(ORDERS) && { orderTo: (orderId) => `${ORDERS}/${orderId}` })}
    />
  );
}
