// Edit a resource.
import type { MetaArgs } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Edit a resource',
    description: 'Edit a resource.',
    path: '/curriculum',
    isHidden: true,
  });
}

export default function ResourceEditPage() {
  return <h1 className="t-l t-l-tool">Edit a resource</h1>;
}
