// What keeps pages to those they are for: the words while it is being found out who looks, and the way to sign in.
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';

/** Spec §2. All a page for signed-in people is, until the browser knows who they are. */
export function Verifying() {
  return (
    <div className="wrap section" role="status">
      <h1 className="sr-only">One moment</h1>
      <p>Verifying authentication...</p>
      <noscript>
        <p className="meta mt-3">
          This page needs JavaScript. Please switch it on for this site and load it again.
        </p>
      </noscript>
    </div>
  );
}

export function useGuestsSentToAuth(isGuest: boolean): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    // Someone who signs out is on the way home already, though this page may still be drawn.
    if (!isGuest || window.location.pathname !== pathname) return;
    rememberDestination(pathname + search + hash);
    void navigate('/auth', { replace: true });
  }, [isGuest, navigate, pathname, search, hash]);
}
