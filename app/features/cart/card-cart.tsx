// The cart button on the card of a resource, course or bundle. Free items have none.
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
