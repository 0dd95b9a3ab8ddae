// The cart (spec §4, §7): on the server for signed-in users; guests store theirs in the browser and get
// isGuest instead.
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
  summary: 'Get the viewer’s cart as an array; guests get an empty one with isGuest',
  access: 'public',
  response: cartResponse,
});

export const addToCart = defineContract({
  method: 'POST',
  path: '/api/cart',
  summary: 'Add an item to the cart, or raise its quantity; guests get the line to store',
  access: 'public',
  body: requestedItemSchema,
  response: z.object({ item: pricedCartItem, isGuest: z.boolean() }),
  errors: ['not_found', 'conflict'],
  rateLimit: { points: 240, seconds: 60 },
});

/** Spec §5: below 1 means removal, however far below. */
const quantityBody = z.object({ quantity: z.int().max(MAX_QUANTITY) });
const update = {
  path: '/api/cart/:id',
  access: 'public',
  /** Guest ids are made in the browser. */
  params: z.object({ id: z.string().min(1).max(100) }),
  body: quantityBody,
  response: z.union([z.object({ item: pricedCartItem.nullable() }), guestAnswer]),
  errors: ['not_found', 'conflict'],
} as const;

export const updateCartItem = defineContract({
  ...update,
  method: 'PATCH',
  summary: 'Set the quantity of a cart item; below 1 removes it. Guests get isGuest',
});
export const putCartItem = defineContract({ ...update, method: 'PUT', summary: 'Same as PATCH' });

export const removeCartItem = defineContract({
  method: 'DELETE',
  path: '/api/cart/:id',
  summary: 'Remove a cart item (204); guests get 200 and isGuest',
  access: 'public',
  params: update.params,
  response: guestAnswer,
  mayBeEmpty: true,
  errors: ['not_found'],
});

export const clearCart = defineContract({
  method: 'DELETE',
  path: '/api/cart',
  summary: 'Clear the cart (204); guests get 200 and isGuest',
  access: 'public',
  response: guestAnswer,
  mayBeEmpty: true,
});

export const refreshCart = defineContract({
  method: 'POST',
  path: '/api/cart/refresh',
  summary: 'Reprice the cart and mark the prices as shown; given items are only priced',
  access: 'public',
  body: z.object({ items: z.array(requestedItemSchema).max(CART_LINES_AT_MOST).optional() }),
  response: cartResponse,
  rateLimit: { points: 240, seconds: 60 },
});

export const mergeCart = defineContract({
  method: 'POST',
  path: '/api/cart/merge',
  summary: 'Merge a guest cart into the viewer’s, once per key',
  access: 'signed-in',
  body: z.object({
    key: z.string().regex(CART_MERGE_KEY),
    items: z.array(requestedItemSchema).min(1).max(CART_LINES_AT_MOST),
  }),
  response: z.object({
    merged: z.int(),
    /** Items that couldn't be merged, and why. */
    left: z.array(z.object({ itemType: z.enum(CART_ITEM_TYPES), itemId: z.int(), reason: z.string() })),
  }),
});

const reminderPreference = z.object({ isWanted: z.boolean() });

export const getCartReminders = defineContract({
  method: 'GET',
  path: '/api/account/cart-reminders',
  summary: 'Get whether the viewer gets cart reminders',
  access: 'signed-in',
  response: reminderPreference,
});

export const setCartReminders = defineContract({
  method: 'PUT',
  path: '/api/account/cart-reminders',
  summary: 'Turn cart reminders on or off',
  access: 'signed-in',
  body: reminderPreference,
  response: reminderPreference,
});

export const stopCartReminders = defineContract({
  method: 'POST',
  path: '/api/cart-reminders/off',
  summary: 'Turn off cart reminders with the key from an email, without signing in',
  access: 'public',
  body: z.object({ key: z.string().max(100) }),
  errors: ['not_found'],
  rateLimit: { points: 30, seconds: 60 },
});
