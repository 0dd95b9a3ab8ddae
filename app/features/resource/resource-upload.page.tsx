// Add a resource.
import type { MetaArgs } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Add a resource',
    description: 'Add a resource.',
    path: '/upload-resource',
    isHidden: true,
  });
}

export default function ResourceUploadPage() {
  return <h1 className="t-l t-l-tool">Add a resource</h1>;
}
