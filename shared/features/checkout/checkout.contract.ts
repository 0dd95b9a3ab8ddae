// Checkout: creates an order from the cart or one item, takes its payment, and reports the outcome.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import {
  CART_LINES_AT_MOST,
  requestedItemSchema,
  CART_ITEM_TYPES,
} from '#shared/features/cart/cart-item.schema.ts';
import { nameOfSomeone } from '#shared/line-of-text.schema.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { addressShape, checkAddress } from './address.schema.ts';
import { idSchema } from '#shared/id.schema.ts';

export const buyerName = nameOfSomeone.min(1, 'Enter your name.').max(120, 'Use at most 120 characters.');
const typedCode = z.string().trim().max(60);
/** False: pay with a card and keep the booking credit. */
const useCredit = z.boolean().optional();
export const idempotencyKey = z.string().trim().min(8).max(200);

/** Spec §7, DESIGN §4: the key may come in the body or in the Idempotency-Key header. */
export const startCheckout = defineContract({
  method: 'POST',
  path: '/api/checkout',
  summary: 'Create an order from the cart or one item, with a payment waiting for a card',
  access: 'signed-in',
  body: z.object({
    couponCode: typedCode.optional(),
    useCredit,
    idempotencyKey: idempotencyKey.optional(),
    /** Buys this item only, whatever is in the cart. */
    item: requestedItemSchema.optional(),
    /** The total the buyer saw; a different one is refused instead of charged. */
    expectedTotal: wireMoney.optional(),
    address: z
      .object({ name: buyerName, ...addressShape })
      .superRefine(checkAddress)
      .optional(),
  }),
  response: z.object({
    orderId: z.int(),
    paymentId: z.int().nullable(),
    clientSecret: z.string().nullable(),
    amount: wireMoney,
    currency: z.string(),
    publishableKey: z.string().optional(),
    /** `paid` if there was nothing to pay. */
    status: z.enum(['pending', 'paid']),
  }),
  errors: ['conflict', 'unprocessable', 'not_found', 'unavailable'],
  rateLimit: { points: 60, seconds: 60 },
});

const orderOfMine = z.object({
  orderId: idSchema,
  /** A guest's order key, from the link in the email or from simple-checkout. */
  key: z.string().max(200).optional(),
});

export const confirmCheckout = defineContract({
  method: 'POST',
  path: '/api/checkout/confirm',
  summary: 'Check the payment and complete the order if it’s paid; safe to repeat',
  access: 'public',
  body: orderOfMine,
  response: z.object({
    orderId: z.int(),
    status: z.enum(['paid', 'pending', 'processing', 'requires_action', 'failed', 'refunded', 'cancelled']),
    /** Why the last card was declined. */
    reason: z.string().nullable(),
  }),
  errors: ['not_found'],
  rateLimit: { points: 120, seconds: 60 },
});

export const cancelCheckout = defineContract({
  method: 'POST',
  path: '/api/checkout/cancel',
  summary: 'Cancel an unpaid order; the cart stays as it is',
  access: 'public',
  body: orderOfMine,
  response: z.object({ orderId: z.int(), status: z.enum(['cancelled', 'paid', 'refunded', 'failed']) }),
  errors: ['not_found', 'conflict', 'unavailable'],
});

const cardSchema = z.object({
  number: z
    .string()
    .transform((value) => value.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{12,19}$/, 'Enter the card number.')),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2000).max(2100),
  cvc: z.string().regex(/^\d{3,4}$/, 'Enter the 3- or 4-digit security code.'),
});
export type Card = z.output<typeof cardSchema>;

export const ZIP = /^\d{5}$/;

export const meansOfPayment = {
  /** Sandbox only. */
  card: cardSchema.optional(),
  /** Stripe only: the token Stripe.js made for the card (`ctoken_…` or `pm_…`). */
  paymentMethod: z
    .string()
    .regex(/^(ctoken|pm)_\w{1,100}$/)
    .optional(),
};

const paid = z.object({
  orderId: z.int(),
  /** `processing`: the gateway didn't answer in time; poll /api/checkout/confirm. */
  status: z.enum(['paid', 'requires_action', 'processing']),
  clientSecret: z.string().optional(),
  publishableKey: z.string().optional(),
  /** A guest's order key. */
  key: z.string().optional(),
});

