// Curriculum store.
import type { MetaArgs } from 'react-router';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';

export const handle: StaffHandle = { permission: 'curriculum.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Curriculum store',
    description: 'Curriculum store.',
    path: '/admin/curriculum',
    isHidden: true,
  });
}

export default function ReviewQueuePage() {
  return <h1 className="t-l t-l-tool">Curriculum store</h1>;
}
