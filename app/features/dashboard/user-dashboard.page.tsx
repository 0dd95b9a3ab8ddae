// Every user's dashboard: what has a deadline, what arrived, what they are in the middle of; then setup steps,
// applications and links.
import '#app/components/staff/dashboard.css';
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { Columns } from '#app/components/staff/staff-page.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { formatDayOfGreeting, greetingFor } from '#app/lib/greeting.ts';
import { getTwoFactorQuery } from '#app/features/account/security.api.ts';
import { VerifyEmailNotice } from '#app/features/account/verify-email-notice.tsx';
import { listOwnApplicationsQuery } from '#app/features/application/application.api.ts';
import { OwnApplications } from '#app/features/application/own-applications.tsx';
import { NextBookings } from '#app/features/booking/next-bookings.tsx';
import { DueCertificates } from '#app/features/certificate/due-certificates.tsx';
import { ContinueLearning } from '#app/features/learning/continue-learning.tsx';
import { NewGrades } from '#app/features/learning/new-grades.tsx';
import { useWaitingOrders } from '#app/features/order/waiting-orders.api.ts';
import { getProfileQuery } from '#app/features/profile/profile.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { User } from '#shared/features/account/account.contract.ts';
import { hasPermission, passesAdminGuard, type Role, rolesOf } from '#shared/roles.ts';
import { staffEntries } from '#shared/staff-pages.ts';
import { SetupList, setupSteps } from './setup-list.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'My dashboard',
    description: 'Setup steps, applications and links.',
    path: '/dashboard/user',
    isHidden: true,
  });
}

export default function UserDashboardPage() {
  const user = useUser();
  const waitingOrders = useWaitingOrders(user);
  // The layout only renders this for signed-in users.
  if (!user) return null;
  return (
    <div className="wrap pt-8 pb-4">
      <VerifyEmailNotice user={user} waitingOrders={waitingOrders} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="t-l t-l-tool">{greetingFor(user.firstName)}</h1>
          <p className="meta mt-2">{formatDayOfGreeting()}</p>
        </div>
        <ButtonLink to={`/profile/${user.id}`}>View public profile</ButtonLink>
      </div>
      <Columns shape="even" className="mt-10">
        <div className="grid content-start gap-12">
          <DueCertificates />
          <NextBookings />
          <NewGrades />
          <ContinueLearning />
          <Setup />
          <Applications roles={rolesOf(user)} />
        </div>
        <div className="grid content-start gap-12">
          <StaffLinks user={user} />
          <Links
            title="Your account"
            links={[
              ['Your purchases', '/my-purchases', 'Files, receipts and refunds'],
              ['Your certifications', '/my-certifications', 'Certificates, renewals and credit hours'],
              ['Wishlist', '/wishlist', 'Items you saved for later'],
              ['Your profile', '/profile', 'Your profile as others see it'],
              ['Edit profile and picture', '/profile/edit', 'Name, bio, styles and links'],
              ['Security', '/profile/security', 'Password, sessions, authenticator app'],
              ['Your data', '/profile/data', 'Download it or delete your account'],
            ]}
          />
        </div>
      </Columns>
    </div>
  );
}

function Setup() {
  const profile = useQuery(getProfileQuery());
  const twoFactor = useQuery(getTwoFactorQuery());
  return (
    <QueryView query={profile} what="your profile" skeleton={<PartSkeleton label="Loading setup steps" />}>
      {(loaded) => (
        <QueryView
          query={twoFactor}
          what="your security settings"
          skeleton={<PartSkeleton label="Loading setup steps" />}
        >
          {(factor) => <SetupList steps={setupSteps(loaded, factor)} />}
        </QueryView>
      )}
    </QueryView>
  );
}

function Applications({ roles }: { roles: readonly Role[] }) {
  return (
    <QueryView
      query={useQuery(listOwnApplicationsQuery())}
      what="your applications"
      isAside
      skeleton={<PartSkeleton label="Loading your applications" />}
    >
      {(applications) => <OwnApplications applications={applications} roles={roles} />}
    </QueryView>
  );
}

/** The pages of staff who have no dashboard of their own yet. */
function StaffLinks({ user }: { user: User }) {
  const roles = rolesOf(user);
  if (!passesAdminGuard(roles) || user.needsTwoFactor) return null;
  const entries = staffEntries(roles);
  const links = entries.map(({ label, to }): LinkLine => [
    label,
    to,
    to === '/admin/applications' ? 'Applications to sell' : '',
  ]);
  const hasHandbook = entries.some(({ to }) => to === '/admin/documentation');
  if (!hasHandbook && hasPermission(roles, 'handbook.read'))
    links.push(['Staff handbook', '/admin/documentation', 'How we work']);
  return <Links title="Your work" links={links} />;
}

type LinkLine = readonly [label: string, to: string, about: string];

function Links({ title, links }: { title: string; links: readonly LinkLine[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="t-s mb-4">{title}</h2>
      <ul className="border-t border-ink">
        {links.map(([label, to, about]) => (
          <li key={to} className="border-b border-rule">
            <Link to={to} className="block py-3 text-sm leading-ui hover:text-plum">
              <strong className="font-semibold">{label}</strong>
              {about && <span className="small block">{about}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PartSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label}>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-5 h-16" />
      <Skeleton className="mt-3 h-16" />
      <Skeleton className="mt-3 h-16" />
    </SkeletonGroup>
  );
}
