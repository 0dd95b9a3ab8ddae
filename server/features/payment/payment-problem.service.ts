// Payments that do not fit their orders are written down for staff, each problem of a payment once.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import type { GatewayName, PaymentProblem } from '#shared/features/checkout/checkout.states.ts';
import { insertPaymentProblem } from './payment-problem.queries.ts';

export type NewPaymentProblem = {
  kind: PaymentProblem;
  gateway: GatewayName;
  gatewayId: string;
  paymentId: number | null;
  /** What was expected and what came, in words for staff. */
  detail: string;
};

export async function recordPaymentProblem(
  ctx: AppContext,
  tx: Tx,
  problem: NewPaymentProblem,
): Promise<void> {
  await insertPaymentProblem(tx, { ...problem, createdAt: ctx.clock.now() });
}
