// The frame of checkout pages for guests and users.
import { Outlet } from 'react-router';
import { PageError } from '#app/features/site/error-page.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';

export default function CheckoutLayout() {
  return (
    <CheckoutFrame>
      <Outlet />
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
