// Account security: two-factor sign-in, password, email address, sessions and failed sign-ins.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { ProfileTabs } from '#app/features/profile/profile-tabs.tsx';
import { getProfileQuery } from '#app/features/profile/profile.api.ts';
import { SecurityEmail, SecurityPassword } from './security-credentials.tsx';
import { SecurityFailedSignIns, SecuritySessions } from './security-sessions.tsx';
import { SecurityTwoFactor } from './security-two-factor.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Security',
    description: 'Password, email address, authenticator app and sessions.',
    path: '/profile/security',
    isHidden: true,
  });
}

export default function SecurityPage() {
  const user = useUser();
  const profile = useQuery(getProfileQuery());
  if (!user) return null;
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Security</h1>
      <div className="mt-6 mb-10">
        <ProfileTabs />
      </div>
      <SecurityTwoFactor user={user} />
      <SecurityPassword user={user} />
      <SecurityEmail profile={profile} />
      <SecuritySessions />
      <SecurityFailedSignIns />
    </div>
  );
}
