// Completing a paid order in one statement. Each feature contributes the part that writes its own tables.
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { preparedSql } from '#server/db/prepared.ts';
import type { LedgerLine } from '#shared/features/ledger/ledger.rules.ts';
import { REFUND_WINDOW_DAYS } from '#shared/features/refund/refund.rules.ts';
import { markOrderPaidSql } from '#server/features/order/order.service.ts';
import { removeBoughtSql } from '#server/features/cart/cart.service.ts';
import { grantOrderAccessSql } from '#server/features/entitlement/entitlement.service.ts';
import { createSeatsSql } from '#server/features/seat/seat.service.ts';
import { recordEarningsSql } from '#server/features/payout/earnings.service.ts';
import { redeemCouponSql } from '#server/features/coupon/coupon.service.ts';
import { answerPaidSql } from '#server/platform/idempotency.service.ts';
import { recordSaleSql } from '#server/features/ledger/ledger.service.ts';
import type { PaymentRow } from './payment.queries.ts';

export type Completion = {
  orderId: number;
  /** Null: no account yet. */
  userId: number | null;
  /** Null: its lines have no owner yet. */
  buyer: string | null;
  /** Bought without signing in: may include items the account already has, and the response does not say so. */
  isGuest?: boolean;
  now: Date;
  /** The payment, if it isn't known to have succeeded yet. */
  payment?: Pick<PaymentRow, 'id' | 'state'>;
  /** The idempotency keys whose requests this answers. */
  scope?: string | null;
  sale: { cause: string; entries: (LedgerLine & { currency: string })[] } | null;
};

const given = sql.placeholder;

const writeCompletion = preparedSql(
  'complete_order',
  sql`
    with settled as (
      update payments set state = 'succeeded', last_error = null, updated_at = ${given('now')}, check_at = null
      where id = ${given('paymentId')} and state = ${given('paymentState')}
    ), ${markOrderPaidSql}, ${removeBoughtSql}, ${grantOrderAccessSql}, ${createSeatsSql}, ${recordEarningsSql},
    ${redeemCouponSql}, ${answerPaidSql}, ${recordSaleSql}`,
);

/**
 * Everything a paid order causes, in one statement: its state and its payment's, lines, access, enrollments, seats,
 * earnings, the cart without the bought items, the coupon, the ledger, and the response to the request that created it,
 * which is stored under its key even if the process handling it dies. Fails on order_lines_bought_once if the buyer has
 * one of these items through another order, and, when the transaction ends, on deduction_is_covered if the payment
 * behind a deduction has been refunded meanwhile.
 */
export async function completeOrder(
  tx: Tx,
  { orderId, userId, buyer, isGuest = false, now, payment, scope = null, sale }: Completion,
): Promise<void> {
  await writeCompletion(tx, {
    orderId,
    // A parameter, not a literal: the prepared plan looks the order up by id instead of scanning the pending ones.
    from: 'pending',
    userId,
    buyer,
    isGuest,
    now,
    availableAt: new Date(now.getTime() + REFUND_WINDOW_DAYS * 86_400_000),
    paymentId: payment?.id ?? null,
    paymentState: payment?.state ?? null,
    scope,
    cause: sale?.cause ?? null,
    entries: JSON.stringify(sale?.entries ?? []),
  });
}
