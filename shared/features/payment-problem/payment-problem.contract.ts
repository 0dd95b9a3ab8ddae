// Payments that don't match their orders, for staff to resolve.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { PAYMENT_PROBLEMS } from './payment-problem.states.ts';

export const paymentProblemSchema = z.object({
  id: z.int(),
  kind: z.enum(PAYMENT_PROBLEMS),
  gateway: z.string(),
  gatewayId: z.string(),
  detail: z.string(),
  order: z.object({ id: z.int(), number: z.string(), email: z.string() }).nullable(),
  createdAt: z.string(),
  resolvedAt: z.string().nullable(),
  resolvedBy: z.string().nullable(),
  resolution: z.string().nullable(),
});
export type PaymentProblemRow = z.infer<typeof paymentProblemSchema>;

export const listPaymentProblems = defineContract({
  method: 'GET',
  path: '/api/admin/payments/set-aside',
  summary: 'List payments that don’t match their orders',
  access: { permission: 'payments.manage' },
  query: z.object({ state: z.enum(['open', 'resolved']).default('open'), ...pageQuery }),
  response: pageOf(paymentProblemSchema).extend({ counts: z.object({ open: z.int(), resolved: z.int() }) }),
});

export const resolvePaymentProblem = defineContract({
  method: 'POST',
  path: '/api/admin/payments/set-aside/:id/resolve',
  summary: 'Resolve a payment problem',
  access: { permission: 'payments.manage' },
  params: idParams,
  body: z.object({ resolution: z.string().trim().min(3, 'Enter what was done.').max(1000) }),
  response: paymentProblemSchema,
  errors: ['not_found', 'conflict'],
});
