// Sellers.
import type { MetaArgs } from 'react-router';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';

export const handle: StaffHandle = { permission: 'sellers.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Sellers',
    description: 'Sellers.',
    path: '/admin/sellers',
    isHidden: true,
  });
}

export default function SellersPage() {
  return <h1 className="t-l t-l-tool">Sellers</h1>;
}
