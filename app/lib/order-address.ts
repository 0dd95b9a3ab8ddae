// Parses the order in an address: /payment-success?order=17&key=…, /orders/17?key=….
import { useParams, useSearchParams } from 'react-router';
import { parseId } from '#shared/ids.ts';

/** Null if there is no valid one. */
export function readOrder(id: string | null | undefined, key: string | null): PaidOrder | null {
  const orderId = parseId(id);
  return orderId === null ? null : { orderId, ...(key && key.length <= 200 && { key }) };
}

export function useOrderAddress(): PaidOrder | null {
  const [search] = useSearchParams();
  const { id } = useParams();
  return readOrder(id ?? search.get('order'), search.get('key'));
}

export function receiptHref({ orderId, key }: PaidOrder): string {
  const search = key ? `?${new URLSearchParams({ key })}` : '';
  return `/api/orders/${orderId}/receipt${search}`;
}

export function orderHref({ orderId, key }: PaidOrder): string {
  return `/orders/${orderId}${key ? `?${new URLSearchParams({ key })}` : ''}`;
}

export type PaidOrder = { orderId: number; key?: string | undefined };
