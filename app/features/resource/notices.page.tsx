// Rights notices.
import type { MetaArgs } from 'react-router';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';

export const handle: StaffHandle = { permission: 'curriculum.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Rights notices',
    description: 'Rights notices.',
    path: '/admin/rights-notices',
    isHidden: true,
  });
}

export default function NoticesPage() {
  return <h1 className="t-l t-l-tool">Rights notices</h1>;
}
