// How long after which change of an account's cart it is read again (spec §4, §9).
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApiClient } from '#app/lib/api-client.ts';
import { createQueryClient } from '#app/lib/query.ts';
import { useClearCart, useRemoveCartItem, useUpdateCartItem } from './cart-changes.api.ts';
import { getCart, type CartLine } from './cart.api.ts';

const LINE = { id: 7, itemType: 'resource', itemId: 4, title: 'Barre cards', price: '12.00', quantity: 1 };
const MINE = { isGuest: false };

let answer: () => Response;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page with one line in the cart, and what a hook gives it. */
function pageWith<T>(hook: () => T) {
  const client = createQueryClient(createApiClient(() => Promise.reject(new Error('Not read here'))));
  const { queryKey } = getCart();
  const items = [LINE] as unknown as CartLine[];
  client.setQueryData(queryKey, { items, isGuest: false, hasFailed: false });
  return { given: used(client, hook), isStale: () => client.getQueryState(queryKey)?.isInvalidated };
}

function used<T>(client: QueryClient, hook: () => T): T {
  const found: T[] = [];
  const Page = () => {
    found.push(hook());
    return null;
  };
  renderToString(createElement(QueryClientProvider, { client }, createElement(Page)));
  const [first] = found;
  if (first === undefined) throw new Error('The hook gave nothing');
  return first;
}

async function expectStaleAfter(delay: number, isStale: () => boolean | undefined): Promise<void> {
  // The request, and what its answer sets off.
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(delay - 1);
  expect(isStale()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isStale()).toBe(true);
}

it.each([200, 500])('is 300 ms for another quantity, answered with %i', async (status) => {
  answer = () => Response.json({ ...LINE, quantity: 2 }, { status });
  const { given: change, isStale } = pageWith(() => useUpdateCartItem(MINE));
  change(LINE, 2);
  await expectStaleAfter(300, isStale);
});

it('is 500 ms for a removed line', async () => {
  answer = () => new Response(null, { status: 204 });
  const { given: remove, isStale } = pageWith(() => useRemoveCartItem(MINE));
  remove(LINE);
  await expectStaleAfter(500, isStale);
});

it('is 500 ms for an emptied cart', async () => {
  answer = () => new Response(null, { status: 204 });
  const { given: clear, isStale } = pageWith(() => useClearCart(MINE));
  clear.mutate();
  await expectStaleAfter(500, isStale);
});
