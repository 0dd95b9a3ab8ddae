// Paying: an order made from the cart or of one thing, its payment, and how it ended.
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

const buyerName = nameOfSomeone.min(1, 'Enter your name.').max(120, 'A name has at most 120 characters.');
const typedCode = z.string().trim().max(60);
const idempotencyKey = z.string().trim().min(8).max(200);

/** Spec §7, DESIGN §4: the key may come in the body or as the header Idempotency-Key. */
export const startCheckout = defineContract({
  method: 'POST',
  path: '/api/checkout',
  summary: 'Make an order of my cart, or of one thing, and a payment that waits for a card',
  access: 'signed-in',
  body: z.object({
    couponCode: typedCode.optional(),
    idempotencyKey: idempotencyKey.optional(),
    /** Buy one thing now, whatever is in the cart. */
    item: requestedItemSchema.optional(),
    /** What the buyer saw; another total now is refused instead of charged. */
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
    /** `paid` where there was nothing to pay. */
    status: z.enum(['pending', 'paid']),
  }),
  errors: ['conflict', 'unprocessable', 'not_found', 'unavailable'],
  rateLimit: { points: 60, seconds: 60 },
});

const orderOfMine = z.object({
  orderId: idSchema,
  /** A guest's key to the order, from the link in the mail or from simple-checkout. */
  key: z.string().max(200).optional(),
});

export const confirmCheckout = defineContract({
  method: 'POST',
  path: '/api/checkout/confirm',
  summary: 'Ask how the payment stands, and take what it paid for; safe to repeat',
  access: 'public',
  body: orderOfMine,
  response: z.object({
    orderId: z.int(),
    status: z.enum(['paid', 'pending', 'processing', 'requires_action', 'failed', 'refunded', 'cancelled']),
    /** Why the last card was refused. */
    reason: z.string().nullable(),
  }),
  errors: ['not_found'],
  rateLimit: { points: 120, seconds: 60 },
});

export const cancelCheckout = defineContract({
  method: 'POST',
  path: '/api/checkout/cancel',
  summary: 'Give up an order that is not paid; the cart stays as it is',
  access: 'public',
  body: orderOfMine,
  response: z.object({ orderId: z.int(), status: z.enum(['cancelled', 'paid', 'refunded', 'failed']) }),
  errors: ['not_found', 'conflict', 'unavailable'],
});

const cardSchema = z.object({
  number: z
    .string()
    .transform((value) => value.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{12,19}$/, 'Enter the long number on the card.')),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2000).max(2100),
  cvc: z.string().regex(/^\d{3,4}$/, 'Enter the 3 or 4 digits beside the signature.'),
});
export type Card = z.output<typeof cardSchema>;

export const ZIP = /^\d{5}$/;

const meansOfPayment = {
  /** Only where the sandbox takes the payment. */
  card: cardSchema.optional(),
  /** Only with Stripe: what Stripe.js made of the card (`ctoken_…` or `pm_…`). */
  paymentMethod: z
    .string()
    .regex(/^(ctoken|pm)_\w{1,100}$/)
    .optional(),
};

const paid = z.object({
  orderId: z.int(),
  /** `processing`: the gateway has not answered in time; ask /api/checkout/confirm. */
  status: z.enum(['paid', 'requires_action', 'processing']),
  clientSecret: z.string().optional(),
  publishableKey: z.string().optional(),
  /** A guest's key to the order. */
  key: z.string().optional(),
});

export const simpleCheckout = defineContract({
  method: 'POST',
  path: '/api/simple-checkout',
  summary: 'Pay in one step: the signed-in cart, or the items a guest names',
  access: 'public',
  body: z
    .object({
      email: z.email('Enter an e-mail address, such as name@example.com.').max(254),
      name: buyerName,
      ...addressShape,
      /** Guests name what they buy; so does someone who buys one thing past the cart. */
      items: z.array(requestedItemSchema).min(1, 'Your cart is empty').max(CART_LINES_AT_MOST).optional(),
      ...meansOfPayment,
      couponCode: typedCode.optional(),
      /** What the buyer saw; another total now is refused instead of charged. */
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
  summary: 'A card for my order that waits, from /api/checkout; a declined card can be followed by another',
  access: 'signed-in',
  body: z.object({ orderId: idSchema, ...meansOfPayment }),
  response: paid,
  errors: ['payment_required', 'conflict', 'unprocessable', 'not_found', 'unavailable'],
  rateLimit: { points: 60, seconds: 60 },
});

/** The total that is charged must have been seen: where tax is taken, it depends on the address. */
export const getCheckoutSummary = defineContract({
  method: 'POST',
  path: '/api/checkout/sums',
  summary: 'What will be charged, with coupon and tax: for my cart, or for the things named',
  access: 'public',
  body: z
    .object({
      items: z.array(requestedItemSchema).min(1, 'Your cart is empty').max(CART_LINES_AT_MOST).optional(),
      couponCode: typedCode.optional(),
      ...addressShape,
    })
    .superRefine(checkAddress),
  response: z.object({ subtotal: wireMoney, discount: wireMoney, tax: wireMoney, total: wireMoney }),
  errors: ['not_found', 'conflict', 'unprocessable', 'unavailable'],
  rateLimit: { points: 60, seconds: 60 },
});

/** How the site takes payments, for the pages that ask for a card. */
export const getCheckoutOptions = defineContract({
  method: 'GET',
  path: '/api/checkout/options',
  summary: 'Which gateway takes the payment, and its public key',
  access: 'public',
  response: z.object({
    gateway: z.enum(['sandbox', 'stripe']),
    publishableKey: z.string().nullable(),
    /** Other than none: the sums come from /api/checkout/sums. */
    tax: z.enum(['none', 'stripe']),
  }),
});

/** The sandbox's second confirmation, which a bank would ask for on a page of its own. */
export const confirmSandboxPayment = defineContract({
  method: 'POST',
  path: '/api/sandbox/confirm',
  summary:
    'The buyer answers the sandbox bank: yes, it was me, or no; or gives the card of a waiting payment',
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
  summary: 'The city and state of a ZIP code',
  access: 'public',
  params: z.object({ zip: z.string().regex(ZIP, 'A ZIP code has five digits.') }),
  response: z.object({ zip: z.string(), city: z.string(), state: z.string() }),
  errors: ['not_found'],
});

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
