// Paid: the cart and the attempt are over, and the page of thanks takes the checkout's place in the browser's history,
// so that Back never leads to a form that could pay again.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { forgetStandings } from '#app/lib/item-access.api.ts';
import type { PaidOrder } from '#app/lib/order-address.ts';
import { successPath } from './basket.ts';
import { rememberOrder } from './recent-order.ts';

type Bought = readonly { itemType: string; itemId: number }[];

export function useAfterPaying(items: Bought, empty?: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isPaid, setPaid] = useState(false);
  const onPaid = (order: PaidOrder) => {
    rememberOrder({ ...order, items });
    setPaid(true);
    empty?.();
    forgetStandings(client);
    void navigate(successPath(items, order), { replace: true });
  };
  return { isPaid, onPaid };
}
