// What an order gives when it is paid, all in the transaction that makes it so: access, a place in courses, the books,
// the receipt by mail; or, where it cannot be fulfilled, the money back.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { claimForPaid } from '#server/features/coupon/coupon.service.ts';
import { insertLedgerTransaction } from '#server/features/ledger/ledger-write.queries.ts';
import { queueReceipt, queueTakenBack } from '#server/features/order/order-mail.ts';
import {
  moveOrder,
  type OrderRow,
  listBoughtBefore,
  buyerKey,
  lockVerifiedOwner,
} from '#server/features/order/order.service.ts';
import { payBackJob } from '#server/features/refund/refund.jobs.ts';
import { insertRefund } from '#server/features/refund/refund.service.ts';
import { simpleScope } from '#server/platform/idempotency.service.ts';
import { heldForBuyer, saleLines } from '#shared/features/ledger/ledger.rules.ts';
import { completeOrder } from './complete-order.queries.ts';
import type { LockedPayable, PaymentRow } from './payment.queries.ts';

type Paid = Omit<LockedPayable, 'payment'> & { payment: PaymentRow | null };

/**
 * `payment` is null where there was nothing to pay. Fails on order_lines_bought_once, and with CouponMoved where the
 * coupon was used up before the money came: see takeBack.
 */
export async function fulfil(
  ctx: AppContext,
  tx: Tx,
  { order, payment, contents, site }: Paid,
): Promise<void> {
  const now = ctx.clock.now();
  const orderId = order.id;
  // Someone who has an account bought without signing in: it is theirs at once, the address proves it.
  const userId = order.userId ?? (await lockVerifiedOwner(tx, { email: order.email }));
  const isGuest = order.userId === null;
  const buyer = userId === null ? null : buyerKey({ userId });
  const before = isGuest ? await listBoughtBefore(tx, { orderId, userId, email: order.email }) : [];
  const sale = payment && {
    cause: `payment ${payment.id}`,
    entries: saleLines(contents.parts).map((line) => ({ ...line, currency: payment.currency })),
  };
  const scope = order.userId === null ? null : simpleScope(order.userId);
  const { couponCode: code, discountCents, email } = order;
  if (code !== null && discountCents > 0) {
    const person = { userId: order.userId, email };
    await claimForPaid(tx, { code, person, orderId, discountCents, now });
  }
  await completeOrder(tx, { orderId, userId, buyer, isGuest, now, ...(payment && { payment }), scope, sale });
  await queueReceipt(ctx, tx, { ...order, userId, paidAt: now }, { ...contents, site, before });
}

/** The card was charged for what its owner cannot get any more: the order had ended, or they have it already. */
export async function takeBack(
  ctx: AppContext,
  tx: Tx,
  { order, payment, reason }: { order: OrderRow; payment: PaymentRow; reason: string },
): Promise<void> {
  const now = ctx.clock.now();
  const { amountCents, currency } = payment;
  await moveOrder(tx, { id: order.id, from: ['pending'], state: 'cancelled', endedAt: now });
  const entries = heldForBuyer(amountCents).map((line) => ({ ...line, currency }));
  const cause = `payment ${payment.id}`;
  await insertLedgerTransaction(tx, { kind: 'sale', cause, orderId: order.id, createdAt: now, entries });
  const refundId = await insertRefund(tx, {
    orderId: order.id,
    paymentId: payment.id,
    amountCents,
    reason,
    createdAt: now,
  });
  await ctx.jobs.send(tx, payBackJob, { refundId });
  await queueTakenBack(ctx, tx, { order, amountCents, reason });
}
