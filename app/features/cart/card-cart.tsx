// The bag on the card of a resource, a course or a bundle. What is free needs no cart: its card has none.
import type { CartItemType } from '#shared/features/cart/cart.rules.ts';
import { AddToCartIcon } from './add-to-cart-button.tsx';

type CardItem = { id: number; title: string; price: string; thumbnailUrl: string | null };

export function CardCart({ itemType, item }: { itemType: CartItemType; item: CardItem }) {
  const { id, title, price, thumbnailUrl } = item;
  if (Number(price) === 0) return null;
  return (
    <AddToCartIcon itemType={itemType} itemId={id} title={title} price={price} imageUrl={thumbnailUrl} />
  );
}
