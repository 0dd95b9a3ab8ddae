// The only way an order becomes paid (DESIGN §4). The browser's confirmation, the webhook and the reconciler all end up
// here, in any order, repeatedly or concurrently.
import {
  confirmOrderedReservations,
  ReservationLost,
} from '#server/features/reservation/reservation-order.service.ts';
import { requireOpenMembership } from '#server/features/membership/benefit.service.ts';
import { MembershipLost, settlePaidInvoice } from '#server/features/membership/membership.service.ts';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction, repeated, violatedConstraint } from '#server/db/transaction.ts';
import {
  CouponMoved,
  confirmOrReleaseCoupon,
  releaseCoupon,
  claimForPaid,
} from '#server/features/coupon/coupon.service.ts';
import {
  updateOrderState,
  type BoughtBefore,
  type OrderRow,
  listBoughtBefore,
  buyerKey,
  lockVerifiedOwner,
} from '#server/features/order/order.service.ts';
import type { GatewayPayment } from '#server/integrations/gateway/gateway.ts';
import type { OrderState } from '#shared/features/order/order.states.ts';
import { formatCents } from '#shared/money.ts';
import { recordPaymentProblem } from '#server/features/payment-problem/payment-problem.service.ts';
import type { PaymentState } from '#shared/features/payment/payment.states.ts';
import {
  findPayment,
  lockPayable,
  movePayment,
  type CompletePayable,
  type PaymentRow,
} from './payment.queries.ts';
import { insertLedgerTransaction } from '#server/features/ledger/ledger.service.ts';
import {
  mayMailReceipt,
  prepareOrderMail,
  queuePaymentReversedMail,
  receiptMail,
} from '#server/features/order/order-mail.service.ts';
import { payBackJob, insertRefund } from '#server/features/refund/refund.service.ts';
import { simpleScope } from '#server/platform/idempotency.service.ts';
import { sendMail } from '#server/platform/mail.service.ts';
import { heldForBuyer, saleLines } from '#shared/features/ledger/ledger.rules.ts';
import { completeOrder } from './complete-order.queries.ts';

/** Many tabs of one buyer, the webhook and the reconciler may all report the same payment. */
const PATIENT = { isPatient: true } as const;

/** Asks the gateway and applies its answer to the order. */
export async function applyPayment(ctx: AppContext, paymentId: number): Promise<void> {
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (payment) await applyFoundPayment(ctx, payment);
}

/** Returns the order's state afterwards; null if there was nothing to ask. */
export async function applyFoundPayment(ctx: AppContext, payment: PaymentRow): Promise<OrderState | null> {
  // From another gateway, before the settings changed: we can't ask it.
  if (!payment.gatewayId || payment.gateway !== ctx.gateway.name || isSettled(payment.state)) return null;
  const gatewayPayment = await ctx.gateway.findPayment(payment.gatewayId);
  return gatewayPayment && applyGatewayPayment(ctx, payment, gatewayPayment);
}

/** If the order can no longer be completed: why the money is refunded. */
type Way = { fulfil: true } | { takeBack: string };

/**
 * The same for a buyer who is waiting. `attempt`: what was paid for with the card they entered, which has a result.
 * Returns the order's state afterwards.
 */
export async function applyGatewayPayment(
  ctx: AppContext,
  payment: Pick<PaymentRow, 'id'>,
  gatewayPayment: GatewayPayment,
  attempt?: CompletePayable,
): Promise<OrderState> {
  const isAttemptOver = attempt !== undefined;
  const apply = (way: Way) =>
    inTransaction(ctx.db, (tx) => applyIn(ctx, tx, payment, { gatewayPayment, isAttemptOver, way }), PATIENT);
  for (let count = 1; ; count++) {
    try {
      const isDone = attempt && isPlain(attempt, gatewayPayment) && (await completeAtOnce(ctx, attempt));
      return isDone ? 'paid' : await apply({ fulfil: true });
    } catch (error) {
      const reason = whyTakeBack(error);
      if (reason === null) throw error;
      // Another order of the same account was paid a moment ago. On the second attempt, a guest's order goes through.
      if (count > 1) return apply({ takeBack: reason });
    }
  }
}

/** Paid in full by a user, with nothing that has to be locked or confirmed before the order is completed. */
const isPlain = ({ order, payment, contents }: CompletePayable, gatewayPayment: GatewayPayment): boolean =>
  gatewayPayment.state === 'succeeded' &&
  problemOf(payment, gatewayPayment) === null &&
  order.userId !== null &&
  order.couponCode === null &&
  !order.isInvoice &&
  contents.lines.every(({ itemType, memberCents }) => itemType !== 'booking' && memberCents === 0);

