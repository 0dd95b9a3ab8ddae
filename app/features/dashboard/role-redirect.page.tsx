// /dashboard and /my-dashboard: redirects to the dashboard of the user's role (spec §2); guests sign in first.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, type MetaArgs } from 'react-router';
import { dashboardFor } from '#shared/features/dashboard/dashboard.rules.ts';
import { rolesOf } from '#shared/roles.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { getUserQuery } from '#app/lib/user.api.ts';
import { PageError } from '#app/features/site/error-page.tsx';
import { useGuestRedirect, Verifying } from '#app/layouts/guards.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'My dashboard',
    description: 'Opens your dashboard.',
    path: '/dashboard',
    isHidden: true,
  });
}

export default function RoleRedirectPage() {
  const { data: user, error } = useQuery(getUserQuery());
  const navigate = useNavigate();
  useGuestRedirect(user === null);
  const target = user ? dashboardFor(rolesOf(user), isBuilt) : undefined;
  useEffect(() => {
    if (target !== undefined) void navigate(target, { replace: true });
  }, [target, navigate]);
  return error ? <PageError error={error} /> : <Verifying />;
}
