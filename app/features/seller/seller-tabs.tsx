// The pages of a seller's shop as one row of tabs: the address says which is open.
import { useLocation } from 'react-router';
import { TabLinks } from '#app/components/ui/tab-links.tsx';

export const SHOP_TABS = [
  { to: '/seller-dashboard', label: 'Overview' },
  { to: '/seller', label: 'Sales analytics' },
  { to: '/seller/sales', label: 'Sales' },
  { to: '/my-store', label: 'Store settings' },
] as const;

export const shopTabAt = (pathname: string) =>
  SHOP_TABS.find(({ to }) => to === pathname.replace(/\/$/, '')) ?? SHOP_TABS[0];

/** A page of its own. */
const COUPONS = { to: '/seller/coupons', label: 'Coupons' } as const;

export function SellerTabs() {
  const { pathname } = useLocation();
  const current = pathname.startsWith(COUPONS.to) ? COUPONS : shopTabAt(pathname);
  return (
    <TabLinks
      label="Your shop"
      tabs={[...SHOP_TABS, COUPONS].map(({ to, label }) => ({ to, label, isCurrent: to === current.to }))}
    />
  );
}
