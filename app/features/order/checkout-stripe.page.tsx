// The last step of checkout: entering a card for a pending order.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, type MetaArgs } from 'react-router';
import type { Order } from '#shared/features/order/order.contract.ts';
import { PurchaseTerms } from '#app/components/purchase/purchase-terms.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { clearStoredCoupon } from '#app/features/cart/stored-coupon.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { successPath } from '#app/features/checkout/checkout-items.ts';
import { getStoredPayment } from '#app/features/checkout/stored-payment.ts';
import { CardStep } from '#app/features/checkout/card-step.tsx';
import { Checkout, CheckoutSkeleton, PaidAlready } from '#app/features/checkout/checkout-parts.tsx';
import { MissingOrder } from './missing-order.tsx';
import { useOrderAddress, type PaidOrder } from '#app/lib/order-address.ts';
import { OrderTotals } from './order-totals.tsx';
import { isUnpaid, Unpaid } from './order-view.tsx';
import { useAfterPaying } from '#app/features/checkout/use-after-paying.ts';
import { getOrderQuery } from './order.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Pay',
    description: 'Pay for your order.',
    path: '/checkout/stripe',
    isHidden: true,
  });
}

export default function CheckoutStripePage() {
  const isHydrated = useHydrated();
  const isGuest = useUser() === null;
  const address = useOrderAddress();
  const signIn = () => rememberDestination(window.location.pathname + window.location.search);
  if (!isHydrated) return <CheckoutSkeleton title="Pay" />;
  const missing = <MissingOrder isGuest={isGuest} onSignIn={signIn} />;
  return address ? <WaitingOrder key={address.orderId} address={address} missing={missing} /> : missing;
}

type WaitingOrderProps = { address: PaidOrder; missing: React.ReactNode };

function WaitingOrder({ address, missing }: WaitingOrderProps) {
  const { data: order, error, isFetching, refetch } = useQuery({ ...getOrderQuery(address), staleTime: 0 });
  const { isPaid, onPaid } = useAfterPaying(order?.lines ?? [], clearStoredCoupon);
  const [refusal, setRefusal] = useState<string | null>(null);
  const onRefused = (message: string) => {
    setRefusal(message);
    void refetch();
  };
  if (isPaid) return <PaidAlready />;
  if (!order) {
    if (!error) return <CheckoutSkeleton title="Pay" />;
    if (error instanceof ApiError && error.status < 500) return missing;
    return (
      <div className="wrap pt-10">
        <ErrorState
          headingLevel={1}
          title="Couldn’t load your order"
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        >
          <p>{failureTextOf(error)} Nothing was charged.</p>
        </ErrorState>
      </div>
    );
  }
  // The Back button leads here after paying; shows the purchase, never another card form.
  if (!isUnpaid(order)) {
    return (
      <>
        <PaidAlready />
        <Navigate replace to={successPath(order.lines, address)} />
      </>
    );
  }
  if (order.state !== 'pending') return <Unpaid order={order} reason={refusal} />;
  const begun = getStoredPayment(address.orderId);
  if (!begun) return <BeginAgain order={order} />;
  return (
    <Checkout
      title="Pay"
      summary={
        <aside className="summary" aria-label={`Order ${order.number}`}>
          <h2 className="t-s">Order {order.number}</h2>
          <ul className="meta mt-3 grid gap-1">
            {order.lines.map((line) => (
              <li key={line.id} className="wrap-anywhere">
                {line.title}
              </li>
            ))}
          </ul>
          <OrderTotals order={order} />
          <PurchaseTerms className="small mt-4 text-pretty" />
          <p className="small mt-3">
            <Link className="link" to="/checkout">
              {order.couponCode === null ? 'Enter a coupon' : 'Change the coupon'}
            </Link>
          </p>
        </aside>
      }
    >
      <CardStep begun={begun} order={order} onPaid={() => onPaid(address)} onRefused={onRefused} />
    </Checkout>
  );
}

/** Opened in another tab or on another day: only the tab that started the payment has its secret. */
function BeginAgain({ order }: { order: Order }) {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Order {order.number} is waiting for payment</h1>
      <p className="lead mt-4 max-w-measure">
        Nothing was charged, and your cart hasn’t changed. Check out again to continue this order.
      </p>
      <ButtonLink variant="primary" className="mt-7" to="/checkout">
        Go to the checkout
      </ButtonLink>
    </div>
  );
}
