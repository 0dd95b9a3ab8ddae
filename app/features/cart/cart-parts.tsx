// What the cart drawer and the cart page share: hints, totals and empty states.
import { useQuery } from '@tanstack/react-query';
import User from 'icon:user';
import { Link, useLocation } from 'react-router';
import { CART_ITEM_TYPES } from '#shared/features/cart/cart.rules.ts';
import type { RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import { COURSE_NEEDS_ACCOUNT, givesCourse } from '#shared/features/order/start-link.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { getBookingCreditQuery } from '#app/components/membership/booking-credit.api.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { rememberCheckout, rememberDestinationOnce } from '#app/lib/sign-in-redirect.ts';
import type { CartLine, CartView } from './cart.api.ts';
import { CouponField } from './coupon-field.tsx';
import { useCoupon, type CouponView } from './use-coupon.ts';

type FollowProps = { onFollow?: () => void };

/** Spec §2. */
export function GuestHint({ onFollow }: FollowProps) {
  const { pathname, search } = useLocation();
  const leave = () => {
    rememberDestinationOnce(pathname + search);
    onFollow?.();
  };
  return (
    <Notice className="mt-5" icon={<User className="icon" aria-hidden="true" />}>
      You're shopping as a guest.{' '}
      <Link className="link" to="/auth" onClick={leave}>
        Sign in
      </Link>{' '}
      to save your cart.
    </Notice>
  );
}

/** On the way to checkout: signing in leads back to it (spec §2). */
export function GuestCheckoutHint({ cart, onFollow }: FollowProps & { cart: CartView }) {
  const leave = () => {
    rememberCheckout();
    onFollow?.();
  };
  return (
    <>
      <p className="meta mt-4">
        You can pay as a guest, or{' '}
        <Link className="link" to="/auth" onClick={leave}>
          sign in
        </Link>{' '}
        first; your cart comes with you.
      </p>
      {givesCourse(cart.items) && <p className="meta mt-3">{COURSE_NEEDS_ACCOUNT}</p>}
    </>
  );
}

/** The coupon field, the discount and the total. */
export function CartTotal({ cart, coupon }: { cart: CartView; coupon: CouponView }) {
  const { preview, isChecking } = coupon;
  return (
    <>
      <CouponField coupon={coupon} className="mb-4" />
      {preview && (
        <RunningOrder className="cart-sums">
          <OrderLine figure={formatMoney(preview.subtotal)}>Subtotal</OrderLine>
          <OrderLine figure={`−${formatMoney(preview.discount)}`}>Discount</OrderLine>
        </RunningOrder>
      )}
      <p className="cart-total" aria-busy={isChecking}>
        <span>Total</span>
        <strong className="num">{formatMoney(preview?.total ?? cart.total)}</strong>
      </p>
      <CreditHint cart={cart} />
    </>
  );
}

/** The total is without it: buyers choose at checkout whether to use it. */
function CreditHint({ cart }: { cart: CartView }) {
  const hasSession = !cart.isGuest && cart.items.some(({ itemType }) => itemType === 'booking');
  const { data } = useQuery({ ...getBookingCreditQuery(), enabled: hasSession });
  const left = data?.credit?.left ?? '0.00';
  if (!hasSession || Number(left) === 0) return null;
  return (
    <p className="meta num mt-2 text-pretty">
      Your {formatMoney(left)} of booking credit pays for sessions at checkout.
    </p>
  );
}

/** A guest's cart exists only in this browser, so its items are sent along. */
export function useCartCoupon(cart: CartView): CouponView {
  return useCoupon({ lines: cart.items, items: cart.isGuest ? namedItems(cart.items) : undefined });
}

function namedItems(lines: readonly CartLine[]): RequestedItem[] {
  return lines.flatMap(({ itemType, itemId, quantity }) => {
    const known = CART_ITEM_TYPES.find((type) => type === itemType);
    return known ? { itemType: known, itemId, quantity } : [];
  });
}

/** While loading, when empty, and after a failure; null if there are lines to show. */
export function CartWithoutLines({ cart, onFollow }: FollowProps & { cart: CartView }) {
  if (cart.isLoading) return <CartSkeleton />;
  if (cart.items.length > 0) return null;
  if (cart.hasFailed) {
    // Spec §7: after a failure the cart is an empty guest cart; what is saved on the server isn't lost.
    return (
      <EmptyState
        className="cart-empty"
        title="Your cart is empty"
        action={
          <Button variant="primary" onClick={cart.retry}>
            Try again
          </Button>
        }
      >
        We couldn’t load your saved cart. Anything in it is safe. Check your connection and try again.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      className="cart-empty"
      title="Your cart is empty"
      action={
        <ButtonLink variant="primary" to="/curriculum" onClick={onFollow}>
          Browse the curriculum
        </ButtonLink>
      }
    >
      Plans, music and courses you choose will appear here.
    </EmptyState>
  );
}

function CartSkeleton() {
  return (
    <SkeletonGroup label="Loading your cart">
      {['a', 'b'].map((place) => (
        <div key={place} className="cart-line">
          <Skeleton className="cart-line-art" />
          <div>
            <Skeleton className="h-[1.05rem]" />
            <Skeleton className="mt-2 h-3 w-[55%]" />
          </div>
          <Skeleton className="h-[1.05rem] w-12" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
