// The cart in the browser: a user's is on the server; a guest's is in this browser's storage, and the server prices it
// on every view.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { initialsAvatar } from '#shared/avatar.ts';
import * as contract from '#shared/features/cart/cart.contract.ts';
import {
  cartCount,
  cartItemPrice,
  cartTotal,
  quantityOf,
  type CartItem,
} from '#shared/features/cart/cart.rules.ts';
import type { CartNotice, PricedCartItem } from '#shared/features/cart/cart-item.schema.ts';
import { parseCartResponse, parseStoredCart } from '#shared/features/cart/stored-cart.ts';
import { courseImagePath, resourceImagePath } from '#shared/images.ts';
import { centsToDecimal, decimalToCents } from '#shared/money.ts';
import { CART_STALE_MS } from '#shared/query-timing.ts';
import { apiOf, freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import { itemKey } from './cart-signals.ts';
import { followGuestCart, guestCartText, getGuestCart, toRequestedItems } from './guest-cart.ts';
import { mergeCart, waitForMerge } from './guest-merge.api.ts';
import { clearRefusedItems } from './refused-items.ts';

/** A cart line of a user or guest. Only a guest's storage can hold item types the server doesn't know. */
export type CartLine = Omit<PricedCartItem, 'itemType'> & { itemType: string };

export type CartView = {
  items: CartLine[];
  isGuest: boolean;
  isLoading: boolean;
  /** A decimal such as "66.00": what can be bought, minus bundle deductions. */
  total: string;
  /** Number of items, counting every seat. */
  count: number;
  /** The server couldn't be reached; shows what the browser knows. */
  hasFailed: boolean;
  retry: () => void;
};

type ServerCart = { items: CartLine[]; isGuest: boolean; hasFailed: boolean };

/**
 * Spec §7, §9: stale after a second; an array or { items, isGuest }; on failure an empty guest cart. A leftover guest cart
 * is merged first.
 */
export const getCart = () =>
  queryOptions<ServerCart>({
    queryKey: [contract.getCart.path],
    staleTime: CART_STALE_MS,
    async queryFn({ client, signal }) {
      try {
        const ask = () => apiOf(client).call(contract.getCart, {}, signal);
        await waitForMerge();
        let body = await ask();
        if (Array.isArray(body) && getGuestCart().length > 0) {
          await mergeCart();
          body = await ask();
        }
        const { items, isGuest } = parseCartResponse(body);
        return { items: items.map(toServerLine), isGuest, hasFailed: false };
      } catch (error) {
        if (signal.aborted) throw error;
        return { items: [], isGuest: true, hasFailed: true };
      }
    },
  });

/** Prices a guest's cart. */
export function refreshCartQuery(items: readonly CartItem[]) {
  const requested = toRequestedItems(items);
  return queryOptions<PricedCartItem[]>({
    // Quantities don't affect prices.
    queryKey: [contract.refreshCart.path, requested.map(({ itemType, itemId }) => `${itemType} ${itemId}`)],
    staleTime: CART_STALE_MS,
    placeholderData: keepPreviousData,
    async queryFn({ client, signal }) {
      const named = requested.map(({ itemType, itemId, quantity }) => ({ itemType, itemId, quantity }));
      const body = await apiOf(client).call(contract.refreshCart, { body: { items: named } }, signal);
      return Array.isArray(body) ? [] : body.items;
    },
  });
}

export function useCart(): CartView {
  const server = useQuery(getCart());
  const text = useSyncExternalStore(followGuestCart, guestCartText, () => '');
  const stored = useMemo(() => parseStoredCart(text), [text]);
  const isGuest = server.data?.isGuest ?? false;
  const isPriced = isGuest && toRequestedItems(stored).length > 0;
  const prices = useQuery({ ...refreshCartQuery(stored), enabled: isPriced });
  const { data: priced, isSuccess: isKnown } = prices;
  const items = useMemo<CartLine[]>(() => {
    const onServer = server.data?.items ?? [];
    if (!isGuest) return onServer;
    const own = stored.map((item) => toGuestLine(item, priced, isKnown));
    const keys = new Set(own.map(itemKey));
    return [...own, ...onServer.filter((line) => !keys.has(itemKey(line)))];
  }, [isGuest, stored, priced, isKnown, server.data]);
  const isSignedOut = isGuest && server.data?.hasFailed === false;
  useEffect(() => {
    if (isSignedOut) clearRefusedItems();
  }, [isSignedOut]);
  return {
    items,
    isGuest,
    isLoading: server.isPending || (isPriced && prices.isPending),
    total: totalOf(items),
    count: cartCount(items),
    hasFailed: (server.data?.hasFailed ?? false) || prices.isError,
    retry() {
      void server.refetch();
      if (isPriced) void prices.refetch();
    },
  };
}

const BLOCKING: readonly (CartNotice | null)[] = ['withdrawn', 'owned', 'own', 'lapsed'];

/** Must be removed before the rest can be bought. */
export function isBlocked({ details }: Pick<CartLine, 'details'>): boolean {
  return BLOCKING.includes(details.notice);
}

/** In cents: what the line adds to the total. */
export function lineCents({ price, quantity, details }: CartLine): number {
  return decimalToCents(price) * quantityOf({ quantity }) - decimalToCents(details.owned);
}

export function totalOf(items: readonly CartLine[]): string {
  const bought = items.filter((item) => !isBlocked(item));
  const owned = bought.reduce((sum, { details }) => sum + decimalToCents(details.owned), 0);
  return centsToDecimal(Math.round(cartTotal(bought) * 100) - owned);
}

/** Whatever the response leaves out is filled in, so that both of its forms show the same (spec §3). */
function toServerLine(item: CartItem): CartLine {
  const line = asKept(item, centsToDecimal(Math.round(cartItemPrice(item) * 100)), null);
  const details = { ...line.details, ...item.details, price: line.price };
  // Of sessions, their instructor's.
  const imageUrl = line.imageUrl ?? (item.itemType === 'booking' ? initialsAvatar(details.sellerName) : null);
  return { ...line, imageUrl, details };
}

/** Id and quantity from the browser, everything else from the server. */
function toGuestLine(
  item: CartItem,
  priced: readonly PricedCartItem[] | undefined,
  isKnown: boolean,
): CartLine {
  const { id, itemType, itemId, quantity } = item;
  const now = priced?.find((line) => itemKey(line) === itemKey({ itemType, itemId }));
  const keptPrice = centsToDecimal(Math.round(cartItemPrice(item) * 100));
  if (!now || now.details.notice === 'withdrawn') {
    return asKept(item, keptPrice, now || isKnown ? 'withdrawn' : null);
  }
  const isRepriced = now.details.notice === null && now.price !== keptPrice;
  const details = isRepriced
    ? { ...now.details, notice: 'repriced' as const, previousPrice: keptPrice }
    : now.details;
  return { ...now, id, quantity, details };
}

const PLACES: Record<string, string> = { resource: '/curriculum', bundle: '/bundles' };

/** Of an item whose page the server didn't name. */
export function itemHref({ itemType, itemId }: { itemType: string; itemId: number }): string {
  return `${PLACES[itemType] ?? '/courses'}/${itemId}`;
}

function asKept(item: CartItem, price: string, notice: CartNotice | null): CartLine {
  const { id, itemType, itemId, title, quantity } = item;
  return {
    id,
    itemType,
    itemId,
    title,
    shortName: item.shortName ?? null,
    price,
    quantity,
    imageUrl: (itemType === 'resource' ? resourceImagePath : courseImagePath)(item.imageUrl),
    createdAt: item.createdAt ?? '',
    details: {
      price,
      sellerName: '',
      href: itemHref(item),
      notice,
      previousPrice: null,
      fullPrice: null,
      isMemberPriceOver: false,
      owned: '0.00',
      deductions: [],
      apart: null,
      heldUntil: null,
      prerequisites: [],
      gives: [],
    },
  };
}

/** Fetched on every visit: a link in an email may have changed it. */
export const getCartRemindersQuery = () => freshQuery(contract.getCartReminders, {});

export const useSetCartReminders = () =>
  useContractMutation(contract.setCartReminders, {
    input: (isWanted: boolean) => ({ body: { isWanted } }),
    onSuccess: (answer, _isWanted, _shown, { client }) =>
      client.setQueryData(getCartRemindersQuery().queryKey, answer),
  });

export const useStopCartReminders = () =>
  useContractMutation(contract.stopCartReminders, { input: (key: string) => ({ body: { key } }) });
