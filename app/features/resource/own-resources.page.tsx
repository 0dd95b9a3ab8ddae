// My resources.
import type { MetaArgs } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'My resources',
    description: 'My resources.',
    path: '/my-resources',
    isHidden: true,
  });
}

export default function OwnResourcesPage() {
  return <h1 className="t-l t-l-tool">My resources</h1>;
}
