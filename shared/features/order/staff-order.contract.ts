// Orders for staff: the list, and one order with payments, refunds, disputes and ledger entries.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { ORDER_STATES } from '#shared/features/order/order.states.ts';
import { GATEWAYS, PAYMENT_STATES } from '#shared/features/payment/payment.states.ts';
import { PART_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';
import { ledgerDay, ledgerTransactionSchema } from '#shared/features/ledger/ledger.contract.ts';
import { EARNING_VIEW_STATES } from '#shared/features/payout/payout.states.ts';
import { refundableSchema } from '#shared/features/refund/refund.contract.ts';
import {
  DISPUTE_STATES,
  REFUND_KINDS,
  REFUND_REQUEST_STATES,
  REFUND_STATES,
} from '#shared/features/refund/refund.states.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { STAFF_ORDER_HAS, STAFF_ORDER_SORTS } from './staff-order.schema.ts';

const access = { permission: 'orders.view' } as const;

const staffOrderRowSchema = z.object({
  id: z.int(),
  number: z.string(),
  state: z.enum(ORDER_STATES),
  name: z.string(),
  email: z.string(),
  /** Null for guests. */
  userId: z.int().nullable(),
  titles: z.array(z.string()),
  total: wireMoney,
  refunded: wireMoney,
  /** Decided, but not back on the card yet. */
  refunding: wireMoney,
  currency: z.string(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  /** A refund request is open. */
  hasRequest: z.boolean(),
  hasDispute: z.boolean(),
});
export type StaffOrderRow = z.infer<typeof staffOrderRowSchema>;

/** Counted up to COUNT_LIMIT, like the total. */
const counts = z.object({
  all: z.int(),
  ...Object.fromEntries(ORDER_STATES.map((state) => [state, z.int()])),
} as {
  all: z.ZodInt;
} & Record<(typeof ORDER_STATES)[number], z.ZodInt>);

export const listStaffOrders = defineContract({
  method: 'GET',
  path: '/api/admin/orders',
  summary: 'List all orders; search by number, buyer, title or payment ID',
  access,
  query: z.object({
    q: z.string().trim().max(100).optional(),
    state: z.enum(ORDER_STATES).optional(),
    has: z.enum(STAFF_ORDER_HAS).optional(),
    from: ledgerDay.optional(),
    to: ledgerDay.optional(),
    sort: z.enum(STAFF_ORDER_SORTS).default('newest'),
    ...pageQuery,
  }),
  response: pageOf(staffOrderRowSchema).extend({ counts }),
});

const person = z.object({ id: z.int(), name: z.string() }).nullable();

const staffPartSchema = z.object({
  id: z.int(),
  itemType: z.enum(PART_ITEMS),
  itemId: z.int(),
  title: z.string(),
  seller: person,
  amount: wireMoney,
  discount: wireMoney,
  tax: wireMoney,
  fee: wireMoney,
  share: wireMoney,
  returned: wireMoney,
  earning: z
    .object({
      standing: z.enum(EARNING_VIEW_STATES),
      availableAt: z.string(),
      payoutId: z.int().nullable(),
      heldReason: z.string().nullable(),
    })
    .nullable(),
});

const staffLineSchema = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  href: z.string(),
  sellerName: z.string(),
  unitPrice: wireMoney,
  quantity: z.int(),
  owned: wireMoney,
  /** How much a membership lowered the price. */
  memberSaving: wireMoney,
  amount: wireMoney,
  discount: wireMoney,
  tax: wireMoney,
  isLive: z.boolean(),
  /** Still refundable. */
  ...refundableSchema,
  /** Including the buyer's own. */
  seats: z.object({ held: z.int(), invited: z.int(), free: z.int() }),
  parts: z.array(staffPartSchema),
});
export type StaffOrderLine = z.infer<typeof staffLineSchema>;

export const getStaffOrder = defineContract({
  method: 'GET',
  path: '/api/admin/orders/:id',
  summary: 'Get an order with payments, refunds, disputes and ledger entries',
  access,
  params: idParams,
  response: z.object({
    id: z.int(),
    number: z.string(),
    state: z.enum(ORDER_STATES),
    name: z.string(),
    email: z.string(),
    buyer: person,
    zip: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    country: z.string().nullable(),
    currency: z.string(),
    subtotal: wireMoney,
    discount: wireMoney,
    tax: wireMoney,
    /** Paid with booking credit. */
    credit: wireMoney,
    total: wireMoney,
    refunded: wireMoney,
    /** Still refundable. */
    ...refundableSchema,
    couponCode: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string(),
    paidAt: z.string().nullable(),
    lines: z.array(staffLineSchema),
    payments: z.array(
      z.object({
        id: z.int(),
        gateway: z.enum(GATEWAYS),
        gatewayId: z.string().nullable(),
        amount: wireMoney,
        state: z.enum(PAYMENT_STATES),
        tries: z.int(),
        lastError: z.string().nullable(),
        createdAt: z.string(),
      }),
    ),
    refunds: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(REFUND_KINDS),
        title: z.string().nullable(),
        amount: wireMoney,
        credit: wireMoney,
        reason: z.string(),
        state: z.enum(REFUND_STATES),
        gatewayId: z.string().nullable(),
        decidedBy: z.string().nullable(),
        createdAt: z.string(),
        endedAt: z.string().nullable(),
      }),
    ),
    requests: z.array(
      z.object({
        id: z.int(),
        title: z.string().nullable(),
        reason: z.string(),
        state: z.enum(REFUND_REQUEST_STATES),
        answer: z.string().nullable(),
        decidedBy: z.string().nullable(),
        createdAt: z.string(),
        decidedAt: z.string().nullable(),
      }),
    ),
    disputes: z.array(
      z.object({
        id: z.int(),
        gateway: z.enum(GATEWAYS),
        gatewayId: z.string(),
        amount: wireMoney,
        reason: z.string(),
        state: z.enum(DISPUTE_STATES),
        answerBy: z.string().nullable(),
        createdAt: z.string(),
        updatedAt: z.string(),
      }),
    ),
    ledger: z.array(ledgerTransactionSchema),
    mails: z.array(
      z.object({
        id: z.string(),
        subject: z.string(),
        createdAt: z.string(),
        sentAt: z.string().nullable(),
        lastError: z.string().nullable(),
      }),
    ),
    /** Staff can simulate disputes. */
    isSandbox: z.boolean(),
  }),
  errors: ['not_found'],
});
export type StaffOrder = z.infer<typeof getStaffOrder.response>;

export const resendOrderMail = defineContract({
  method: 'POST',
  path: '/api/admin/orders/:id/resend-mail',
  summary: 'Resend the receipt',
  access,
  params: idParams,
  errors: ['not_found', 'conflict'],
  rateLimit: { points: 60, seconds: 3600 },
});
