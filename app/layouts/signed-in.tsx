// The frame of pages for signed-in people. The server sends only the frame: what is private is fetched by the
// browser, and nothing of the page is drawn before it is known who looks at it.
import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { getUserQuery } from '#app/lib/user.api.ts';
import { PageError } from '#app/features/site/error-page.tsx';
import { useGuestsSentToAuth, Verifying } from './guards.tsx';
import { SiteFrame } from './site-frame.tsx';
import { TwoFactorNotice } from './two-factor-notice.tsx';

export default function SignedInLayout() {
  const { data: user, error } = useQuery(getUserQuery());
  useGuestsSentToAuth(user === null);
  return (
    <SiteFrame>
      {user?.needsTwoFactor && <TwoFactorNotice />}
      {user ? <Outlet /> : error ? <PageError error={error} /> : <Verifying />}
    </SiteFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <SiteFrame>
      <PageError error={error} />
    </SiteFrame>
  );
}
