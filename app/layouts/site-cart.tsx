// The header's way to the cart. Before the script is here it leads to the cart's page; then it opens the drawer. All it
// carries itself is the figure at its corner: what counts and shows the cart is fetched when there may be something in it.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useUser } from '#app/lib/user.api.ts';
import { hasGuestCart } from '#app/features/cart/has-guest-cart.ts';
import { Glyph } from './glyph.tsx';

// Where it cannot be fetched the cart's page still can.
const CartCorner = lazy(() =>
  import('#app/features/cart/cart-button.tsx').catch(() => ({
    default: ({ isOpen }: { isOpen: boolean }) => {
      if (isOpen) location.assign('/cart');
      return null;
    },
  })),
);

export function SiteCart() {
  const user = useUser();
  const [isKept, setKept] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(0);
  useEffect(() => {
    const look = () => setKept(hasGuestCart);
    look();
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
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
      {(user || isKept || isOpen) && (
        <Suspense>
          <CartCorner key={user?.id} isOpen={isOpen} onOpenChange={setOpen} onCount={setCount} />
        </Suspense>
      )}
    </>
  );
}
