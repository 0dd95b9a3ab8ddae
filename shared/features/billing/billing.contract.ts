// Becoming a member, and changing, pausing and ending a membership.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { CART_LINES_AT_MOST, requestedItemSchema } from '#shared/features/cart/cart-item.schema.ts';
import { addressShape, checkAddress } from '#shared/features/checkout/address.schema.ts';
import {
  buyerName,
  confirmCheckout,
  idempotencyKey,
  meansOfPayment,
} from '#shared/features/checkout/checkout.contract.ts';
import { MAX_PAUSE_MONTHS } from '#shared/features/membership/membership.states.ts';
import { PLAN_PERIODS } from '#shared/features/plan/plan.rules.ts';
import { idSchema } from '#shared/id.schema.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { cardLinkSchema, invoiceSchema, membershipSchema } from './billing.schema.ts';

export const getSubscription = defineContract({
  method: 'GET',
  path: '/api/subscription',
  summary: 'Get the viewer’s membership; the last one if it has ended',
  access: 'signed-in',
  response: z.object({
    subscription: membershipSchema.nullable(),
    /** Whether they can still try a plan for free. */
    canTry: z.boolean(),
  }),
});

const plan = { planId: idSchema, period: z.enum(PLAN_PERIODS) };

const newCard = {
  ...meansOfPayment,
  /** Stripe only: a token, or the setup of a card that the bank has confirmed. */
  paymentMethod: z
    .string()
    .regex(/^(ctoken|pm|seti)_\w{1,100}$/)
    .optional(),
  idempotencyKey: idempotencyKey.optional(),
  /** Where the member pays from, if it isn't known or has changed. */
  address: z.object(addressShape).superRefine(checkAddress).optional(),
};

/**
 * `requires_action`: the bank wants the payment confirmed. `confirm_card`: it wants the new card confirmed; nothing has
 * happened yet, and the request is repeated with the setup as the payment method. `processing`: its answer follows.
 */
const STATUSES = ['done', 'requires_action', 'confirm_card', 'processing'] as const;

const changed = z.object({
  /** Null before the first card is confirmed. */
  subscription: membershipSchema.nullable(),
  status: z.enum(STATUSES),
  orderId: z.int().nullable(),
  clientSecret: z.string().optional(),
  publishableKey: z.string().optional(),
});

export const startSubscription = defineContract({
  method: 'POST',
  path: '/api/subscription',
  summary: 'Become a member: a free trial without a card, or paid right away',
  access: 'signed-in',
  body: z
    .object({
      ...plan,
      isTrial: z.boolean().default(false),
      name: buyerName.optional(),
      ...addressShape,
      ...meansOfPayment,
      paymentMethod: newCard.paymentMethod,
      /** With tax, as the viewer saw it; a different one is refused instead of charged. */
      expectedTotal: wireMoney.optional(),
      idempotencyKey: idempotencyKey.optional(),
    })
    .superRefine((body, context) => {
      if (!body.isTrial) checkAddress(body, context);
    }),
  response: changed,
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable', 'payment_required', 'unavailable'],
  rateLimit: { points: 30, seconds: 60 },
});

export const previewSubscription = defineContract({
  method: 'POST',
  path: '/api/subscription/preview',
  summary: 'What a plan would cost now, or what a change would: nothing happens yet',
  access: 'public',
  body: z.object({ ...plan, ...addressShape }),
  response: z.object({
    /** False: it takes effect when the current period ends, and nothing is charged before. */
    isNow: z.boolean(),
    price: wireMoney,
    /** For the unused part of the current period. */
    credit: wireMoney,
    tax: wireMoney,
    /** Charged now. */
    total: wireMoney,
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    /** Teachers who lose their seat with the change, as things are now: those who joined last. */
    endingSeats: z.array(z.string()),
  }),
  errors: ['not_found', 'conflict', 'unprocessable', 'unavailable'],
  rateLimit: { points: 60, seconds: 60 },
});

/** Plans with which they would save nothing are left out; members save already. */
export const getSavings = defineContract({
  method: 'POST',
  path: '/api/subscription/savings',
  summary: 'Get what each plan would have saved the viewer on past orders and in the cart',
  access: 'public',
  body: z.object({
    /** A guest's cart. A user's is on the server. */
    items: z.array(requestedItemSchema).max(CART_LINES_AT_MOST).default([]),
  }),
  response: z.object({
    /** Paid in the last twelve months. */
    orderCount: z.int(),
    plans: z.array(z.object({ planId: z.int(), onOrders: wireMoney, onCart: wireMoney })),
  }),
  rateLimit: { points: 60, seconds: 60 },
});

export const updateSubscription = defineContract({
  method: 'PATCH',
  path: '/api/subscription',
  summary: 'Change, cancel, resume or pause the viewer’s membership, or pay with another card',
  access: 'signed-in',
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('change'), ...plan, expectedTotal: wireMoney }),
    z.object({ action: z.literal('cancel'), reason: z.string().trim().max(500).optional() }),
    z.object({ action: z.literal('resume') }),
    z.object({ action: z.literal('pause'), months: z.int().min(1).max(MAX_PAUSE_MONTHS) }),
    z.object({ action: z.literal('update_card'), ...newCard }),
  ]),
  response: changed,
  errors: ['not_found', 'conflict', 'unprocessable', 'payment_required', 'unavailable'],
  rateLimit: { points: 30, seconds: 60 },
});

export const listSubscriptionInvoices = defineContract({
  method: 'GET',
  path: '/api/subscription/invoices',
  summary: 'List what the viewer’s memberships have charged, newest first',
  access: 'signed-in',
  response: z.array(invoiceSchema),
});

const link = { token: z.string().min(1).max(200) };

/** From emails about payments: works without signing in, and shows nothing but the membership. */
export const getCardLink = defineContract({
  method: 'POST',
  path: '/api/subscription/card-link',
  summary: 'Open an emailed link to pay for a membership or change its card',
  access: 'public',
  body: z.object(link),
  response: cardLinkSchema,
  errors: ['not_found', 'gone'],
  rateLimit: { points: 60, seconds: 600 },
});

export const updateCardByLink = defineContract({
  method: 'PATCH',
  path: '/api/subscription/card-link',
  summary: 'Pay for a membership with a new card by an emailed link',
  access: 'public',
  body: z.object({ ...link, ...newCard }),
  response: z.object({
    status: z.enum(STATUSES),
    clientSecret: z.string().optional(),
    publishableKey: z.string().optional(),
  }),
  errors: ['not_found', 'gone', 'conflict', 'unprocessable', 'payment_required', 'unavailable'],
  rateLimit: { points: 30, seconds: 600 },
});

export const confirmCardLink = defineContract({
  method: 'POST',
  path: '/api/subscription/card-link/confirm',
  summary: 'Check the payment that was started by an emailed link; safe to repeat',
  access: 'public',
  body: z.object(link),
  response: confirmCheckout.response.omit({ orderId: true }),
  errors: ['not_found', 'gone'],
  rateLimit: { points: 120, seconds: 60 },
});
