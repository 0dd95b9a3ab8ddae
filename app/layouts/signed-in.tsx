// The frame of pages for signed-in people. The server sends only the frame: what is private is fetched by the
// browser, and nothing of the page is drawn before it is known who looks at it.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { userQuery } from '#app/features/account/account.api.ts';
import { rememberDestination } from '#app/features/account/destination.ts';
import { PageError } from '#app/features/site/error-page.tsx';
import { SiteFrame } from './site-frame.tsx';

export default function SignedInLayout() {
  const { data: user, error } = useQuery(userQuery());
  useGuestsSentToAuth(user === null);
  return <SiteFrame>{user ? <Outlet /> : error ? <PageError error={error} /> : <Verifying />}</SiteFrame>;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <SiteFrame>
      <PageError error={error} />
    </SiteFrame>
  );
}

function Verifying() {
  return (
    <div className="wrap section" role="status">
      Verifying authentication...
      <noscript>
        <p className="meta mt-3">
          This page needs JavaScript. Please switch it on for this site and load it again.
        </p>
      </noscript>
    </div>
  );
}

function useGuestsSentToAuth(isGuest: boolean) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    // Someone who signs out is on the way home already, though this page may still be drawn.
    if (!isGuest || window.location.pathname !== pathname) return;
    rememberDestination(pathname + search + hash);
    void navigate('/auth', { replace: true });
  }, [isGuest, navigate, pathname, search, hash]);
}
