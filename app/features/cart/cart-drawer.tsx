// The cart drawer (spec §2, §4): the cart itself, then an order summary, then the checkout.
import ArrowLeft from 'icon:arrow-left';
import { useEffect, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Drawer } from '#app/components/ui/drawer.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { isBlocked, type CartView } from './cart.api.ts';
import { useClearCart, useGoToCheckout } from './cart-changes.api.ts';
import { CartLines, LineHead, LineNote } from './cart-line.tsx';
import { CartTotal, CartWithoutLines, GuestCheckoutHint, GuestHint, useCartCoupon } from './cart-parts.tsx';
import { CartScroll } from './cart-scroll.tsx';
import { clearStoredControl, storeDrawerOpen, storedControl } from './drawer-state.ts';
import { LinePrerequisites } from './line-prerequisites.tsx';
import { RefusedLines } from './refused-lines.tsx';
import type { CouponView } from './use-coupon.ts';
import './cart.css';

type CartDrawerProps = { cart: CartView; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export default function CartDrawer({ cart, isOpen, onOpenChange }: CartDrawerProps) {
  const [isSummary, setSummary] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const hasLines = cart.items.length > 0 && !cart.isLoading;
  const close = () => onOpenChange(false);
  useDrawerKept(isOpen, hasLines);
  const show = (next: boolean) => {
    setRefused(next && cart.items.some(isBlocked));
    setSummary(next && !cart.items.some(isBlocked));
  };
  const change = (next: boolean) => {
    if (!next) show(false);
    onOpenChange(next);
  };
  const isShowingSummary = isSummary && hasLines;
  const coupon = useCartCoupon(cart);
  return (
    <Drawer
      title={isShowingSummary ? 'Order Summary' : 'Your cart'}
      isOpen={isOpen}
      onOpenChange={change}
      footer={
        hasLines &&
        (isShowingSummary ? (
          <SummaryFoot cart={cart} coupon={coupon} onBack={() => show(false)} onDone={() => change(false)} />
        ) : (
          <ReviewFoot cart={cart} coupon={coupon} isRefused={isRefused} onCheckout={() => show(true)} />
        ))
      }
    >
      {isShowingSummary ? (
        <Summary cart={cart} onFollow={close} />
      ) : (
        <>
          <CartWithoutLines cart={cart} onFollow={close} />
          {hasLines && (
            <CartScroll>
              <CartLines cart={cart} onFollow={close} />
            </CartScroll>
          )}
          {!cart.isGuest && !cart.isLoading && <RefusedLines onFollow={close} />}
          {cart.isGuest && !cart.isLoading && <GuestHint onFollow={close} />}
        </>
      )}
    </Drawer>
  );
}

type ReviewFootProps = { cart: CartView; coupon: CouponView; isRefused: boolean; onCheckout: () => void };

function ReviewFoot({ cart, coupon, isRefused, onCheckout }: ReviewFootProps) {
  const clear = useClearCart(cart);
  const isStuck = isRefused && cart.items.some(isBlocked);
  return (
    <>
      {isStuck && (
        <Notice tone="bad" isAlert className="mb-4">
          Something in your cart can’t be bought. Remove it to continue to checkout.
        </Notice>
      )}
      <CartTotal cart={cart} coupon={coupon} />
      <Button variant="primary" size="l" isFull className="mt-4" onClick={onCheckout}>
        Checkout
      </Button>
      <Button variant="quiet" isFull className="mt-1" isBusy={clear.isPending} onClick={() => clear.mutate()}>
        Clear Cart
      </Button>
    </>
  );
}

/** The pressed button is gone, so the focus moves to the summary. */
function takeFocus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}

function Summary({ cart, onFollow }: { cart: CartView; onFollow: () => void }) {
  return (
    <section aria-label="Order Summary" tabIndex={-1} ref={takeFocus} className="cart-summary">
      <ul className="cart-lines">
        {cart.items.map((line) => (
          <li key={line.id} className="cart-line cart-line-small">
            <LineHead line={line} onFollow={onFollow} />
            <LineNote line={line} onFollow={onFollow} />
            <LinePrerequisites line={line} onFollow={onFollow} />
          </li>
        ))}
      </ul>
      {cart.isGuest && <GuestCheckoutHint cart={cart} onFollow={onFollow} />}
    </section>
  );
}

type SummaryFootProps = { cart: CartView; coupon: CouponView; onBack: () => void; onDone: () => void };

function SummaryFoot({ cart, coupon, onBack, onDone }: SummaryFootProps) {
  const checkout = useGoToCheckout(cart);
  return (
    <>
      <CartTotal cart={cart} coupon={coupon} />
      <Button
        variant="primary"
        size="l"
        isFull
        className="mt-4"
        isBusy={checkout.isPending}
        onClick={() => checkout.mutate(undefined, { onSuccess: onDone })}
      >
        Complete Checkout
      </Button>
      <Button
        variant="quiet"
        isFull
        className="mt-1"
        icon={<ArrowLeft className="icon" aria-hidden="true" />}
        onClick={onBack}
      >
        Back to Cart
      </Button>
    </>
  );
}

/** A guest's change reloads the page; afterward the drawer is open again, with the focus where it was. */
function useDrawerKept(isOpen: boolean, hasLines: boolean) {
  useEffect(() => (isOpen ? storeDrawerOpen() : undefined), [isOpen]);
  useEffect(() => {
    const control = storedControl();
    if (!isOpen || !hasLines || !control) return undefined;
    return holdFocus(`[data-control="${CSS.escape(control)}"]`, clearStoredControl);
  }, [isOpen, hasLines]);
}

/** How many frames the focus must stay put, and how many to try at most. */
const HELD_FRAMES = 3;
const TRIED_FRAMES = 60;

/** The drawer takes the focus when it has slid in, and its lines may render later; either can come last. */
function holdFocus(selector: string, onHeld: () => void): () => void {
  let held = 0;
  let tried = 0;
  let frame = 0;
  const look = () => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element && document.activeElement === element) held += 1;
    else {
      held = 0;
      element?.focus();
    }
    tried += 1;
    if (held >= HELD_FRAMES || tried >= TRIED_FRAMES) onHeld();
    else frame = requestAnimationFrame(look);
  };
  look();
  return () => cancelAnimationFrame(frame);
}
