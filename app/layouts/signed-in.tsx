// The frame of signed-in pages. The server renders only the frame; the browser fetches private data once the user is
// known.
import { useQuery } from '@tanstack/react-query';
import { getUserQuery } from '#app/lib/user.api.ts';
import { PageError } from '#app/features/site/error-page.tsx';
import { useGuestRedirect, Verifying } from './guards.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { SiteFrame } from './site-frame.tsx';
import { TwoFactorNotice } from './two-factor-notice.tsx';

export default function SignedInLayout() {
  const { data: user, error } = useQuery(getUserQuery());
  useGuestRedirect(user === null);
  return (
    <SiteFrame>
      {user?.needsTwoFactor && <TwoFactorNotice />}
      {user ? <PageOutlet /> : error ? <PageError error={error} /> : <Verifying />}
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
