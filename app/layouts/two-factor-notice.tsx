// For someone whose role asks for an authenticator app that is not set up yet: until it is, the role gives no power.
import { Link, useLocation } from 'react-router';
import { Notice } from '#app/components/ui/notice.tsx';

const SECURITY = '/profile/security';

export function TwoFactorNotice() {
  const { pathname } = useLocation();
  if (pathname.startsWith(SECURITY)) return null;
  return (
    <div className="wrap pt-4">
      <Notice tone="warn">
        Your role asks for an authenticator app, and none is set up yet.{' '}
        <Link className="link" to={SECURITY}>
          Set it up now
        </Link>
        , it takes two minutes. Until then staff pages stay closed.
      </Notice>
    </div>
  );
}
