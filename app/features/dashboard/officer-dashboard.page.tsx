// Curriculum.
import type { MetaArgs } from 'react-router';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';

export const handle: StaffHandle = { permission: 'curriculum.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Curriculum',
    description: 'Curriculum.',
    path: '/admin/curriculum-officer',
    isHidden: true,
  });
}

export default function OfficerDashboardPage() {
  return <h1 className="t-l t-l-tool">Curriculum</h1>;
}
