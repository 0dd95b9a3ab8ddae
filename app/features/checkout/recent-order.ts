// What this tab has just bought: whoever comes back to the checkout is shown it instead of a second form.
import type { PaidOrder } from '#app/lib/order-address.ts';

const NAME = 'releve.last-order';

export type RecentOrder = PaidOrder & { items: readonly { itemType: string; itemId: number }[] };

export function rememberOrder({ orderId, key, items }: RecentOrder): void {
  const kept = { orderId, key, items: items.map(({ itemType, itemId }) => ({ itemType, itemId })) };
  try {
    sessionStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // Then the page only knows that the cart is empty.
  }
}

export function readRecentOrder(): RecentOrder | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Partial<RecentOrder> | null;
    if (!Number.isInteger(kept?.orderId) || !Array.isArray(kept?.items)) return null;
    return kept as RecentOrder;
  } catch {
    return null;
  }
}

export function holds(order: RecentOrder, wanted: { itemType: string; itemId: number }): boolean {
  return order.items.some(({ itemType, itemId }) => itemType === wanted.itemType && itemId === wanted.itemId);
}
