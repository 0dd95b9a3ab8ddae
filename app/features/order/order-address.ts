// Which order an address speaks of: /payment-success?order=17&key=…, /orders/17?key=….
import { useParams, useSearchParams } from 'react-router';
import type { PaidOrder } from '#app/features/checkout/payment-course.ts';

const LARGEST_ID = 2_147_483_647;

/** Null: none that could be one. */
export function readOrder(id: string | null | undefined, key: string | null): PaidOrder | null {
  if (!id || !/^[1-9]\d{0,9}$/.test(id) || Number(id) > LARGEST_ID) return null;
  return { orderId: Number(id), ...(key && key.length <= 200 && { key }) };
}

export function useOrderAddress(): PaidOrder | null {
  const [search] = useSearchParams();
  const { id } = useParams();
  return readOrder(id ?? search.get('order'), search.get('key'));
}
