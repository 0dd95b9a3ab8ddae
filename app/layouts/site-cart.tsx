// The cart button in the header. Opens the drawer, or the cart page before the script has loaded. Contains only the
// badge: the cart's code is loaded once there may be something in it.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useUser } from '#app/lib/user.api.ts';
import { hasGuestCart } from '#app/features/cart/has-guest-cart.ts';
import { Glyph } from './glyph.tsx';

// If the code can't be loaded, the cart page still can.
const CartButton = lazy(() =>
  import('#app/features/cart/cart-button.tsx').catch(() => ({
    default: ({ isOpen }: { isOpen: boolean }) => {
      if (isOpen) location.assign('/cart');
      return null;
    },
  })),
);

export function SiteCart() {
  const user = useUser();
  const [isStored, setStored] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(0);
  useEffect(() => {
    const update = () => setStored(hasGuestCart);
    update();
    addEventListener('storage', update);
    return () => removeEventListener('storage', update);
  }, []);
  return (
    <>
      <form
        action="/cart"
        className="site-cart"
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <button
          className="icon-btn"
          aria-label={count > 0 ? `Cart, ${count} ${count > 1 ? 'items' : 'item'}` : 'Cart'}
        >
          <Glyph name="cart" />
          {count > 0 && <span className="icon-btn-count num">{count > 99 ? '99+' : count}</span>}
        </button>
      </form>
      {(user || isStored || isOpen) && (
        <Suspense>
          <CartButton key={user?.id} isOpen={isOpen} onOpenChange={setOpen} onCount={setCount} />
        </Suspense>
      )}
    </>
  );
}
