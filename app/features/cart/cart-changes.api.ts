// Changes to the cart: quantities, removing, clearing, and going to checkout. For users, changes show at once and are
// reverted if the server refuses; a guest's are made in the browser, followed by a reload.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import * as contract from '#shared/features/cart/cart.contract.ts';
import {
  CART_REFETCH_AFTER_REMOVE_MS,
  CART_REFETCH_AFTER_UPDATE_MS,
  nextQuantity,
} from '#shared/features/cart/cart.rules.ts';
import { toast, toastAfterReload } from '#app/components/ui/toast-store.ts';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import { scheduleCartRefetch } from './cart-refetch.ts';
import { getCart, type CartLine, type CartView } from './cart.api.ts';
import {
  clearGuestCart,
  noteGuestCheckout,
  getGuestCart,
  scheduleReload,
  removeGuestItem,
  setGuestItemQuantity,
  updateGuestPrices,
} from './guest-cart.ts';

/** One at a time, so that an older change can't overtake a newer one. */
const IN_TURN = { mutationKey: ['cart'], scope: { id: 'cart' } };

const REMOVED = { title: 'Item Removed', description: 'Item has been removed from your cart' };
const CLEARED = { title: 'Cart Cleared', description: 'All items have been removed from your cart' };

function sayFailed(description: string): void {
  toast({ title: 'Error', description, variant: 'destructive' });
}

type ServerLines = { items: { id: CartLine['id'] }[] };

async function showAtOnce(
  client: QueryClient,
  change: <Cart extends ServerLines>(cart: Cart) => Cart,
): Promise<{ undo: () => void }> {
  const { queryKey } = getCart();
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  client.setQueryData(queryKey, (cart) => cart && change(cart));
  return { undo: () => void client.setQueryData(queryKey, before) };
}

type QuantityAsked = { line: Pick<CartLine, 'id'>; quantity: number };

/** For the plus and minus buttons. Below 1 removes; a guest's cart stays as it is then (spec §4). */
export function useUpdateCartItem({ isGuest }: Pick<CartView, 'isGuest'>) {
  const client = useQueryClient();
  const change = useMutation({
    ...IN_TURN,
    mutationFn: ({ line, quantity }: QuantityAsked) =>
      browserApi.call(contract.updateCartItem, { params: { id: String(line.id) }, body: { quantity } }),
    onMutate: ({ line, quantity }) =>
      showAtOnce(client, (cart) => ({
        ...cart,
        items: cart.items.flatMap((item) =>
          item.id !== line.id ? item : quantity < 1 ? [] : { ...item, quantity },
        ),
      })),
    onSuccess: (_, { quantity }) => void (quantity < 1 && toast(REMOVED)),
    onError(_error, _asked, shown) {
      shown?.undo();
      sayFailed('Failed to update item quantity');
    },
    onSettled: () => scheduleCartRefetch(client, CART_REFETCH_AFTER_UPDATE_MS),
  });
  return (line: Pick<CartLine, 'id'>, requested: number) => {
    const next = nextQuantity(isGuest ? 'guest' : 'server', requested);
    if (next.action === 'ignore') return;
    const quantity = next.action === 'set' ? next.quantity : 0;
    if (!isStored(isGuest, line)) change.mutate({ line, quantity });
    else tryLocally('Failed to update item quantity', () => setGuestItemQuantity(line.id, quantity));
  };
}

/** A guest's lines are in this browser; the server may answer a guest with lines of its own (spec §3). */
function isStored(isGuest: boolean, { id }: Pick<CartLine, 'id'>): boolean {
  return isGuest && getGuestCart().some((item) => item.id === id);
}

/** Storage may be blocked or full. */
function tryLocally(failure: string, change: () => void, done?: typeof REMOVED): void {
  try {
    change();
  } catch {
    return sayFailed(failure);
  }
  if (done) toastAfterReload(done);
  scheduleReload();
}

export function useRemoveCartItem({ isGuest }: Pick<CartView, 'isGuest'>) {
  const client = useQueryClient();
  const remove = useMutation({
    ...IN_TURN,
    mutationFn: async ({ id }: Pick<CartLine, 'id'>) => {
      try {
        await browserApi.call(contract.removeCartItem, { params: { id: String(id) } });
      } catch (error) {
        // Another tab was faster: the item is gone, as intended.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onMutate: ({ id }) =>
      showAtOnce(client, (cart) => ({ ...cart, items: cart.items.filter((item) => item.id !== id) })),
    onSuccess: () => void toast(REMOVED),
    onError(_error, _line, shown) {
      shown?.undo();
      sayFailed('Failed to remove item from cart');
    },
    onSettled: () => scheduleCartRefetch(client, CART_REFETCH_AFTER_REMOVE_MS),
  });
  return (line: Pick<CartLine, 'id'>) => {
    if (!isStored(isGuest, line)) remove.mutate(line);
    else tryLocally('Failed to remove item from cart', () => removeGuestItem(line.id), REMOVED);
  };
}

/** Also calls the server for guests: it may have a cart this page doesn't know about. */
export function useClearCart({ isGuest }: Pick<CartView, 'isGuest'>) {
  const client = useQueryClient();
  return useMutation({
    ...IN_TURN,
    async mutationFn() {
      const hasLocal = getGuestCart().length > 0;
      if (hasLocal) clearGuestCart();
      try {
        await browserApi.call(contract.clearCart, {});
      } catch {
        if (!hasLocal) throw new Error('Failed to clear cart');
        throw new Error('Failed to clear cart on server, but local cart has been cleared');
      }
    },
    onMutate: () => (isGuest ? undefined : showAtOnce(client, (cart) => ({ ...cart, items: [] }))),
    onSuccess: () => void (isGuest ? toastAfterReload(CLEARED) : toast(CLEARED)),
    onError({ message }, _, shown) {
      shown?.undo();
      const failure = { title: 'Error', description: message, variant: 'destructive' } as const;
      if (isGuest && getGuestCart().length === 0) toastAfterReload(failure);
      else toast(failure);
    },
    onSettled() {
      if (isGuest) scheduleReload();
      else scheduleCartRefetch(client, CART_REFETCH_AFTER_REMOVE_MS);
    },
  });
}

/** Accepts the current prices and opens the checkout (spec §2, §9). */
export function useGoToCheckout({ items, isGuest }: Pick<CartView, 'items' | 'isGuest'>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    async mutationFn() {
      const repriced = items.filter(({ details }) => details.notice === 'repriced');
      if (repriced.length > 0 && isGuest) updateGuestPrices(repriced);
      else if (repriced.length > 0) await browserApi.call(contract.refreshCart, { body: {} });
    },
    async onSuccess() {
      noteGuestCheckout(isGuest);
      void client.invalidateQueries({ queryKey: getCart().queryKey });
      await navigate('/simple-checkout');
    },
    onError: () => sayFailed('Failed to update cart item'),
  });
}
