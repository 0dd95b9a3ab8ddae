// Payments that don't match their order, for staff.
import { sql } from '#server/db/drizzle.ts';
import { pgTable, text, integer, uniqueIndex, index, check } from '#server/db/drizzle-pg.ts';
import { id, timestamptz, oneOf } from '#server/db/columns.ts';
import {
  type PaymentProblem,
  PAYMENT_PROBLEMS,
} from '#shared/features/payment-problem/payment-problem.states.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';
import { payments } from './payment.ts';
import { nullableUserId } from './platform-user.ts';

export const paymentProblems = pgTable(
  'payment_problems',
  {
    id: id(),
    kind: text().$type<PaymentProblem>().notNull(),
    gateway: text().$type<GatewayName>().notNull(),
    gatewayId: text().notNull(),
    paymentId: integer().references(() => payments.id),
    /** What was expected and what arrived, as text for staff. */
    detail: text().notNull(),
    createdAt: timestamptz().notNull(),
    resolvedAt: timestamptz(),
    resolvedBy: nullableUserId(),
    resolution: text(),
  },
  (t) => [
    uniqueIndex('payment_problems_once').on(t.gateway, t.gatewayId, t.kind),
    index('payment_problems_open')
      .on(t.createdAt)
      .where(sql`resolved_at is null`),
    index('payment_problems_payment_id').on(t.paymentId),
    check('payment_problems_kind', sql`${t.kind} in (${oneOf(PAYMENT_PROBLEMS)})`),
    check('payment_problems_resolved', sql`(${t.resolvedAt} is null) = (${t.resolution} is null)`),
  ],
);
