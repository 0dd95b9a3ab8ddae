// What protects my account: password, address, authenticator app, and where I am signed in.
import type { MetaArgs } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { ProfileTabs } from '#app/features/profile/profile-tabs.tsx';
import { SecurityEmail } from './security-email.tsx';
import { SecurityFailedSignIns } from './security-failed-sign-ins.tsx';
import { SecurityPassword } from './security-password.tsx';
import { SecuritySessions } from './security-sessions.tsx';
import { SecurityTwoFactor } from './security-two-factor.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Security',
    description: 'Password, address, authenticator app and devices.',
    path: '/profile/security',
    isHidden: true,
  });
}

export default function SecurityPage() {
  const user = useUser();
  if (!user) return null;
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Security</h1>
      <div className="mt-6 mb-10">
        <ProfileTabs />
      </div>
      <SecurityTwoFactor user={user} />
      <SecurityPassword user={user} />
      <SecurityEmail />
      <SecuritySessions />
      <SecurityFailedSignIns />
    </div>
  );
}
