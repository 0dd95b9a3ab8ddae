// Dance styles.
import type { MetaArgs } from 'react-router';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';

export const handle: StaffHandle = { permission: 'styles.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Dance styles',
    description: 'Dance styles.',
    path: '/admin/dance-styles',
    isHidden: true,
  });
}

export default function StylesPage() {
  return <h1 className="t-l t-l-tool">Dance styles</h1>;
}
