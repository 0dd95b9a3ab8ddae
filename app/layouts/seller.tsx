// The frame of seller pages (spec §2, §6). Users who aren't sellers see how to become one. The server returns only the
// seller's own data.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { SIDEBAR_MENUS, usableEntries } from '#shared/navigation.ts';
import { rolesOf } from '#shared/roles.ts';
import { getUserQuery } from '#app/lib/user.api.ts';
import { ApplyDialog } from '#app/features/application/apply-dialog.tsx';
import { BecomeSeller } from '#app/features/seller/become-seller.tsx';
import { PageError } from '#app/features/site/error-page.tsx';
import { useGuestRedirect, Verifying } from './guards.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { SidebarFrame } from './sidebar-frame.tsx';
import { SiteFrame } from './site-frame.tsx';
import { TwoFactorNotice } from './two-factor-notice.tsx';

export default function SellerLayout() {
  const { data: user, error } = useQuery(getUserQuery());
  const { pathname } = useLocation();
  useGuestRedirect(user === null);
  const roles = user ? rolesOf(user) : [];
  const isPaidInstructor = roles.includes('instructor') && PAID_PAGES.test(pathname);
  if (user && !roles.includes('seller') && !isPaidInstructor) {
    return (
      <SiteFrame>
        <BecomeSeller apply={<ApplyDialog kind="sell" isPrimary />} />
      </SiteFrame>
    );
  }
  return (
    <SidebarFrame menu={user ? menuOf(rolesOf(user)) : null}>
      {user?.needsTwoFactor && <TwoFactorNotice />}
      {user ? <PageOutlet /> : error ? <PageError error={error} /> : <Verifying />}
    </SidebarFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const { data: user } = useQuery(getUserQuery());
  return (
    <SidebarFrame menu={user ? menuOf(rolesOf(user)) : null}>
      <PageError error={error} />
    </SidebarFrame>
  );
}

/** Instructors are paid as sellers are, on the same pages. */
const PAID_PAGES = /^\/seller\/(payments|refunds)/;

const menuOf = (roles: ReturnType<typeof rolesOf>) =>
  roles.includes('seller')
    ? { label: 'Seller', entries: usableEntries(SIDEBAR_MENUS.seller, roles) }
    : { label: 'Instructor', entries: usableEntries(SIDEBAR_MENUS.instructor, roles) };
