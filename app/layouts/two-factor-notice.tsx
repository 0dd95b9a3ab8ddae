// For users whose role requires an authenticator app that isn't set up: until then they have no permissions.
import { Link, useLocation } from 'react-router';
import { Notice } from '#app/components/ui/notice.tsx';

const SECURITY = '/profile/security';

export function TwoFactorNotice() {
  const { pathname } = useLocation();
  if (pathname.startsWith(SECURITY)) return null;
  return (
    <div className="wrap pt-4">
      <Notice tone="warn">
        Your role requires an authenticator app.{' '}
        <Link className="link" to={SECURITY}>
          Set it up now
        </Link>
        to open staff pages. It takes two minutes.
      </Notice>
    </div>
  );
}
