// What someone wants to buy, as a client may name it; prices and titles it sends are dropped.
import { z } from 'zod';
import { MAX_QUANTITY } from './cart.rules.ts';

export const CART_ITEM_TYPES = ['resource', 'course', 'certification', 'bundle'] as const;
export type CartItemType = (typeof CART_ITEM_TYPES)[number];

export const CART_LINES_AT_MOST = 100;

export const wantedItem = z.object({
  itemType: z.enum(CART_ITEM_TYPES),
  itemId: z.int().min(1).max(2_147_483_647),
  quantity: z.int().min(1).max(MAX_QUANTITY).default(1),
});
export type WantedItem = z.output<typeof wantedItem>;
