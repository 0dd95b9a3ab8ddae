// Money back: the buyer asks, the seller or staff decide; staff also refund by themselves. Disputes are the banks'.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { DISPUTE_STATES, REFUND_KINDS, REFUND_REQUEST_STATES, REFUND_STATES } from './refund.states.ts';
import { refundResponseSchema, refundReason } from './refund.schema.ts';

const keyQuery = z.object({ key: z.string().max(200).optional() });

export const refundRequestSchema = z.object({
  id: z.int(),
  /** Null: the whole order. */
  lineId: z.int().nullable(),
  title: z.string().nullable(),
  reason: z.string(),
  state: z.enum(REFUND_REQUEST_STATES),
  answer: z.string().nullable(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;

export const refundSchema = z.object({
  id: z.int(),
  kind: z.enum(REFUND_KINDS),
  lineId: z.int().nullable(),
  title: z.string().nullable(),
  amount: wireMoney,
  reason: z.string(),
  state: z.enum(REFUND_STATES),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type RefundRow = z.infer<typeof refundSchema>;

/** What can still go back. */
export const refundableSchema = {
  left: wireMoney,
  /** What was paid and stays, because a bundle that is kept counts on it. */
  held: wireMoney,
  /** Those bundles. */
  heldBy: z.array(z.string()),
  /** What also goes back of other purchases, which were refunded before without it. */
  also: wireMoney,
  alsoOf: z.array(z.string()),
};

/** Of the whole order, and of each line by itself. */
const returnable = z.object({
  ...refundableSchema,
  lines: z.array(z.object({ lineId: z.int(), ...refundableSchema })),
});

export const getOrderRefunds = defineContract({
  method: 'GET',
  path: '/api/orders/:id/refunds',
  summary: 'What went back of my order, what I asked for, and what I can ask for',
  access: 'public',
  params: idParams,
  query: keyQuery,
  response: z.object({
    refunds: z.array(refundSchema),
    requests: z.array(refundRequestSchema),
    returnable,
    /** Until when the buyer may ask; null: no longer, or not of this order. */
    askUntil: z.string().nullable(),
    hasOpenDispute: z.boolean(),
  }),
  errors: ['not_found'],
});

export const requestRefund = defineContract({
  method: 'POST',
  path: '/api/orders/:id/refund-requests',
  summary: 'Ask for the money of my order, or of one line of it, back',
  access: 'public',
  params: idParams,
  body: z.object({ lineId: idSchema.optional(), reason: refundReason, key: z.string().max(200).optional() }),
  response: refundRequestSchema,
  errors: ['not_found', 'conflict'],
  rateLimit: { points: 20, seconds: 3600 },
});

export const withdrawRefundRequest = defineContract({
  method: 'POST',
  path: '/api/refund-requests/:id/withdraw',
  summary: 'I no longer want my money back',
  access: 'public',
  params: idParams,
  body: z.object({ key: z.string().max(200).optional() }),
  response: refundRequestSchema,
  errors: ['not_found', 'conflict'],
});

const requestInQueue = refundRequestSchema.extend({
  order: z.object({
    id: z.int(),
    number: z.string(),
    name: z.string(),
    total: wireMoney,
    paidAt: z.string(),
  }),
  /** What would go back if it were approved. */
  amount: wireMoney,
  quantity: z.int().nullable(),
  decidedBy: z.string().nullable(),
});
export type RequestInQueue = z.infer<typeof requestInQueue>;

const queueQuery = z.object({ state: z.enum(['asked', 'decided']).default('asked'), ...pageQuery });
const queueAnswer = pageOf(requestInQueue).extend({ waiting: z.int() });
const decision = z.object({ decision: z.enum(['approve', 'decline']), answer: refundResponseSchema });

export const listSellerRefundRequests = defineContract({
  method: 'GET',
  path: '/api/seller/refund-requests',
  summary: 'Who asks for the money of my sales back; only what is mine to decide',
  access: 'signed-in',
  query: queueQuery,
  response: queueAnswer,
});

export const decideSellerRefundRequest = defineContract({
  method: 'POST',
  path: '/api/seller/refund-requests/:id/decide',
  summary: 'Approve or decline, with a word to the buyer',
  access: 'signed-in',
  params: idParams,
  body: decision,
  response: refundRequestSchema,
  errors: ['not_found', 'conflict'],
});

export const listRefundRequests = defineContract({
  method: 'GET',
  path: '/api/admin/refund-requests',
  summary: 'Every request for money back',
  access: { permission: 'payments.manage' },
  query: queueQuery,
  response: queueAnswer,
});

export const decideRefundRequest = defineContract({
  method: 'POST',
  path: '/api/admin/refund-requests/:id/decide',
  summary: 'Approve or decline for the house',
  access: { permission: 'payments.manage' },
  params: idParams,
  body: decision,
  response: refundRequestSchema,
  errors: ['not_found', 'conflict'],
});

/** The key may also come as the header Idempotency-Key: the same key is one refund. */
export const refundOrder = defineContract({
  method: 'POST',
  path: '/api/admin/orders/:id/refunds',
  summary: 'Refund an order whole, one line of it, or an amount (of the order, or of one line)',
  access: { permission: 'payments.manage' },
  params: idParams,
  body: z
    .object({
      kind: z.enum(['whole', 'line', 'amount']),
      lineId: idSchema.optional(),
      amount: wireMoney.optional(),
      reason: refundReason,
      idempotencyKey: z.string().trim().min(8).max(200).optional(),
    })
    .refine((body) => body.kind !== 'line' || body.lineId !== undefined, {
      path: ['lineId'],
      error: 'Say which line.',
    })
    .refine((body) => body.kind !== 'amount' || body.amount !== undefined, {
      path: ['amount'],
      error: 'Say how much.',
    }),
  response: z.object({ refund: refundSchema, returnable }),
  errors: ['not_found', 'conflict', 'unprocessable'],
});

/** Only where the sandbox takes the payments: staff play the bank. */
export const setSandboxDispute = defineContract({
  method: 'POST',
  path: '/api/admin/orders/:id/sandbox-dispute',
  summary: 'Play the buyer’s bank: open a dispute about an order of the sandbox, or decide it',
  access: { permission: 'payments.manage' },
  params: idParams,
  body: z.object({ state: z.enum(DISPUTE_STATES) }),
  response: z.object({ state: z.enum(DISPUTE_STATES) }),
  errors: ['not_found', 'conflict'],
});