/** Without reading and locking it first. False if it has changed since the card was tried. */
async function completeAtOnce(ctx: AppContext, attempt: CompletePayable): Promise<boolean> {
  const { userId } = attempt.order;
  const run = (db: DbOrTx) => complete(ctx, db, { ...attempt, userId, isLocked: false });
  // The job that sends the receipt is part of the transaction.
  return ctx.config.smtpUrl ? inTransaction(ctx.db, run, PATIENT) : repeated(() => run(ctx.db), PATIENT);
}

/** Shown to the buyer: the payment a bundle deducted was refunded before the bundle was paid. */
export const DEDUCTION_UNAVAILABLE =
  'An item you had paid for was refunded in the meantime, so the bundle’s price no longer applies.';

function whyTakeBack(error: unknown): string | null {
  const constraint = violatedConstraint(error);
  if (constraint === 'order_lines_bought_once') return 'You had already bought one of these items.';
  if (constraint === 'deduction_is_covered') return DEDUCTION_UNAVAILABLE;
  if (isTimeTaken(error)) {
    return 'The time you had reserved went to someone else before your payment arrived.';
  }
  if (error instanceof MembershipLost) return 'Your membership had ended before your payment arrived.';
  return error instanceof CouponMoved
    ? 'The last use of your coupon was taken before your payment arrived.'
    : null;
}

export function isTimeTaken(error: unknown): boolean {
  return error instanceof ReservationLost || TIME_TAKEN.has(violatedConstraint(error) ?? '');
}

const TIME_TAKEN = new Set(['appointments_no_overlap', 'bookings_seat_once', 'bookings_client_once']);

const isSettled = (state: PaymentState) => state === 'succeeded' || state === 'set_aside';

/** Money for a payment we had canceled is refunded. */
const isOver = (state: PaymentState, gatewayPayment: GatewayPayment) =>
  isSettled(state) || (state === 'cancelled' && gatewayPayment.state !== 'succeeded');

async function applyIn(
  ctx: AppContext,
  tx: Tx,
  { id }: Pick<PaymentRow, 'id'>,
  {
    gatewayPayment,
    isAttemptOver,
    way,
  }: { gatewayPayment: GatewayPayment; isAttemptOver: boolean; way: Way },
): Promise<OrderState> {
  const locked = await lockPayable(tx, { paymentId: id });
  if (!locked) throw new Error(`Payment ${id} is gone`);
  const { order, payment } = locked;
  if (isOver(payment.state, gatewayPayment) || (await hasProblem(ctx, tx, payment, gatewayPayment)))
    return order.state;
  const updatedAt = ctx.clock.now();
  if (gatewayPayment.state === 'succeeded') return takeMoney(ctx, tx, locked, way);
  if (gatewayPayment.state === 'canceled') {
    await movePayment(tx, { id, state: 'cancelled', updatedAt, checkAt: null });
    return endUnpaid(tx, order, payment, updatedAt);
  }
  if (gatewayPayment.state === 'requires_payment_method') {
    await movePayment(tx, {
      id,
      state: 'open',
      lastError: gatewayPayment.declined ?? payment.lastError,
      updatedAt,
    });
    if (isAttemptOver || isNothingTried(payment, updatedAt)) {
      await releaseCoupon(tx, { orderId: order.id, now: updatedAt });
    }
  } else {
    await movePayment(tx, { id, state: gatewayPayment.state, lastError: null, updatedAt });
    await confirmOrReleaseCoupon(tx, { orderId: order.id, now: updatedAt });
  }
  return order.state;
}

/** Longer than a gateway takes to answer. */
const TRY_MS = 30_000;

/** An answer about an earlier card may arrive while the next one is charged: its coupon stays held. */
const isNothingTried = ({ state, updatedAt }: PaymentRow, now: Date): boolean =>
  state !== 'open' || now.getTime() - updatedAt.getTime() > TRY_MS;

async function takeMoney(ctx: AppContext, tx: Tx, locked: CompletePayable, way: Way): Promise<OrderState> {
  const { order, payment } = locked;
  const isWaiting = order.state === 'pending';
  if (isWaiting && 'fulfil' in way) {
    await fulfil(ctx, tx, locked);
    return 'paid';
  }
  const { id, state } = payment;
  const updatedAt = ctx.clock.now();
  await movePayment(tx, {
    id,
    from: [state],
    state: 'succeeded',
    lastError: null,
    updatedAt,
    checkAt: null,
  });
  const reason = 'takeBack' in way ? way.takeBack : 'The order had expired before your payment arrived.';
  await takeBack(ctx, tx, { order, payment, reason });
  return 'cancelled';
}

/** Canceled by the buyer, expired, or declined for good. */
async function endUnpaid(tx: Tx, order: OrderRow, payment: PaymentRow, now: Date): Promise<OrderState> {
  const isExpired = order.expiresAt <= now;
  const state = !isExpired ? 'cancelled' : payment.lastError ? 'failed' : 'expired';
  const isMoved = await updateOrderState(tx, { id: order.id, from: ['pending'], state, endedAt: now });
  return isMoved ? state : order.state;
}

