// Buyers who ask for their money back: every request, and the answer.
import type { MetaArgs } from 'react-router';
import { rolesOf } from '#shared/roles.ts';
import { RefundRequestList } from '#app/components/staff/refund-request-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { useUser } from '#app/lib/user.api.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listRefundRequestsQuery, useDecideRefundRequest } from '#app/components/staff/staff-refund.api.ts';

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
  const decide = useDecideRefundRequest();
  return (
    <RefundRequestList
      queryOf={listRefundRequestsQuery}
      intro="Sellers answer for their own things, staff for everything. Whoever answers first decides."
      pageTabs={user && <StaffTabs area="money" roles={rolesOf(user)} />}
      onDecide={decide.mutateAsync}
      orderTo={(orderId) => `/admin/orders/${orderId}`}
    />
  );
}
