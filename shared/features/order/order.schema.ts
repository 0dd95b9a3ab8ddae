// An order as buyers, sellers and staff see it.
import { z } from 'zod';
import { ORDER_STATES } from '#shared/features/order/order.states.ts';
import { wireMoney } from '#shared/money.schema.ts';

export const orderLineSchema = z.object({
  id: z.int(),
  itemType: z.string(),
  itemId: z.int(),
  title: z.string(),
  sellerName: z.string(),
  unitPrice: wireMoney,
  quantity: z.int(),
  /** For bundles: deducted for items the buyer already owned. */
  owned: wireMoney,
  /** How much a membership lowered the price; `unitPrice` and `amount` are after it. */
  memberSaving: wireMoney,
  amount: wireMoney,
  /** The coupon discount. */
  discount: wireMoney,
  imageUrl: z.string().nullable(),
  /** The item's page. */
  href: z.string(),
  /** Paid and not refunded. */
  isLive: z.boolean(),
});
export type OrderLine = z.infer<typeof orderLineSchema>;

export const orderCardSchema = z.object({
  id: z.int(),
  number: z.string(),
  state: z.enum(ORDER_STATES),
  total: wireMoney,
  currency: z.string(),
  lineCount: z.int(),
  titles: z.array(z.string()),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
});

/** An order's money, where it isn't settled: for lists. */
export const orderMoneySchema = z.object({
  /** A refund request is open. */
  hasRequest: z.boolean(),
  /** open: the bank is investigating; lost: it returned the money to the buyer. */
  dispute: z.enum(['open', 'lost']).nullable(),
});

export const listedOrderSchema = orderCardSchema.extend({
  ...orderMoneySchema.shape,
  refunded: wireMoney,
  /** Decided, but not back on the card yet. */
  refunding: wireMoney,
});
export type ListedOrder = z.infer<typeof listedOrderSchema>;

export const orderSchema = orderCardSchema.extend({
  email: z.string(),
  name: z.string(),
  zip: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  /** ISO 3166-1, such as GB. */
  country: z.string().nullable(),
  subtotal: wireMoney,
  discount: wireMoney,
  couponCode: z.string().nullable(),
  tax: wireMoney,
  /** Paid with booking credit. */
  credit: wireMoney,
  refunded: wireMoney,
  /** Not attached to an account. */
  isGuest: z.boolean(),
  lines: z.array(orderLineSchema),
  /** Why the last card was declined, while the order waits for another. */
  lastError: z.string().nullable(),
});
export type Order = z.infer<typeof orderSchema>;
