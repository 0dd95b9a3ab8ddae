// The dashboard everybody has: what is left to do, what was asked for, where to go.
import '#app/components/staff/dashboard.css';
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { Columns } from '#app/components/staff/staff-page.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { dayInWords, greetingFor } from '#app/lib/greeting.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { User } from '#shared/features/account/account.contract.ts';
import { staffMenu, usableEntries } from '#shared/navigation.ts';
import { hasPermission, passesAdminGuard, type Role, rolesOf } from '#shared/roles.ts';
import { myApplicationsQuery, profileQuery, twoFactorQuery } from './dashboard.api.ts';
import { MyApplications } from './my-applications.tsx';
import { SetupList, setupSteps } from './setup-list.tsx';
import { VerifyEmailNotice } from './verify-email-notice.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'My dashboard',
    description: 'What is left to do and where to go.',
    path: '/dashboard/user',
    isHidden: true,
  });
}

export default function UserDashboardPage() {
  const user = useUser();
  // The layout has let nobody else in.
  if (!user) return null;
  return (
    <div className="wrap pt-8 pb-4">
      <VerifyEmailNotice user={user} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="t-l t-l-tool">{greetingFor(user.firstName)}</h1>
          <p className="meta mt-2">{dayInWords()}</p>
        </div>
        <ButtonLink to={`/profile/${user.id}`}>See your public profile</ButtonLink>
      </div>
      <Columns shape="even" className="mt-10">
        <div className="grid gap-12">
          <Setup />
          <Applications roles={rolesOf(user)} />
        </div>
        <div className="grid gap-12">
          <StaffLinks user={user} />
          <Links
            title="Your account"
            links={[
              ['Wish list', '/wishlist', 'What you would like to have some day'],
              ['Your profile', '/profile', 'What you told about yourself'],
              ['Edit profile and picture', '/profile/edit', 'Name, words, styles, links'],
              ['Security', '/profile/security', 'Password, devices, authenticator app'],
              ['Your data', '/profile/data', 'Take it with you, or delete it'],
            ]}
          />
        </div>
      </Columns>
    </div>
  );
}

function Setup() {
  const profile = useQuery(profileQuery());
  const twoFactor = useQuery(twoFactorQuery());
  return (
    <QueryView
      query={profile}
      what="your profile"
      skeleton={<PartSkeleton label="Loading what is left to do" />}
    >
      {(known) => (
        <QueryView
          query={twoFactor}
          what="your security settings"
          skeleton={<PartSkeleton label="Loading what is left to do" />}
        >
          {(factor) => <SetupList steps={setupSteps(known, factor)} />}
        </QueryView>
      )}
    </QueryView>
  );
}

function Applications({ roles }: { roles: readonly Role[] }) {
  return (
    <QueryView
      query={useQuery(myApplicationsQuery())}
      what="your applications"
      isAside
      skeleton={<PartSkeleton label="Loading your applications" />}
    >
      {(applications) => <MyApplications applications={applications} roles={roles} />}
    </QueryView>
  );
}

/** For staff whose own dashboard does not exist yet: the pages they work on. */
function StaffLinks({ user }: { user: User }) {
  const roles = rolesOf(user);
  if (!passesAdminGuard(roles) || user.needsTwoFactor) return null;
  const entries = usableEntries(staffMenu(roles), roles).filter(({ to }) => to.startsWith('/admin'));
  const links = entries.map(({ label, to }): LinkLine => [
    label,
    to,
    to === '/admin/applications' ? 'Applications to sell' : '',
  ]);
  const hasHandbook = entries.some(({ to }) => to === '/admin/documentation');
  if (!hasHandbook && hasPermission(roles, 'handbook.read'))
    links.push(['Staff handbook', '/admin/documentation', 'How things are done here']);
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
