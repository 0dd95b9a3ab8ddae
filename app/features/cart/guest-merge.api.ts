// Merges the guest cart into the account's on sign-in or registration (spec §4): one request with one key, which the
// server applies once however often it arrives. If it fails, the guest cart stays as it was. What the server refuses stays in view, with
// the reason (refused-items.ts).
import * as contract from '#shared/features/cart/cart.contract.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import { startGuestMerge, endGuestMerge, noteGuestCheckout, getGuestCart, storeMerge } from './guest-cart.ts';
import { storeRefusedItems, type RefusedItem } from './refused-items.ts';

let underWay: Promise<void> | undefined;
/** One attempt per page load. */
let hasFailed = false;

/** Resolves when it is done, successful or not. Concurrent calls share one request. */
export function mergeCart(): Promise<void> {
  if (hasFailed) return Promise.resolve();
  return (underWay ??= merge().finally(() => (underWay = undefined)));
}

/** Wait for this before reading the cart, or the merged items would be missing. */
export function waitForMerge(): Promise<void> {
  return underWay ?? Promise.resolve();
}

function sayRefused(refused: readonly RefusedItem[]): void {
  const [first] = refused;
  if (!first) return;
  const isOne = refused.length === 1;
  toast({
    title: isOne ? `${first.title} wasn’t added` : `${refused.length} items weren’t added`,
    description: isOne ? first.reason : 'Your cart shows each of them, and why.',
    action: { label: 'View Cart', to: '/cart' },
  });
}

async function merge(): Promise<void> {
  try {
    const titles = new Map(
      getGuestCart().map(({ itemType, itemId, title }) => [`${itemType} ${itemId}`, title]),
    );
    const begun = startGuestMerge();
    if (!begun) return;
    const { key, sent } = begun;
    const items = sent.map(({ itemType, itemId, quantity }) => ({ itemType, itemId, quantity }));
    const { merged, left } = await browserApi.call(contract.mergeCart, { body: { key, items } });
    endGuestMerge(sent);
    noteGuestCheckout(false);
    if (merged > 0) {
      toast({
        title: 'Cart Updated',
        description: 'Your guest cart items have been added to your account',
      });
    }
    const refused = left.map(({ itemType, itemId, reason }) => ({
      itemType,
      itemId,
      title: titles.get(`${itemType} ${itemId}`) ?? 'One item',
      reason,
    }));
    storeRefusedItems(refused);
    sayRefused(refused);
  } catch (error) {
    hasFailed = true;
    // The server can't read what was stored: the next attempt sends the lines under a new key.
    if (error instanceof ApiError && error.status === 400) storeMerge(null);
    toast({
      title: 'Error',
      description: 'Failed to merge your guest cart with your account',
      variant: 'destructive',
    });
  }
}
