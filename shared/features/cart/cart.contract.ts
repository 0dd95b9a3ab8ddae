// The cart (spec §4, §7): kept on the server for people who are signed in; guests keep theirs in the browser and are
// told so by isGuest.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { MAX_QUANTITY } from './cart.rules.ts';
import {
  pricedCartItem,
  CART_ITEM_TYPES,
  CART_LINES_AT_MOST,
  CART_MERGE_KEY,
  requestedItemSchema,
} from './cart-item.schema.ts';

export type { CartNotice, PricedCartItem } from './cart-item.schema.ts';

const cartResponse = z.union([
  z.array(pricedCartItem),
  z.object({ items: z.array(pricedCartItem), isGuest: z.literal(true) }),
]);
const guestAnswer = z.object({ isGuest: z.literal(true) });

export const getCart = defineContract({
  method: 'GET',
  path: '/api/cart',
  summary: 'My cart as a bare array; a guest gets an empty one that says so',
  access: 'public',
  response: cartResponse,
});

export const addToCart = defineContract({
  method: 'POST',
  path: '/api/cart',
  summary: 'Put something into my cart; of the same thing the quantity grows. A guest gets the line to keep',
  access: 'public',
  body: requestedItemSchema,
  response: z.object({ item: pricedCartItem, isGuest: z.boolean() }),
  errors: ['not_found', 'conflict'],
  rateLimit: { points: 240, seconds: 60 },
});

const quantityBody = z.object({ quantity: z.int().min(-MAX_QUANTITY).max(MAX_QUANTITY) });
const update = {
  path: '/api/cart/:id',
  access: 'public',
  /** Guests have numbers of their own making. */
  params: z.object({ id: z.string().min(1).max(100) }),
  body: quantityBody,
  response: z.union([z.object({ item: pricedCartItem.nullable() }), guestAnswer]),
  errors: ['not_found', 'conflict'],
} as const;

export const updateCartItem = defineContract({
  ...update,
  method: 'PATCH',
  summary: 'Change how many; below 1 removes the line. Guests change theirs in the browser',
});
export const putCartItem = defineContract({ ...update, method: 'PUT', summary: 'The same as PATCH' });

export const removeCartItem = defineContract({
  method: 'DELETE',
  path: '/api/cart/:id',
  summary: 'Take a line out: 204; a guest gets 200 and isGuest',
  access: 'public',
  params: update.params,
  response: guestAnswer,
  mayBeEmpty: true,
  errors: ['not_found'],
});

export const clearCart = defineContract({
  method: 'DELETE',
  path: '/api/cart',
  summary: 'Empty my cart: 204; a guest gets 200 and isGuest',
  access: 'public',
  response: guestAnswer,
  mayBeEmpty: true,
});

export const refreshCart = defineContract({
  method: 'POST',
  path: '/api/cart/refresh',
  summary:
    'Price the cart anew and take the prices as seen; guests name their lines. Signed in, things that are named are priced and the cart stays as it is',
  access: 'public',
  body: z.object({ items: z.array(requestedItemSchema).max(CART_LINES_AT_MOST).optional() }),
  response: cartResponse,
  rateLimit: { points: 240, seconds: 60 },
});

export const mergeCart = defineContract({
  method: 'POST',
  path: '/api/cart/merge',
  summary: 'Add a guest cart to mine, once for each key',
  access: 'signed-in',
  body: z.object({
    key: z.string().regex(CART_MERGE_KEY),
    items: z.array(requestedItemSchema).min(1).max(CART_LINES_AT_MOST),
  }),
  response: z.object({
    merged: z.int(),
    /** What could not be taken over, and why. */
    left: z.array(z.object({ itemType: z.enum(CART_ITEM_TYPES), itemId: z.int(), reason: z.string() })),
  }),
});

const wish = z.object({ isWanted: z.boolean() });

export const getCartReminders = defineContract({
  method: 'GET',
  path: '/api/account/cart-reminders',
  summary: 'Whether I am reminded of a cart I left',
  access: 'signed-in',
  response: wish,
});

export const setCartReminders = defineContract({
  method: 'PUT',
  path: '/api/account/cart-reminders',
  summary: 'Be reminded of a cart I left, or not',
  access: 'signed-in',
  body: wish,
  response: wish,
});

export const stopCartReminders = defineContract({
  method: 'POST',
  path: '/api/cart-reminders/off',
  summary: 'No more reminders, by the key in a mail; without signing in',
  access: 'public',
  body: z.object({ key: z.string().max(100) }),
  errors: ['not_found'],
  rateLimit: { points: 30, seconds: 60 },
});
