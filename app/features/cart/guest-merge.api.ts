// The guest cart becomes part of the account's when its owner signs in or registers (spec §4): one call under one name,
// which the server answers with one merge however often it comes. On failure the guest cart stays as it was.
import * as contract from '#shared/features/cart/cart.contract.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import { startGuestMerge, endGuestMerge, noteGuestCheckout, getGuestCart, storeMerge } from './guest-cart.ts';

let underWay: Promise<void> | undefined;
/** One try for each visit to a document: the next one comes with the next page load. */
let hasFailed = false;

/** Resolves when it is done, whichever way it went. Whoever asks meanwhile waits for the same. */
export function mergeCart(): Promise<void> {
  if (hasFailed) return Promise.resolve();
  return (underWay ??= merge().finally(() => (underWay = undefined)));
}

/** Whoever reads the cart meanwhile would read it without what is coming. */
export function waitForMerge(): Promise<void> {
  return underWay ?? Promise.resolve();
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
    const names = left.map(({ itemType, itemId }) => titles.get(`${itemType} ${itemId}`) ?? 'One thing');
    if (left.length === 1) toast({ title: `${names[0]} was left out`, description: left[0]?.reason });
    else if (left.length > 1) {
      toast({
        title: `${left.length} things were left out`,
        description: `Not for sale to you: ${names.join(', ')}.`,
      });
    }
  } catch (error) {
    hasFailed = true;
    // What was kept cannot be read by the server: the next try sends the lines anew.
    if (error instanceof ApiError && error.status === 400) storeMerge(null);
    toast({
      title: 'Error',
      description: 'Failed to merge your guest cart with your account',
      variant: 'destructive',
    });
  }
}
