import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  CART_REFETCH_AFTER_REMOVE_MS,
  CART_REFETCH_AFTER_UPDATE_MS,
} from '#shared/features/cart/cart.rules.ts';
import { createApiClient } from '#app/lib/api-client.ts';
import { createQueryClient } from '#app/lib/query.ts';
import { scheduleCartRefetch } from './cart-refetch.ts';
import { getCart } from './cart.api.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function cartRead() {
  const client = new QueryClient();
  const { queryKey } = getCart();
  client.setQueryData(queryKey, { items: [], isGuest: false, hasFailed: false });
  return { client, isStale: () => client.getQueryState(queryKey)?.isInvalidated };
}

it('is stale after a second', () => {
  expect(getCart().staleTime).toBe(1000);
});

it('is an empty guest cart when the server fails', async () => {
  const client = createQueryClient(createApiClient(() => Promise.reject(new TypeError('Failed to fetch'))));
  expect(await client.fetchQuery(getCart())).toEqual({ items: [], isGuest: true, hasFailed: true });
});

it.each([CART_REFETCH_AFTER_UPDATE_MS, CART_REFETCH_AFTER_REMOVE_MS])(
  'refetches %d ms after a change, not before',
  (delay) => {
    const { client, isStale } = cartRead();
    scheduleCartRefetch(client, delay);
    vi.advanceTimersByTime(delay - 1);
    expect(isStale()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isStale()).toBe(true);
  },
);

it('refetches once after several changes in a row', () => {
  const { client, isStale } = cartRead();
  scheduleCartRefetch(client, 300);
  vi.advanceTimersByTime(200);
  scheduleCartRefetch(client, 500);
  vi.advanceTimersByTime(499);
  expect(isStale()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isStale()).toBe(true);
});
