// The “Add to cart” button; once the item is in the cart, it says so and opens the cart. Small, because lists of cards
// use it: the code that adds the item is loaded at the first press.
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { CartItemType } from '#shared/features/cart/cart.rules.ts';
import { Button, type ButtonSize, type ButtonVariant } from '#app/components/ui/button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { cx } from '#app/lib/cx.ts';
import { followCart, itemKey, openCart, itemsInCart, itemsOnServer } from './cart-signals.ts';
import './add-to-cart.css';

export type AddToCartProps = {
  itemType: CartItemType;
  itemId: number;
  title: string;
  price: string;
  imageUrl: string | null;
};

type Look = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isFull?: boolean;
};

const load = () => import('./add-to-cart.api.ts');

export function AddToCartButton({ variant, size, isFull, ...item }: AddToCartProps & Look) {
  const { isInCart, isBusy, press } = useAdding(item);
  return (
    <Button
      // Nothing to do for an item that is in the cart already.
      variant={isInCart && variant === 'primary' ? 'second' : variant}
      size={size}
      isFull={isFull}
      isBusy={isBusy}
      icon={<Bag isInCart={isInCart} className="icon" />}
      aria-haspopup={isInCart ? 'dialog' : undefined}
      onPointerEnter={prepare}
      onClick={press}
    >
      {isInCart ? 'In your cart' : 'Add to cart'}
    </Button>
  );
}

/** On a card: only the icon, next to the price. */
export function AddToCartIcon(item: AddToCartProps) {
  const { isInCart, isBusy, press } = useAdding(item);
  return (
    <button
      type="button"
      className={cx('icon-btn add-to-cart', isInCart && 'is-in-cart')}
      aria-label={isInCart ? `${item.title} is in your cart` : `Add ${item.title} to cart`}
      aria-haspopup={isInCart ? 'dialog' : undefined}
      aria-busy={isBusy || undefined}
      onPointerEnter={prepare}
      onClick={press}
    >
      <Bag isInCart={isInCart} />
    </button>
  );
}

/** Loaded on press; hovering or focusing loads it a moment earlier. */
const prepare = () => void load().catch(() => {});

function useAdding(item: AddToCartProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const keys = useSyncExternalStore(followCart, itemsInCart, itemsOnServer);
  const isInCart = keys.has(itemKey(item));
  async function add() {
    setBusy(true);
    try {
      const { addToCart: putIntoCart } = await load();
      if ((await putIntoCart(client, item)) === 'sign-in') await navigate('/auth');
    } catch {
      toast({ title: 'Error', description: 'Failed to add item to cart', variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }
  const press = () => {
    if (isInCart) openCart();
    else if (!isBusy) void add();
  };
  return { isInCart, isBusy, press };
}

/** Inline SVG: the icon library would be too large for a list. */
function Bag({ isInCart, className = 'glyph' }: { isInCart: boolean; className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6 8h12l1.5 13h-15zM9 8V6a3 3 0 0 1 6 0v2" />
      <path d={isInCart ? 'm9.5 14.5 2 2 3.5-4' : 'M12 12v5M9.5 14.5h5'} />
    </svg>
  );
}
