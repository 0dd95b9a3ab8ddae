// Loads an order for a page, and covers the loading, missing, unpaid and undecided states.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import * as checkoutContract from '#shared/features/checkout/checkout.contract.ts';
import type { Order } from '#shared/features/order/order.contract.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { invalidateItemAccess } from '#app/lib/item-access.api.ts';
import { browserApi } from '#app/lib/api-client.ts';
import type { PaidOrder } from '#app/lib/order-address.ts';
import { getOrderQuery } from './order.api.ts';

type OrderViewProps = {
  address: PaidOrder | null;
  missing: ReactNode;
  children: (order: Order, address: PaidOrder) => ReactNode;
};

export function OrderView({ address, missing, children }: OrderViewProps) {
  const isHydrated = useHydrated();
  if (!isHydrated) return <OrderSkeleton />;
  if (!address) return missing;
  return (
    <LoadedOrder key={address.orderId} address={address} missing={missing}>
      {children}
    </LoadedOrder>
  );
}

function LoadedOrder({ address, missing, children }: OrderViewProps & { address: PaidOrder }) {
  const { data: order, error, isFetching, refetch } = useQuery(getOrderQuery(address));
  const status = usePaymentStatus(address, order);
  if (order?.state === 'pending')
    return status === 'pending' || status === 'requires_action' ? <Unpaid order={order} /> : <Deciding />;
  if (order) return children(order, address);
  if (error instanceof ApiError && error.status < 500) return missing;
  if (!error) return <OrderSkeleton />;
  return (
    <div className="wrap pt-10 md:pt-14">
      <ErrorState
        headingLevel={1}
        title="Couldn’t load your order"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        <p>{failureTextOf(error)} What you paid for is safe.</p>
      </ErrorState>
    </div>
  );
}

const ASK_AGAIN_MS = 3000;

/** A bank's redirect can arrive before the payment's outcome, so this polls until the outcome is known. */
function usePaymentStatus(address: PaidOrder, order: Order | undefined) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [checkoutContract.confirmCheckout.path, address],
    queryFn: () => browserApi.call(checkoutContract.confirmCheckout, { body: address }),
    enabled: order?.state === 'pending',
    staleTime: 0,
    retry: true,
    retryDelay: ASK_AGAIN_MS,
    refetchInterval: (query) => (query.state.data?.status === 'processing' ? ASK_AGAIN_MS : false),
  });
  const isSettled = data !== undefined && !OPEN.has(data.status);
  const { orderId, key } = address;
  useEffect(() => {
    if (!isSettled) return;
    invalidateItemAccess(client);
    void client.invalidateQueries({ queryKey: getOrderQuery({ orderId, key }).queryKey });
  }, [isSettled, client, orderId, key]);
  return data?.status;
}

const OPEN = new Set(['pending', 'processing', 'requires_action']);

function Deciding() {
  return (
    <div className="wrap pt-10 md:pt-14" role="status">
      <h1 className="t-l">Your bank is deciding</h1>
      <p className="lead mt-4 max-w-measure">
        This usually takes a minute, but some banks take longer. Your purchase appears here as soon as the
        payment is confirmed. You can also leave this page: we’ll email you the link, and you won’t be charged
        twice.
      </p>
      <ButtonLink className="mt-7" to="/curriculum">
        Browse the curriculum
      </ButtonLink>
    </div>
  );
}

const UNPAID: Partial<Record<Order['state'], string>> = {
  pending: 'It’s waiting for a card your bank accepts.',
  failed: 'Your bank declined the card.',
  cancelled: 'It was canceled.',
  expired: 'It wasn’t paid in time and has expired.',
};

/** The order was never paid, so nothing was charged. `reason`: why it couldn’t be paid just now. */
export function Unpaid({ order, reason }: { order: Order; reason?: string | null }) {
  return (
    <div className="wrap pt-10 md:pt-14">
      <h1 className="t-l">Order {order.number} isn’t paid</h1>
      <p className="lead mt-4 max-w-measure">
        {reason ?? `${UNPAID[order.state]} Nothing was charged. ${order.lastError ?? ''}`}
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink variant="primary" to="/simple-checkout">
          Go to checkout
        </ButtonLink>
        <ButtonLink to="/curriculum">Browse the curriculum</ButtonLink>
      </div>
    </div>
  );
}

export const isUnpaid = (order: Order): boolean => order.state in UNPAID;

function OrderSkeleton() {
  return (
    <div className="wrap pt-10 md:pt-14">
      <h1 className="sr-only">Your order</h1>
      <SkeletonGroup label="Loading your order" className="max-w-[46rem]">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="mt-5 h-5 w-1/2" />
        {['a', 'b'].map((line) => (
          <div key={line} className="mt-8 flex gap-4">
            <Skeleton className="h-18 w-14" />
            <div className="grid flex-1 content-start gap-2">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-4 w-1/4" />
            </div>
          </div>
        ))}
      </SkeletonGroup>
      <noscript>
        <p className="meta mt-6">This page needs JavaScript. Turn it on for this site and reload the page.</p>
      </noscript>
    </div>
  );
}
