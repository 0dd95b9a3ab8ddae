// Resources.
import type { MetaArgs } from 'react-router';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';

export const handle: StaffHandle = { permission: 'curriculum.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Resources',
    description: 'Resources.',
    path: '/admin/resources',
    isHidden: true,
  });
}

export default function StaffResourcesPage() {
  return <h1 className="t-l t-l-tool">Resources</h1>;
}
