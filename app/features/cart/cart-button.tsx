// What stands behind the header's cart button once there is something to know: the count, and the drawer. Fetched for
// people who are signed in or have a guest cart, and for whoever presses the button.
import { lazy, Suspense, useEffect, useState } from 'react';
import { itemKey, useCart } from './cart.api.ts';
import { onOpenCart, announceCartChange } from './cart-signals.ts';
import { consumeDrawerOpen } from './drawer-state.ts';

const CartDrawer = lazy(() => import('./cart-drawer.tsx'));

type CartCornerProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onCount: (count: number) => void;
};

export default function CartCorner({ isOpen, onOpenChange, onCount }: CartCornerProps) {
  const cart = useCart();
  const { items, count } = cart;
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  useEffect(() => onCount(count), [count, onCount]);
  useEffect(() => announceCartChange(new Set(items.map(itemKey))), [items]);
  useEffect(() => () => announceCartChange(), []);
  useEffect(() => {
    if (consumeDrawerOpen()) onOpenChange(true);
    return onOpenCart(() => onOpenChange(true));
  }, [onOpenChange]);
  // Stays once it was opened, so that it can close in its own time.
  return wasOpened ? (
    <Suspense>
      <CartDrawer cart={cart} isOpen={isOpen} onOpenChange={onOpenChange} />
    </Suspense>
  ) : null;
}
