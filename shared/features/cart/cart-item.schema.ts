// Items a client wants to buy; prices and titles it sends are dropped.
import { z } from 'zod';
import { CART_ITEM_TYPES, MAX_QUANTITY } from './cart.rules.ts';
import { PART_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';
import { idSchema } from '#shared/id.schema.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { prerequisiteSchema } from '#shared/features/course/course.schema.ts';

export { CART_ITEM_TYPES, CART_LINES_AT_MOST, type CartItemType } from './cart.rules.ts';

/** A browser's key for its guest cart, so that it is merged once. */
export const CART_MERGE_KEY = /^[\w.-]{8,100}$/;

export const requestedItemSchema = z.object({
  itemType: z.enum(CART_ITEM_TYPES),
  itemId: idSchema,
  quantity: z.int().min(1).max(MAX_QUANTITY).default(1),
});
export type RequestedItem = z.output<typeof requestedItemSchema>;

/** Why a line can't be bought, or what changed since it was added. */
export const CART_NOTICES = ['withdrawn', 'repriced', 'owned', 'own', 'free', 'lapsed'] as const;
export type CartNotice = (typeof CART_NOTICES)[number];

/** A line as the server prices it, from the catalogue only. */
export const pricedCartItem = z.object({
  id: z.union([z.int(), z.string()]),
  itemType: z.enum(CART_ITEM_TYPES),
  itemId: z.int(),
  title: z.string(),
  shortName: z.string().nullable(),
  /** Per seat. */
  price: wireMoney,
  quantity: z.int(),
  imageUrl: z.string().nullable(),
  createdAt: z.string(),
  details: z.object({
    price: wireMoney,
    sellerName: z.string(),
    href: z.string(),
    notice: z.enum(CART_NOTICES).nullable(),
    /** If repriced: the previous price. */
    previousPrice: wireMoney.nullable(),
    /** What it costs without a membership; null: the price is the same for everyone. */
    fullPrice: wireMoney.nullable(),
    /** If repriced: because the viewer's membership has ended. */
    isMemberPriceOver: z.boolean(),
    /** For a bundle: the deduction for items paid for elsewhere. */
    owned: wireMoney,
    /** The deductions item by item, and where each was paid for. */
    deductions: z.array(z.object({ title: z.string(), amount: wireMoney, isInCart: z.boolean() })),
    /** For a bundle: the sum of its items' prices. */
    apart: wireMoney.nullable(),
    /** For a booking: until when its time is held. */
    heldUntil: z.iso.datetime().nullable(),
    /** Courses to finish before its lessons open. */
    prerequisites: z.array(prerequisiteSchema),
    /** What buyers get: files, courses or sessions; several for a bundle. */
    gives: z.array(z.enum(PART_ITEMS)),
  }),
});
export type PricedCartItem = z.infer<typeof pricedCartItem>;
