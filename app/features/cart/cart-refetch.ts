// Refetches the cart a moment after a change (spec §9), once for several changes in a row.
import type { QueryClient } from '@tanstack/react-query';
import { getCart } from '#shared/features/cart/cart.contract.ts';

let waiting: ReturnType<typeof setTimeout> | undefined;

export function scheduleCartRefetch(client: QueryClient, delayMs: number): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => void client.invalidateQueries({ queryKey: [getCart.path] }), delayMs);
}
