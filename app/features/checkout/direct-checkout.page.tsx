// Buys one item, whatever is in the cart: /direct-checkout?type=resource&id=7.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams, type MetaArgs } from 'react-router';
import { refreshCart } from '#shared/features/cart/cart.contract.ts';
import { CART_ITEM_TYPES, MAX_QUANTITY } from '#shared/features/cart/cart.rules.ts';
import type { RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { CouponField } from '#app/features/cart/coupon-field.tsx';
import { clearStoredCoupon } from '#app/features/cart/stored-coupon.ts';
import { useCoupon } from '#app/features/cart/use-coupon.ts';
import { apiOf } from '#app/lib/query.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { idsOf, oneOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { Line } from './checkout-items.ts';
import { BoughtJustNow, Checkout, CheckoutSkeleton, PaidAlready } from './checkout-parts.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PayForm } from './pay-form.tsx';
import { holds, getRecentOrder, useAfterPaying } from './use-after-paying.ts';
import { emptyAddress } from './home-country.ts';
import { useGetCheckoutSummary } from './checkout-summary.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Checkout',
    description: 'Buy one item now.',
    path: '/direct-checkout',
    isHidden: true,
  });
}

/** The viewer's price for the item; fetched every time, since it is about to be paid. */
const oneItemQuery = (item: RequestedItem, isGuest: boolean) =>
  queryOptions({
    queryKey: [refreshCart.path, 'one', item, isGuest],
    staleTime: 0,
    async queryFn({ client, signal }) {
      const body = await apiOf(client).call(refreshCart, { body: { items: [item] } }, signal);
      return (Array.isArray(body) ? body : body.items)[0] ?? null;
    },
  });

export default function DirectCheckoutPage() {
  const isHydrated = useHydrated();
  const user = useUser();
  const [search] = useSearchParams();
  const item = readItem(search);
  if (!item) return <NothingNamed />;
  if (!isHydrated || user === undefined) return <CheckoutSkeleton />;
  const key = `${item.itemType} ${item.itemId} ${user?.id}`;
  return <OneThing key={key} item={item} isGuest={user === null} />;
}

function readItem(search: URLSearchParams): RequestedItem | null {
  const itemType = oneOf(CART_ITEM_TYPES, search.get('type'));
  const [id] = idsOf(search.getAll('id')) ?? [];
  const quantity = Number(search.get('quantity') ?? 1);
  if (!itemType || !id || !Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY) return null;
  return { itemType, itemId: Number(id), quantity };
}

function OneThing({ item, isGuest }: { item: RequestedItem; isGuest: boolean }) {
  const user = useUser();
  const { pathname, search } = useLocation();
  const { data: line, error, isFetching, refetch } = useQuery(oneItemQuery(item, isGuest));
  const { isPaid, onPaid } = useAfterPaying([item], clearStoredCoupon);
  const [address, setAddress] = useState(emptyAddress);
  const lines = line ? [line] : [];
  const coupon = useCoupon({ lines, items: [item] });
  const bill = useGetCheckoutSummary({ lines, items: [item], coupon, address });
  if (isPaid) return <PaidAlready />;
  const recent = getRecentOrder();
  if (recent && holds(recent, item)) return <BoughtJustNow order={recent} />;
  if (line === undefined) {
    if (!error) return <CheckoutSkeleton />;
    return (
      <div className="wrap pt-10">
        <ErrorState
          headingLevel={1}
          title="Couldn’t load the checkout"
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        >
          {failureTextOf(error)}
        </ErrorState>
      </div>
    );
  }
  if (line === null || line.details.notice) return <NotForSale line={line} />;
  return (
    <Checkout
      title="Checkout"
      summary={<OrderSummary lines={[line]} bill={bill} couponField={<CouponField coupon={coupon} />} />}
    >
      <PayForm
        lines={[line]}
        items={[item]}
        isGuest={isGuest}
        known={{ email: user?.email ?? '', name: user ? fullNameOf(user) : '' }}
        aside={
          isGuest && (
            <Link className="link meta" to="/auth" onClick={() => rememberDestination(pathname + search)}>
              Sign in instead
            </Link>
          )
        }
        bill={bill}
        onAddress={setAddress}
        onPaid={onPaid}
        onStale={() => {
          void refetch();
          coupon.recheck();
          bill.recheck();
        }}
        onCouponRefused={coupon.refuse}
      />
    </Checkout>
  );
}

const WHY = {
  owned: ['You already have this', 'There’s nothing to pay. Open it whenever you like.'],
  own: ['This is your own item', 'There’s nothing to pay.'],
  lapsed: ['This time is no longer held for you', 'Nothing was charged. Choose a time again.'],
  withdrawn: ['This is no longer on sale', 'Nothing was charged. There’s much more to discover.'],
} as const;

function NotForSale({ line }: { line: Line | null }) {
  const notice = line?.details.notice ?? 'withdrawn';
  if (line && notice === 'free') {
    const isCourse = line.itemType === 'course' || line.itemType === 'certification';
    return (
      <>
        <CheckoutSkeleton />
        <Navigate replace to={isCourse ? `/direct-enroll/${line.itemId}` : line.details.href} />
      </>
    );
  }
  const [title, text] = WHY[notice === 'free' || notice === 'repriced' ? 'withdrawn' : notice];
  const isThere = line && notice !== 'withdrawn';
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">{title}</h1>
      <p className="lead mt-4 max-w-measure">{text}</p>
      <div className="mt-7 flex flex-wrap gap-3">
        {isThere ? (
          <ButtonLink variant="primary" to={line.details.href}>
            Open “{line.title}”
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" to="/curriculum">
            Browse the curriculum
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function NothingNamed() {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Checkout</h1>
      <p className="lead mt-4 max-w-measure">
        This link doesn’t say what to buy. Choose something to buy first.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink variant="primary" to="/curriculum">
          Browse the curriculum
        </ButtonLink>
        <ButtonLink to="/courses">See the courses</ButtonLink>
      </div>
    </div>
  );
}
