// The frame of staff pages, and its guard (spec §2): admins and curriculum officers come in, other people go home,
// guests sign in first. What a page then shows is up to the server, which asks for a permission with every call.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useMatches, useNavigate } from 'react-router';
import type { User } from '#shared/features/account/account.contract.ts';
import { staffMenu, usableEntries } from '#shared/navigation.ts';
import { hasPermission, passesAdminGuard, rolesOf } from '#shared/roles.ts';
import { NotForYourRole } from '#app/components/staff/query-view.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { getUserQuery } from '#app/lib/user.api.ts';
import { listApplicationsQuery } from '#app/features/application/application.api.ts';
import { getModerationCountsQuery } from '#app/features/moderation/moderation.api.ts';
import { PageError } from '#app/features/site/error-page.tsx';
import { useGuestsSentToAuth, Verifying } from './guards.tsx';
import { SidebarFrame } from './sidebar-frame.tsx';
import type { SidebarMenu } from './sidebar-nav.tsx';
import type { StaffHandle } from './staff-handle.ts';

export default function AdminLayout() {
  const { data: user, error } = useQuery(getUserQuery());
  const staff = user && passesAdminGuard(rolesOf(user)) ? user : null;
  const menu = useStaffMenu(staff);
  useGuestsSentToAuth(user === null);
  useOthersSentHome(Boolean(user) && !staff);
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

/** The page, unless the server would refuse all of it. */
function StaffOutlet({ staff }: { staff: User }) {
  const handles = useMatches().map(({ handle }) => handle as Partial<StaffHandle> | undefined);
  const permission = handles.find((handle) => handle?.permission)?.permission;
  if (staff.needsTwoFactor) return <TwoFactorFirst />;
  if (permission && !hasPermission(rolesOf(staff), permission)) return <NotForYourRole headingLevel={1} />;
  return <Outlet />;
}

function useOthersSentHome(isOther: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (isOther) void navigate('/', { replace: true });
  }, [isOther, navigate]);
}

function useStaffMenu(staff: User | null | undefined): SidebarMenu | null {
  const roles = staff ? rolesOf(staff) : [];
  const mayDecide = hasPermission(roles, 'applications.view') && !staff?.needsTwoFactor;
  const { data } = useQuery({ ...listApplicationsQuery({ state: 'waiting' }), enabled: mayDecide });
  const mayReview = hasPermission(roles, 'curriculum.manage') && !staff?.needsTwoFactor;
  const { data: review } = useQuery({ ...getModerationCountsQuery(), enabled: mayReview });
  if (!staff) return null;
  const waiting = { count: data?.counts.waiting ?? 0, words: 'applications waiting' };
  return {
    label: roles.includes('admin') ? 'Admin' : 'Curriculum officer',
    entries: usableEntries(staffMenu(roles), roles),
    waiting: {
      Users: waiting,
      'Seller Management': waiting,
      Resources: { count: review?.waiting ?? 0, words: 'waiting for review' },
    },
  };
}

function TwoFactorFirst() {
  return (
    <>
      <title>Set up your authenticator app</title>
      <h1 className="t-l t-l-tool">One step before you go on</h1>
      <p className="lead mt-5 max-w-measure">
        Staff pages hold other people’s data, so your role asks for an authenticator app besides your
        password. Setting one up takes two minutes; this page opens right after.
      </p>
      <p className="mt-8">
        <ButtonLink variant="primary" to="/profile/security">
          Set up the authenticator app
        </ButtonLink>
      </p>
    </>
  );
}
