// The frame of checkout pages for guests and users.
import { PageError } from '#app/features/site/error-page.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { PageOutlet } from './page-outlet.tsx';

export default function CheckoutLayout() {
  return (
    <CheckoutFrame>
      <PageOutlet />
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
