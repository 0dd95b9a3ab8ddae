// Checkout on one page, for guests and users.
import { useEffect, useState } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { getCart, refreshCart } from '#shared/features/cart/cart.contract.ts';
import { fullNameOf } from '#shared/names.ts';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { useRemoveCartItem } from '#app/features/cart/cart-changes.api.ts';
import { CouponField } from '#app/features/cart/coupon-field.tsx';
import { clearStoredCoupon } from '#app/features/cart/stored-coupon.ts';
import { useCoupon } from '#app/features/cart/use-coupon.ts';
import { useCart, type CartView } from '#app/features/cart/cart.api.ts';
import {
  clearGuestCart,
  noteGuestCheckout,
  removeGuestItem,
  updateGuestPrices,
} from '#app/features/cart/guest-cart.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { rememberCheckout } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import { toRequestedItems, type Line } from './checkout-items.ts';
import {
  EmptyCheckout,
  isFreeOrder,
  BoughtJustNow,
  Checkout,
  CheckoutSkeleton,
  NothingToPay,
  PaidAlready,
} from './checkout-parts.tsx';
import { OrderSummary, type CheckoutActions } from './order-summary.tsx';
import { PayForm } from './pay-form.tsx';
import { getRecentOrder, useAfterPaying } from './use-after-paying.ts';
import { emptyAddress } from './home-country.ts';
import { useGetCheckoutSummary } from './checkout-summary.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Checkout',
    description: 'Pay for what is in your cart.',
    path: '/simple-checkout',
    isHidden: true,
  });
}

export default function SimpleCheckoutPage() {
  const isHydrated = useHydrated();
  const cart = useCart();
  const isGuest = useUser() === null;
  const { isPaid, onPaid } = useAfterPaying(cart.items, () => {
    clearStoredCoupon();
    if (!isGuest) return;
    clearGuestCart();
    noteGuestCheckout(false);
  });
  if (isPaid) return <PaidAlready />;
  if (!isHydrated || cart.isLoading) return <CheckoutSkeleton />;
  if (cart.items.length > 0 && isFreeOrder(cart.items)) return <NothingToPay lines={cart.items} />;
  if (cart.items.length > 0) return <CartCheckout cart={cart} onPaid={onPaid} />;
  if (cart.hasFailed) {
    return (
      <div className="wrap pt-10">
        <ErrorState headingLevel={1} title="Couldn’t load your cart" onRetry={cart.retry}>
          Your items are safe. Check your connection and try again.
        </ErrorState>
      </div>
    );
  }
  const recent = getRecentOrder();
  return recent ? <BoughtJustNow order={recent} /> : <EmptyCheckout />;
}

type CartCheckoutProps = { cart: CartView; onPaid: ReturnType<typeof useAfterPaying>['onPaid'] };

function CartCheckout({ cart, onPaid }: CartCheckoutProps) {
  const { items, isGuest, retry } = cart;
  const user = useUser();
  const [address, setAddress] = useState(emptyAddress);
  useEffect(() => noteGuestCheckout(isGuest), [isGuest]);
  const named = isGuest ? toRequestedItems(items) : undefined;
  const coupon = useCoupon({ lines: items, items: named });
  const bill = useGetCheckoutSummary({ lines: items, items: named, coupon, address });
  const summary = (
    <OrderSummary
      lines={items}
      bill={bill}
      couponField={<CouponField coupon={coupon} />}
      {...useBasketActions(cart)}
    />
  );
  return (
    <Checkout title="Checkout" summary={summary}>
      <PayForm
        key={user?.id}
        lines={items}
        items={named}
        isGuest={isGuest}
        known={{ email: user?.email ?? '', name: user ? fullNameOf(user) : '' }}
        aside={
          isGuest && (
            <Link className="link meta" to="/auth" onClick={rememberCheckout}>
              Sign in instead
            </Link>
          )
        }
        bill={bill}
        onAddress={setAddress}
        onPaid={onPaid}
        onStale={() => {
          retry();
          coupon.recheck();
          bill.recheck();
        }}
        onCouponRefused={coupon.refuse}
      />
    </Checkout>
  );
}

/** A guest's lines change here without a reload, which would lose what was typed. */
function useBasketActions(cart: CartView): CheckoutActions {
  const remove = useRemoveCartItem(cart);
  const accept = useContractMutation(refreshCart, {
    input: () => ({ body: {} }),
    invalidates: [getCart],
    errorTitle: 'Couldn’t update your cart',
  });
  if (!cart.isGuest)
    return { onRemove: remove, onAccept: () => accept.mutate(), isChanging: accept.isPending };
  return {
    onRemove: ({ id }: Line) => removeGuestItem(id),
    onAccept: (line: Line) => updateGuestPrices([line]),
  };
}
