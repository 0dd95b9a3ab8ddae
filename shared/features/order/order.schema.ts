// An order as its buyer, its seller and staff read it.
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
  /** Of a bundle: taken off for what was owned already. */
  owned: wireMoney,
  amount: wireMoney,
  /** What a coupon took off it. */
  discount: wireMoney,
  imageUrl: z.string().nullable(),
  /** Where to open it. */
  href: z.string(),
  /** Bought and not refunded. */
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
export type OrderCard = z.infer<typeof orderCardSchema>;

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
  refunded: wireMoney,
  /** Nobody's account yet. */
  isGuest: z.boolean(),
  lines: z.array(orderLineSchema),
  /** Why the last card was refused, while it waits for another. */
  lastError: z.string().nullable(),
});
export type Order = z.infer<typeof orderSchema>;
