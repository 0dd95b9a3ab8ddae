// The frame of checkout pages for signed-in users.
import { useQuery } from '@tanstack/react-query';
import { getUserQuery } from '#app/lib/user.api.ts';
import { PageError } from '#app/features/site/error-page.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { useGuestRedirect, Verifying } from './guards.tsx';
import { PageOutlet } from './page-outlet.tsx';

export default function CheckoutSignedInLayout() {
  const { data: user, error } = useQuery(getUserQuery());
  useGuestRedirect(user === null);
  return (
    <CheckoutFrame>
      {user ? <PageOutlet /> : error ? <PageError error={error} /> : <Verifying />}
    </CheckoutFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <CheckoutFrame>
      <PageError error={error} />
    </CheckoutFrame>
  );
}
