// Categories.
import type { MetaArgs } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Categories',
    description: 'Categories.',
    path: '/admin/resource-categories',
    isHidden: true,
  });
}

export default function CategoriesPage() {
  return <h1 className="t-l t-l-tool">Categories</h1>;
}
