// What someone wants to buy, as a client may name it; prices and titles it sends are dropped.
import { z } from 'zod';
import { CART_ITEM_TYPES, MAX_QUANTITY } from './cart.rules.ts';
import { idSchema } from '#shared/id.schema.ts';

export { CART_ITEM_TYPES, CART_LINES_AT_MOST, type CartItemType } from './cart.rules.ts';

/** What a browser calls its guest cart, so that it is merged once. */
export const CART_MERGE_KEY = /^[\w.-]{8,100}$/;

export const wantedItem = z.object({
  itemType: z.enum(CART_ITEM_TYPES),
  itemId: idSchema,
  quantity: z.int().min(1).max(MAX_QUANTITY).default(1),
});
export type WantedItem = z.output<typeof wantedItem>;
