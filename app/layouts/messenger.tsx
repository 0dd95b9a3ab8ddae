// The frame of messages: signed in, with the header and nothing below the conversation.
import { useQuery } from '@tanstack/react-query';
import { getUserQuery } from '#app/lib/user.api.ts';
import { PageError } from '#app/features/site/error-page.tsx';
import { useGuestRedirect, Verifying } from './guards.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { SiteFrame } from './site-frame.tsx';

export default function MessengerLayout() {
  const { data: user, error } = useQuery(getUserQuery());
  useGuestRedirect(user === null);
  return (
    <SiteFrame hasFooter={false}>
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
