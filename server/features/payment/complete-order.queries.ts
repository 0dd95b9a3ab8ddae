// Completing a paid order in one statement. Each feature contributes the part that writes its own tables.
import { sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
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
import { insertMailSql, mailValues, type PreparedMail } from '#server/platform/mail.service.ts';
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
  receipt?: PreparedMail | null;
  /** False: the order may have ended, or its payment may have moved, since they were read; then nothing happens. */
  isLocked?: boolean;
};

const given = sql.placeholder;

const writeCompletion = preparedSql<{ mailId: string | null }>(
  'complete_order',
  sql`
    with locked as (
      select id from orders where id = ${given('orderId')} and (${given('isLocked')} or state = ${given('from')}) for update
    ), settled as (
      update payments p set state = 'succeeded', last_error = null, updated_at = ${given('now')}, check_at = null
      from locked where p.id = ${given('paymentId')} and p.order_id = locked.id and p.state = ${given('paymentState')}
      returning p.id
    ), due as (
      select id from locked where ${given('isLocked')} or exists (select from settled)
    ), ${markOrderPaidSql}, ${removeBoughtSql}, ${grantOrderAccessSql}, ${createSeatsSql}, ${recordEarningsSql},
    ${redeemCouponSql}, ${answerPaidSql}, ${recordSaleSql}, ${insertMailSql}
    select (select id from mailed) as "mailId" from due`,
);

/**
 * Everything a paid order causes, in one statement: its state and its payment's, lines, access, enrollments, seats,
 * earnings, the cart without the bought items, the coupon, the ledger, the receipt, and the response to the request that
 * created it, which is stored under its key even if the process handling it dies. Fails on order_lines_bought_once if
 * the buyer has one of these items through another order, and, when the transaction ends, on deduction_is_covered if the
 * payment behind a deduction has been refunded meanwhile. Null if nothing was due.
 */
export async function completeOrder(
  db: DbOrTx,
  {
    orderId,
    userId,
    buyer,
    isGuest = false,
    now,
    payment,
    scope = null,
    sale,
    receipt = null,
    isLocked = true,
  }: Completion,
): Promise<{ mailId: string | null } | null> {
  const [done] = await writeCompletion(db, {
    orderId,
    // A parameter, not a literal: the prepared plan looks the order up by id instead of scanning the pending ones.
    from: 'pending',
    isLocked,
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
    ...mailValues(receipt),
  });
  return done ?? null;
}
