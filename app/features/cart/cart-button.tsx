// The header's cart button once there is something to show: the count and the drawer. Loaded for signed-in users, for
// guests with a cart, and when the button is pressed.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useCart } from './cart.api.ts';
import { announceCartChange, itemKey, onOpenCart } from './cart-signals.ts';
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
  // Stays mounted once opened, so that the closing animation can finish.
  return wasOpened ? (
    <Suspense>
      <CartDrawer cart={cart} isOpen={isOpen} onOpenChange={onOpenChange} />
    </Suspense>
  ) : null;
}