function problemOf(payment: PaymentRow, { currency, amountCents }: GatewayPayment) {
  if (currency !== payment.currency) return 'wrong_currency';
  return amountCents === payment.amountCents ? null : 'wrong_amount';
}

/** The amount is checked before anything is fulfilled. */
async function hasProblem(
  ctx: AppContext,
  tx: Tx,
  payment: PaymentRow,
  gatewayPayment: GatewayPayment,
): Promise<boolean> {
  const kind = problemOf(payment, gatewayPayment);
  if (kind === null) return false;
  const now = ctx.clock.now();
  await movePayment(tx, { id: payment.id, state: 'set_aside', updatedAt: now, checkAt: null });
  await recordPaymentProblem(ctx, tx, {
    kind,
    gateway: payment.gateway,
    gatewayId: gatewayPayment.id,
    paymentId: payment.id,
    detail: `The order is ${formatCents(payment.amountCents, payment.currency)}; the gateway says ${formatCents(gatewayPayment.amountCents, gatewayPayment.currency)}.`,
  });
  return true;
}

type Paid = Omit<CompletePayable, 'payment'> & { payment: PaymentRow | null };

/**
 * `payment` is null if there was nothing to pay. Fails on order_lines_bought_once, with CouponMoved if the coupon was
 * used up before the money arrived, and if a reserved time is gone: see takeBack.
 */
export async function fulfil(ctx: AppContext, tx: Tx, paid: Paid): Promise<void> {
  const { order, contents } = paid;
  const now = ctx.clock.now();
  const orderId = order.id;
  // A guest order with the confirmed address of a user belongs to that user right away.
  const userId = order.userId ?? (await lockVerifiedOwner(tx, { email: order.email }));
  const isGuest = order.userId === null;
  const before = isGuest ? await listBoughtBefore(tx, { orderId, userId, email: order.email }) : [];
  const { couponCode: code, discountCents, creditCents, email } = order;
  if (code !== null && discountCents > 0) {
    const buyer = { userId: order.userId, email };
    await claimForPaid(tx, { code, buyer, orderId, discountCents, now });
  }
  // Locks the membership: nobody pays a member price or with its credit after it has ended.
  if (creditCents > 0 || contents.lines.some(({ memberCents }) => memberCents > 0)) {
    await requireOpenMembership(tx, { userId: order.userId, now });
  }
  const bookingCount = contents.lines.filter(({ itemType }) => itemType === 'booking').length;
  if (bookingCount > 0) await confirmOrderedReservations(ctx, tx, { orderId, count: bookingCount });
  if (order.isInvoice) await settlePaidInvoice(ctx, tx, { orderId });
  const hasReceipt = await mayMailReceipt(ctx, tx, { ...order, userId });
  await complete(ctx, tx, { ...paid, userId, before, hasReceipt, isLocked: true });
}

type Completing = Paid & {
  userId: number | null;
  before?: readonly BoughtBefore[];
  hasReceipt?: boolean;
  isLocked: boolean;
};

/** False if nothing was due. */
async function complete(
  ctx: AppContext,
  db: DbOrTx,
  { order, payment, contents, site, userId, before = [], hasReceipt = true, isLocked }: Completing,
): Promise<boolean> {
  const now = ctx.clock.now();
  // An order paid with credit alone has no payment.
  const { creditCents, currency } = order;
  const cause = payment ? `payment ${payment.id}` : creditCents > 0 ? `credit ${order.id}` : null;
  const sale =
    cause === null
      ? null
      : {
          cause,
          entries: saleLines(contents.parts).map((line) => ({ ...line, currency })),
        };
  const mailed = { ...order, userId, paidAt: now };
  const receipt = hasReceipt
    ? prepareOrderMail(
        ctx,
        await receiptMail(ctx, db, mailed, { ...contents, site, before, isGuest: order.userId === null }),
      )
    : null;
  const done = await completeOrder(db, {
    orderId: order.id,
    userId,
    buyer: userId === null ? null : buyerKey({ userId }),
    isGuest: order.userId === null,
    now,
    ...(payment && { payment }),
    scope: order.userId === null ? null : simpleScope(order.userId),
    sale,
    receipt,
    isLocked,
  });
  if (done?.mailId) await sendMail(ctx, db, done.mailId);
  return done !== null;
}

/** The card was charged for something the buyer can no longer get: the order had ended, or they have it already. */
export async function takeBack(
  ctx: AppContext,
  tx: Tx,
  { order, payment, reason }: { order: OrderRow; payment: PaymentRow; reason: string },
): Promise<void> {
  const now = ctx.clock.now();
  const { amountCents, currency } = payment;
  await updateOrderState(tx, { id: order.id, from: ['pending'], state: 'cancelled', endedAt: now });
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
  await queuePaymentReversedMail(ctx, tx, { order, amountCents, reason });
}
