// Refunds: buyers request them, sellers or staff decide; staff can also refund directly. Banks decide disputes.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { typedMoney, wireMoney } from '#shared/money.schema.ts';
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
  /** Money. */
  amount: wireMoney,
  /** Returned as booking credit, besides the amount. */
  credit: wireMoney,
  reason: z.string(),
  state: z.enum(REFUND_STATES),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type RefundRow = z.infer<typeof refundSchema>;

/** What can still be refunded. */
export const refundableSchema = {
  /** Money and credit together. */
  left: wireMoney,
  /** How much of it comes back as booking credit. */
  creditLeft: wireMoney,
  /** When that credit ends, or ended; null: none was used. */
  creditEndsAt: z.string().nullable(),
  /** Paid, but kept back while a bundle that deducted it is kept. */
  held: wireMoney,
  /** Those bundles. */
  heldBy: z.array(z.string()),
  /** Also refunded: parts of earlier purchases that were withheld because of this bundle. */
  also: wireMoney,
  alsoOf: z.array(z.string()),
};

/** For the whole order, and for each line. */
const returnable = z.object({
  ...refundableSchema,
  lines: z.array(z.object({ lineId: z.int(), ...refundableSchema })),
});

export const getOrderRefunds = defineContract({
  method: 'GET',
  path: '/api/orders/:id/refunds',
  summary: 'Get the refunds and refund requests of an order',
  access: 'public',
  params: idParams,
  query: keyQuery,
  response: z.object({
    refunds: z.array(refundSchema),
    requests: z.array(refundRequestSchema),
    returnable,
    /** The deadline for requests; null if it has passed, or the order can't be refunded. */
    askUntil: z.string().nullable(),
    hasOpenDispute: z.boolean(),
  }),
  errors: ['not_found'],
});

export const requestRefund = defineContract({
  method: 'POST',
  path: '/api/orders/:id/refund-requests',
  summary: 'Request a refund of an order or of one line',
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
  summary: 'Withdraw a refund request',
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
  /** The amount if it is approved. */
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
  summary: 'List refund requests the viewer can decide as a seller',
  access: 'signed-in',
  query: queueQuery,
  response: queueAnswer,
});

export const decideSellerRefundRequest = defineContract({
  method: 'POST',
  path: '/api/seller/refund-requests/:id/decide',
  summary: 'Approve or decline a refund request for the viewer’s own items',
  access: 'signed-in',
  params: idParams,
  body: decision,
  response: refundRequestSchema,
  errors: ['not_found', 'conflict'],
});

export const listRefundRequests = defineContract({
  method: 'GET',
  path: '/api/admin/refund-requests',
  summary: 'List all refund requests',
  access: { permission: 'refunds.manage' },
  query: queueQuery,
  response: queueAnswer,
});

export const decideRefundRequest = defineContract({
  method: 'POST',
  path: '/api/admin/refund-requests/:id/decide',
  summary: 'Approve or decline a refund request as staff',
  access: { permission: 'refunds.manage' },
  params: idParams,
  body: decision,
  response: refundRequestSchema,
  errors: ['not_found', 'conflict'],
});

/** The key may also come as the Idempotency-Key header: the same key is one refund. */
export const refundOrder = defineContract({
  method: 'POST',
  path: '/api/admin/orders/:id/refunds',
  summary: 'Refund a whole order, one line, or an amount',
  access: { permission: 'refunds.manage' },
  params: idParams,
  body: z
    .object({
      kind: z.enum(['whole', 'line', 'amount']),
      lineId: idSchema.optional(),
      amount: typedMoney('Enter an amount, such as 12.50.').optional(),
      reason: refundReason,
      idempotencyKey: z.string().trim().min(8).max(200).optional(),
    })
    .refine((body) => body.kind !== 'line' || body.lineId !== undefined, {
      path: ['lineId'],
      error: 'Choose a line.',
    })
    .refine((body) => body.kind !== 'amount' || body.amount !== undefined, {
      path: ['amount'],
      error: 'Enter an amount.',
    }),
  response: z.object({ refund: refundSchema, returnable }),
  errors: ['not_found', 'conflict', 'unprocessable'],
});

/** Sandbox only: staff play the bank. */
export const setSandboxDispute = defineContract({
  method: 'POST',
  path: '/api/admin/orders/:id/sandbox-dispute',
  summary: 'Open or decide a dispute in the sandbox, as the buyer’s bank would',
  access: { permission: 'refunds.manage' },
  params: idParams,
  body: z.object({ state: z.enum(DISPUTE_STATES) }),
  response: z.object({ state: z.enum(DISPUTE_STATES) }),
  errors: ['not_found', 'conflict'],
});

const purchaseSchema = z.object({ id: z.int(), number: z.string(), paidAt: z.string() });

export const doublePurchaseSchema = z.object({
  lineId: z.int(),
  title: z.string(),
  currency: z.string(),
  /** What comes back. */
  amount: wireMoney,
  /** The second purchase. */
  order: purchaseSchema,
  /** The one that stays. */
  first: purchaseSchema,
  /** started: used since the second purchase and not before, so it takes a refund request. */
  state: z.enum(['refundable', 'started', 'refunding']),
});
export type DoublePurchase = z.infer<typeof doublePurchaseSchema>;

export const listDoublePurchases = defineContract({
  method: 'GET',
  path: '/api/purchases/doubles',
  summary: 'List what the viewer bought a second time while the first purchase is still theirs',
  access: 'signed-in',
  response: z.array(doublePurchaseSchema),
});

export const refundDoublePurchase = defineContract({
  method: 'POST',
  path: '/api/purchases/doubles/:id/refund',
  summary: 'Refund the second purchase of something bought twice, by its order line; happens once',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found', 'conflict'],
  rateLimit: { points: 60, seconds: 60 },
});
