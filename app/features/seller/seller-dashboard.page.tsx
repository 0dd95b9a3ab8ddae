// Your shop.
import type { MetaArgs } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Your shop',
    description: 'Your shop.',
    path: '/seller-dashboard',
    isHidden: true,
  });
}

export default function SellerDashboardPage() {
  return <h1 className="t-l t-l-tool">Your shop</h1>;
}
