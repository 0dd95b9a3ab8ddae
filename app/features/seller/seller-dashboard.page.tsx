// The seller dashboard: one page with four tabs, selected by the URL.
import { useQuery } from '@tanstack/react-query';
import { useLocation, type MetaArgs } from 'react-router';
import type { OwnSeller } from '#shared/features/seller/own-seller.contract.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { SalesMoney } from '#app/features/payout/sales-money.tsx';
import { UploadChooser } from '#app/components/resource/upload-chooser.tsx';
import { useUploads } from '#app/features/upload/use-uploads.ts';
import { formatDayOfGreeting, greetingFor } from '#app/lib/greeting.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getOwnSellerQuery } from '#app/lib/own-seller.api.ts';
import { listOwnTasksQuery } from './own-seller.api.ts';
import { SellerAnalytics } from './seller-analytics.tsx';
import { StatsSkeleton, SellerOverview } from './seller-overview.tsx';
import { listSoldLinesQuery } from '#app/features/order/order.api.ts';
import { SellerSales } from './seller-sales.tsx';
import { SellerSettings } from './seller-settings.tsx';
import { SellerTabs, sellerTabAt } from './seller-tabs.tsx';
import { SellerSuspended } from '#app/components/seller/seller-suspended.tsx';
import '#app/components/staff/dashboard.css';
import './seller-own.css';

export function meta({ matches, location }: MetaArgs) {
  const tab = sellerTabAt(location.pathname);
  const title = tab.to === '/seller-dashboard' ? 'Your store' : tab.label;
  return pageMeta(matches, { title, description: 'Your store.', path: tab.to, isHidden: true });
}

export default function SellerDashboardPage() {
  const { pathname } = useLocation();
  const current = sellerTabAt(pathname);
  const user = useUser();
  const seller = useQuery(getOwnSellerQuery());
  const { data: waiting } = useQuery({
    ...listOwnTasksQuery(),
    enabled: current.to === '/seller-dashboard',
  });
  const isOverview = current.to === '/seller-dashboard';
  return (
    <StaffPage
      title={isOverview ? greetingFor(user?.firstName ?? '') : current.label}
      intro={isOverview ? `${formatDayOfGreeting()}. ${waitingText(waiting?.total)}` : undefined}
      actions={isOverview && seller.data?.state === 'approved' && <UploadChooser />}
    >
      <div className="mt-4">
        <SellerTabs />
      </div>
      <QueryView query={seller} what="your store" skeleton={<StatsSkeleton />}>
        {(own) => (
          <>
            <SellerNotice seller={own} />
            {isOverview && <SellerOverview />}
            {current.to === '/seller' && (
              <SellerAnalytics renderMoney={({ from, to }) => <SalesMoney from={from} to={to} />} />
            )}
            {current.to === '/seller/sales' && <SellerSales salesQuery={listSoldLinesQuery} />}
            {current.to === '/my-store' && <Settings seller={own} />}
          </>
        )}
      </QueryView>
    </StaffPage>
  );
}

function Settings({ seller }: { seller: OwnSeller }) {
  const uploads = useUploads({ purpose: 'banner', max: 1, finds: false });
  return <SellerSettings seller={seller} uploads={uploads} />;
}

/** A reminder for sellers who are suspended or away. */
function SellerNotice({ seller }: { seller: OwnSeller }) {
  if (seller.state === 'suspended') return <SellerSuspended seller={seller} />;
  if (!seller.vacationNote) return null;
  return (
    <Notice tone="warn" className="mt-6">
      Buyers see your away note: “{seller.vacationNote}”
    </Notice>
  );
}

function waitingText(total: number | undefined): string {
  if (total === undefined) return '';
  if (total === 0) return 'You’re all caught up.';
  return total === 1 ? '1 task is waiting for you.' : `${total} tasks are waiting for you.`;
}
