// The tabs of the seller dashboard, selected by the URL.
import { useLocation } from 'react-router';
import { TabLinks } from '#app/components/ui/tab-links.tsx';

export const SELLER_TABS = [
  { to: '/seller-dashboard', label: 'Overview' },
  { to: '/seller', label: 'Sales analytics' },
  { to: '/seller/sales', label: 'Sales' },
  { to: '/my-store', label: 'Store settings' },
] as const;

export const sellerTabAt = (pathname: string) =>
  SELLER_TABS.find(({ to }) => to === pathname.replace(/\/$/, '')) ?? SELLER_TABS[0];

/** Its own page, not a tab of the dashboard. */
const COUPONS = { to: '/seller/coupons', label: 'Coupons' } as const;

export function SellerTabs() {
  const { pathname } = useLocation();
  const current = pathname.startsWith(COUPONS.to) ? COUPONS : sellerTabAt(pathname);
  return (
    <TabLinks
      label="Your shop"
      tabs={[...SELLER_TABS, COUPONS].map(({ to, label }) => ({ to, label, isCurrent: to === current.to }))}
    />
  );
}
