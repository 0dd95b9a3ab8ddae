// The cart as a page, for visitors who come by link or toast; the same as the drawer, with more room.
import type { MetaArgs } from 'react-router';
import { formatCount } from '#shared/numbers.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { isBlocked, useCart, type CartView } from './cart.api.ts';
import { useClearCart, useGoToCheckout } from './cart-changes.api.ts';
import { CartLines } from './cart-line.tsx';
import { CartTotal, CartWithoutLines, GuestCheckoutHint, GuestHint, useCartCoupon } from './cart-parts.tsx';
import { RefusedLines } from './refused-lines.tsx';
import './cart.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Your cart',
    description: 'Review your items before you pay.',
    path: '/cart',
  });
}

export default function CartPage() {
  const cart = useCart();
  const hasLines = cart.items.length > 0 && !cart.isLoading;
  return (
    <div className="wrap section pt-8 md:pt-12">
      <h1 className="t-l">Your cart</h1>
      <noscript>
        <p className="meta mt-3">Your cart needs JavaScript. Turn it on for this site and reload the page.</p>
      </noscript>
      {hasLines ? (
        <div className="cart-page">
          <div className="cart-page-lines">
            <h2 className="sr-only">Items</h2>
            <CartLines cart={cart} />
            {cart.isGuest ? <GuestHint /> : <RefusedLines />}
          </div>
          <CartSum cart={cart} />
        </div>
      ) : (
        <div className="mt-8 max-w-measure">
          <CartWithoutLines cart={cart} />
          {!cart.isLoading && (cart.isGuest ? <GuestHint /> : <RefusedLines />)}
        </div>
      )}
    </div>
  );
}

function CartSum({ cart }: { cart: CartView }) {
  const clear = useClearCart(cart);
  const checkout = useGoToCheckout(cart);
  const blocked = cart.items.filter(isBlocked).length;
  return (
    <aside className="cart-page-sum" aria-label="Order Summary">
      <h2 className="t-s mb-4">Order Summary</h2>
      <p className="meta">
        {cart.count === 1 ? '1 item' : `${formatCount(cart.count)} items`}, all prices in US dollars
      </p>
      <div className="cart-page-total">
        <CartTotal cart={cart} coupon={useCartCoupon(cart)} />
      </div>
      {blocked > 0 && (
        <Notice tone="bad" className="mt-4">
          {blocked === 1 ? 'One item' : `${blocked} items`} in your cart can’t be bought. Remove{' '}
          {blocked === 1 ? 'it' : 'them'} to check out with the rest.
        </Notice>
      )}
      {blocked === 0 && (
        <Button
          variant="primary"
          size="l"
          isFull
          className="mt-5"
          isBusy={checkout.isPending}
          onClick={() => checkout.mutate()}
        >
          Checkout
        </Button>
      )}
      <Button variant="quiet" isFull className="mt-1" isBusy={clear.isPending} onClick={() => clear.mutate()}>
        Clear Cart
      </Button>
      {cart.isGuest && <GuestCheckoutHint cart={cart} />}
    </aside>
  );
}
