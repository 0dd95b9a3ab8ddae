// After payment: clears the cart and the attempt, and replaces the checkout with the success page in the browser
// history, so that Back never leads to a form that could pay again.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { invalidateItemAccess } from '#app/lib/item-access.api.ts';
import type { PaidOrder } from '#app/lib/order-address.ts';
import { successPath } from './checkout-items.ts';

type Bought = readonly { itemType: string; itemId: number }[];

export function useAfterPaying(items: Bought, empty?: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isPaid, setPaid] = useState(false);
  const onPaid = (order: PaidOrder) => {
    rememberOrder({ ...order, items });
    setPaid(true);
    empty?.();
    invalidateItemAccess(client);
    void navigate(successPath(items, order), { replace: true });
  };
  return { isPaid, onPaid };
}

const NAME = 'releve.last-order';

export type RecentOrder = PaidOrder & { items: readonly { itemType: string; itemId: number }[] };

export function rememberOrder({ orderId, key, items }: RecentOrder): void {
  const stored = { orderId, key, items: items.map(({ itemType, itemId }) => ({ itemType, itemId })) };
  try {
    sessionStorage.setItem(NAME, JSON.stringify(stored));
  } catch {
    // Then the page only knows that the cart is empty.
  }
}

export function getRecentOrder(): RecentOrder | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Partial<RecentOrder> | null;
    if (!Number.isInteger(stored?.orderId) || !Array.isArray(stored?.items)) return null;
    return stored as RecentOrder;
  } catch {
    return null;
  }
}

export function holds(order: RecentOrder, item: { itemType: string; itemId: number }): boolean {
  return order.items.some(({ itemType, itemId }) => itemType === item.itemType && itemId === item.itemId);
}
