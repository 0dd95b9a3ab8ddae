// Add several resources.
import type { MetaArgs } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Add several resources',
    description: 'Add several resources.',
    path: '/multi-upload-resource',
    isHidden: true,
  });
}

export default function MultiUploadPage() {
  return <h1 className="t-l t-l-tool">Add several resources</h1>;
}