export const simpleCheckout = defineContract({
  method: 'POST',
  path: '/api/simple-checkout',
  summary: 'Pay in one step: the viewer’s cart, or the items a guest sends',
  access: 'public',
  body: z
    .object({
      email: z.email('Enter an email address, such as name@example.com.').max(254),
      name: buyerName,
      ...addressShape,
      /** Sent by guests, and to buy one item without the cart. */
      items: z.array(requestedItemSchema).min(1, 'Your cart is empty').max(CART_LINES_AT_MOST).optional(),
      ...meansOfPayment,
      couponCode: typedCode.optional(),
      useCredit,
      /** The total the buyer saw; a different one is refused instead of charged. */
      expectedTotal: wireMoney.optional(),
      idempotencyKey: idempotencyKey.optional(),
    })
    .superRefine(checkAddress),
  response: paid,
  errors: ['payment_required', 'conflict', 'unprocessable', 'not_found', 'unavailable'],
  rateLimit: { points: 60, seconds: 60 },
});

export const payCheckout = defineContract({
  method: 'POST',
  path: '/api/checkout/pay',
  summary: 'Pay the viewer’s pending order with a card; after a decline, try another',
  access: 'signed-in',
  body: z.object({ orderId: idSchema, ...meansOfPayment }),
  response: paid,
  errors: ['payment_required', 'conflict', 'unprocessable', 'not_found', 'unavailable'],
  rateLimit: { points: 60, seconds: 60 },
});

/** Buyers must see the total before they pay; with tax, it depends on the address. */
export const getCheckoutSummary = defineContract({
  method: 'POST',
  path: '/api/checkout/sums',
  summary: 'Get the total with coupon and tax for the cart or the given items',
  access: 'public',
  body: z
    .object({
      items: z.array(requestedItemSchema).min(1, 'Your cart is empty').max(CART_LINES_AT_MOST).optional(),
      couponCode: typedCode.optional(),
      useCredit,
      ...addressShape,
    })
    .superRefine(checkAddress),
  response: z.object({
    subtotal: wireMoney,
    discount: wireMoney,
    tax: wireMoney,
    /** Paid with booking credit. */
    credit: wireMoney,
    total: wireMoney,
  }),
  errors: ['not_found', 'conflict', 'unprocessable', 'unavailable'],
  rateLimit: { points: 60, seconds: 60 },
});

/** How the site takes payments, for pages that ask for a card. */
export const getCheckoutOptions = defineContract({
  method: 'GET',
  path: '/api/checkout/options',
  summary: 'Get the gateway and its public key',
  access: 'public',
  response: z.object({
    gateway: z.enum(['sandbox', 'stripe']),
    publishableKey: z.string().nullable(),
    /** If not none, totals come from /api/checkout/sums. */
    tax: z.enum(['none', 'stripe']),
  }),
});

/** The sandbox's 3-D Secure step, which a bank would show on its own page. */
export const confirmSandboxPayment = defineContract({
  method: 'POST',
  path: '/api/sandbox/confirm',
  summary: 'Answer the sandbox bank’s confirmation, or send the card of a waiting payment',
  access: 'public',
  body: z.object({
    clientSecret: z.string().min(10).max(200),
    answer: z.enum(['approve', 'refuse']).optional(),
    card: cardSchema.optional(),
  }),
  response: z.object({
    status: z.enum(['succeeded', 'requires_action', 'requires_payment_method', 'processing', 'canceled']),
    reason: z.string().nullable(),
  }),
  errors: ['not_found', 'unprocessable'],
  rateLimit: { points: 60, seconds: 60 },
});

export const findZipCode = defineContract({
  method: 'GET',
  path: '/api/zipcode-lookup/:zip',
  summary: 'Find the city and state of a ZIP code',
  access: 'public',
  params: z.object({ zip: z.string().regex(ZIP, 'Enter a five-digit ZIP code.') }),
  response: z.object({ zip: z.string(), city: z.string(), state: z.string() }),
  errors: ['not_found'],
});

export const couponPreviewSchema = z.object({
  /** As its owner spelled it. */
  code: z.string(),
  /** “10% off”. */
  label: z.string(),
  subtotal: wireMoney,
  discount: wireMoney,
  total: wireMoney,
  /** The lines it covers, and the discount of each. */
  lines: z.array(z.object({ itemType: z.enum(CART_ITEM_TYPES), itemId: z.int(), discount: wireMoney })),
});
export type CouponPreview = z.infer<typeof couponPreviewSchema>;

/** Spec §8 has coupons in the cart; the rate limit slows down guessing. */
export const previewCoupon = defineContract({
  method: 'POST',
  path: '/api/cart/coupon',
  summary: 'Preview a coupon’s discount for the viewer’s cart or the given items',
  access: 'public',
  body: z.object({
    code: typedCode.min(1, 'Enter a code.'),
    /** Sent by guests, and to buy one item without the cart. */
    items: z.array(requestedItemSchema).min(1, 'Your cart is empty').max(CART_LINES_AT_MOST).optional(),
  }),
  response: couponPreviewSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
  rateLimit: { points: 30, seconds: 60 },
});
