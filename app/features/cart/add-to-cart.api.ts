// Adds an item to the cart; loaded at the first press of a button that does.
import type { QueryClient } from '@tanstack/react-query';
import * as contract from '#shared/features/cart/cart.contract.ts';
import { CART_REFETCH_AFTER_UPDATE_MS, type CartItemType } from '#shared/features/cart/cart.rules.ts';
import { toast, toastAcrossReload } from '#app/components/ui/toast-store.ts';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { scheduleCartRefetch } from './cart-refetch.ts';
import { announceCartChange, itemKey, itemsInCart } from './cart-signals.ts';
import { addGuestItem, isGuestModeOn, scheduleReload } from './guest-cart.ts';

// Loaded now: a guest's page reloads soon after the confirmation.
void import('#app/components/ui/toaster.tsx').catch(() => {});

/** Spec §7; the server uses only the item and the quantity, and looks up title and price itself. */
export type CartAddition = {
  itemType: CartItemType;
  itemId: number;
  title: string;
  price: string;
  imageUrl: string | null;
  quantity?: number;
};

export type Added = 'added' | 'refused' | 'sign-in';

export async function addToCart(client: QueryClient, addition: CartAddition): Promise<Added> {
  try {
    const { item, isGuest } = await browserApi.call(contract.addToCart, {
      body: { quantity: 1, ...addition },
    });
    if (!isGuest) {
      scheduleCartRefetch(client, CART_REFETCH_AFTER_UPDATE_MS);
      toast({ title: `${item.title} added to cart` });
      return 'added';
    }
    if (!isGuestModeOn()) {
      rememberDestination(location.pathname + location.search);
      return 'sign-in';
    }
    const { id: _made, createdAt: _priced, quantity: _asked, details: _now, ...line } = item;
    if (!addGuestItem({ ...line, quantity: addition.quantity ?? 1 })) {
      say('Your cart can hold 100 different items. Remove one to add another.');
      return 'refused';
    }
    announceCartChange(new Set([...itemsInCart(), itemKey(item)]));
    toastAcrossReload({ title: 'Added to cart', description: 'Item added to your guest cart' });
    scheduleReload();
    return 'added';
  } catch (error) {
    explain(error);
    return 'refused';
  }
}

/** A refusal says why and links to the item; any other failure shows the spec's sentence alone. */
function explain(error: unknown): void {
  const isRefusal = error instanceof ApiError && (error.status === 409 || error.status === 404);
  if (!isRefusal) return say();
  const place = error.details.find(({ path }) => path?.startsWith('/'));
  say(error.message, place?.path && { label: 'Open it', to: place.path });
}

function say(reason?: string, action?: { label: string; to: string } | ''): void {
  toast({
    title: 'Error',
    description: ['Failed to add item to cart', reason].filter(Boolean).join('. '),
    variant: 'destructive',
    ...(action && { action }),
  });
}
