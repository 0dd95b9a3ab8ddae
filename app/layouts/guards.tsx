// Guards of signed-in pages: the placeholder until the user is known, and the redirect of guests.
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';

/** Spec §2: replaces a signed-in page until the browser knows the user. */
export function Verifying() {
  return (
    <div className="wrap section" role="status">
      <h1 className="sr-only">One moment</h1>
      <p>Verifying authentication...</p>
      <noscript>
        <p className="meta mt-3">This page needs JavaScript. Turn it on for this site and reload the page.</p>
      </noscript>
    </div>
  );
}

export function useGuestRedirect(isGuest: boolean): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    // After signing out, the user is already on the way home while this page still renders.
    if (!isGuest || window.location.pathname !== pathname) return;
    rememberDestination(pathname + search + hash);
    void navigate('/auth', { replace: true });
  }, [isGuest, navigate, pathname, search, hash]);
}
