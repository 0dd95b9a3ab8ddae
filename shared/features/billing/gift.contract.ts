// Giving someone a year of a plan, and redeeming it.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { addressShape, checkAddress } from '#shared/features/checkout/address.schema.ts';
import {
  idempotencyKey,
  meansOfPayment,
  simpleCheckout,
} from '#shared/features/checkout/checkout.contract.ts';
import { GIFT_STATES } from '#shared/features/membership/membership.states.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { membershipSchema } from './billing.schema.ts';
import { giftFields, giftPreviewSchema, giftSchema, staffGiftSchema } from './gift.schema.ts';

export const quoteGift = defineContract({
  method: 'POST',
  path: '/api/subscription/gifts/quote',
  summary: 'What a year of a plan as a gift costs, with tax',
  access: 'public',
  body: z.object({ planId: idSchema, ...addressShape }),
  response: z.object({ price: wireMoney, tax: wireMoney, total: wireMoney }),
  errors: ['not_found', 'unprocessable', 'unavailable'],
  rateLimit: { points: 60, seconds: 60 },
});

export const buyGift = defineContract({
  method: 'POST',
  path: '/api/subscription/gifts',
  summary: 'Buy a year of a plan for someone else',
  access: 'signed-in',
  body: z
    .object({
      ...giftFields.shape,
      ...addressShape,
      ...meansOfPayment,
      /** With tax, as the viewer saw it; a different one is refused instead of charged. */
      expectedTotal: wireMoney.optional(),
      idempotencyKey: idempotencyKey.optional(),
    })
    .superRefine(checkAddress),
  response: simpleCheckout.response.omit({ key: true }),
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable', 'payment_required', 'unavailable'],
  rateLimit: { points: 30, seconds: 60 },
});

export const listOwnGifts = defineContract({
  method: 'GET',
  path: '/api/subscription/gifts',
  summary: 'List the gifts the viewer has paid for, newest first',
  access: 'signed-in',
  response: z.array(giftSchema),
});

const code = { code: z.string().trim().max(40) };
/** Nobody guesses one of 2^80 codes at this rate. */
const GUESSES = { points: 20, seconds: 600 };

export const previewGift = defineContract({
  method: 'POST',
  path: '/api/subscription/gifts/preview',
  summary: 'What a gift code would do for the viewer: nothing happens yet',
  access: 'public',
  body: z.object(code),
  response: giftPreviewSchema,
  errors: ['not_found', 'gone'],
  rateLimit: GUESSES,
});

export const redeemGift = defineContract({
  method: 'POST',
  path: '/api/subscription/gifts/redeem',
  summary: 'Redeem a gift code: start a membership, or extend the viewer’s',
  access: 'signed-in',
  body: z.object(code),
  response: membershipSchema,
  errors: ['not_found', 'gone', 'conflict'],
  rateLimit: GUESSES,
});

const access = { permission: 'memberships.manage' } as const;

export const listStaffGifts = defineContract({
  method: 'GET',
  path: '/api/admin/membership-gifts',
  summary: 'List gifts that were paid for: search, filter and page, with a count per state',
  access,
  query: z.object({
    q: z.string().trim().max(100).optional(),
    state: z.enum(GIFT_STATES).exclude(['pending']).optional(),
    ...pageQuery,
  }),
  response: pageOf(staffGiftSchema).extend({
    counts: z.object({ all: z.int(), ready: z.int(), redeemed: z.int(), refunded: z.int() }),
  }),
});

export const resendGift = defineContract({
  method: 'POST',
  path: '/api/admin/membership-gifts/:id/resend',
  summary: 'Email a gift to its recipient again, or before its day',
  access,
  params: idParams,
  errors: ['not_found', 'conflict'],
});
