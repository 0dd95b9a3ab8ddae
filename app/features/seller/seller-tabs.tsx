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

/** Pages of their own, not tabs of the dashboard. */
const PAGES = [
  { to: '/seller/coupons', label: 'Coupons' },
  { to: '/seller/announcements', label: 'Announcements' },
] as const;

export function SellerTabs() {
  const { pathname } = useLocation();
  const current = PAGES.find(({ to }) => pathname.startsWith(to)) ?? sellerTabAt(pathname);
  return (
    <TabLinks
      label="Your store"
      tabs={[...SELLER_TABS, ...PAGES].map(({ to, label }) => ({ to, label, isCurrent: to === current.to }))}
    />
  );
}
