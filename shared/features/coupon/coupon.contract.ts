// Coupons as buyers try them on.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import {
  CART_ITEM_TYPES,
  CART_LINES_AT_MOST,
  requestedItemSchema,
} from '#shared/features/cart/cart-item.schema.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { typedCode } from './coupon.schema.ts';

export const couponPreviewSchema = z.object({
  /** As its keeper writes it. */
  code: z.string(),
  /** “10% off”. */
  label: z.string(),
  subtotal: wireMoney,
  discount: wireMoney,
  total: wireMoney,
  /** What it is good for, and what it takes off each. */
  lines: z.array(z.object({ itemType: z.enum(CART_ITEM_TYPES), itemId: z.int(), discount: wireMoney })),
});
export type CouponPreview = z.infer<typeof couponPreviewSchema>;

/** Spec §8 has coupons in the cart; whoever guesses codes is slowed down. */
export const previewCoupon = defineContract({
  method: 'POST',
  path: '/api/cart/coupon',
  summary: 'What a coupon would take off: of my cart, or of the things named. Nothing is used by asking',
  access: 'public',
  body: z.object({
    code: typedCode.min(1, 'Enter a code.'),
    /** Guests name what they have; so does someone who buys one thing past the cart. */
    items: z.array(requestedItemSchema).min(1, 'Your cart is empty').max(CART_LINES_AT_MOST).optional(),
  }),
  response: couponPreviewSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
  rateLimit: { points: 30, seconds: 60 },
});
