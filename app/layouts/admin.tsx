// The frame and guard of staff pages (spec §2): admins and curriculum officers pass, other users go home, guests sign in
// first. A page the server would refuse isn't rendered: `shared/staff-pages.ts` has the permission of what it loads.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { User } from '#shared/features/account/account.contract.ts';
import { hasPermission, passesAdminGuard, rolesOf } from '#shared/roles.ts';
import { mayOpen, staffEntries, staffHome } from '#shared/staff-pages.ts';
import { StaffPageRefused } from '#app/components/staff/staff-page-refused.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { getUserQuery } from '#app/lib/user.api.ts';
import { listApplicationsQuery } from '#app/features/application/application.api.ts';
import { useOpenReports } from '#app/features/message/message-staff.api.ts';
import { getModerationCountsQuery } from '#app/features/moderation/moderation.api.ts';
import { listSupportRequestsQuery } from '#app/features/support/support.api.ts';
import { PageError } from '#app/features/site/error-page.tsx';
import { useGuestRedirect, Verifying } from './guards.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { SidebarFrame } from './sidebar-frame.tsx';
import type { SidebarMenu } from './sidebar-nav.tsx';

export default function AdminLayout() {
  const { data: user, error } = useQuery(getUserQuery());
  const staff = user && passesAdminGuard(rolesOf(user)) ? user : null;
  const menu = useStaffMenu(staff);
  useGuestRedirect(user === null);
  useRedirectHome(Boolean(user) && !staff);
  return (
    <SidebarFrame menu={menu}>
      {staff ? <StaffOutlet staff={staff} /> : error ? <PageError error={error} /> : <Verifying />}
    </SidebarFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const { data: user } = useQuery(getUserQuery());
  const menu = useStaffMenu(user && passesAdminGuard(rolesOf(user)) ? user : null);
  return (
    <SidebarFrame menu={menu}>
      <PageError error={error} />
    </SidebarFrame>
  );
}

/** Those without the dashboard of the whole site have one of their own. */
const DASHBOARDS = new Set(['/admin', '/admin/dashboard']);

/** The page, unless the server would refuse what it loads. */
function StaffOutlet({ staff }: { staff: User }) {
  const { pathname } = useLocation();
  const roles = rolesOf(staff);
  if (staff.needsTwoFactor) return <TwoFactorFirst />;
  if (mayOpen(roles, pathname)) return <PageOutlet />;
  if (DASHBOARDS.has(pathname)) return <Navigate to={staffHome(roles)} replace />;
  return <StaffPageRefused roles={roles} pathname={pathname} />;
}

function useRedirectHome(isOther: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (isOther) void navigate('/', { replace: true });
  }, [isOther, navigate]);
}

function useStaffMenu(staff: User | null | undefined): SidebarMenu | null {
  const roles = staff ? rolesOf(staff) : [];
  const canDecide = hasPermission(roles, 'applications.view') && !staff?.needsTwoFactor;
  const { data } = useQuery({ ...listApplicationsQuery({ state: 'waiting' }), enabled: canDecide });
  const canReview = hasPermission(roles, 'curriculum.manage') && !staff?.needsTwoFactor;
  const { data: review } = useQuery({ ...getModerationCountsQuery(), enabled: canReview });
  const canAnswer = hasPermission(roles, 'support.manage') && !staff?.needsTwoFactor;
  const { data: support } = useQuery({ ...listSupportRequestsQuery({ page: 1 }), enabled: canAnswer });
  const reports = useOpenReports();
  if (!staff) return null;
  const waiting = { count: data?.counts.waiting ?? 0, label: 'applications waiting' };
  return {
    label: roles.includes('admin') ? 'Admin' : 'Curriculum officer',
    entries: staffEntries(roles),
    waiting: {
      Users: waiting,
      'Seller Management': waiting,
      Messages: {
        count: (support?.counts.open ?? 0) + reports,
        label: 'questions and reports waiting',
      },
      Resources: { count: review?.waiting ?? 0, label: 'waiting for review' },
    },
  };
}

function TwoFactorFirst() {
  return (
    <>
      <title>Set up your authenticator app</title>
      <h1 className="t-l t-l-tool">Set up your authenticator app</h1>
      <p className="lead mt-5 max-w-measure">
        Staff pages show other users’ data, so your role requires two-factor sign-in. Setting up an
        authenticator app takes two minutes; then you can open this page.
      </p>
      <p className="mt-8">
        <ButtonLink variant="primary" to="/profile/security">
          Set up authenticator app
        </ButtonLink>
      </p>
    </>
  );
}
