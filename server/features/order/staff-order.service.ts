// Orders for staff: the list, one order in detail, and resending its receipt.
import { hrefOf } from '#shared/features/entitlement/entitlement.states.ts';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listOfOrder } from '#server/features/ledger/ledger.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { shareOf } from '#shared/features/ledger/ledger.rules.ts';
import type * as contract from '#shared/features/order/staff-order.contract.ts';
import { toEarningViewState } from '#shared/features/payout/payout.states.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { mailReceiptAgain } from './receipt.service.ts';
import { NOTHING_REFUNDABLE, getRefundable } from './refundable.service.ts';
import {
  countStaffOrders,
  countWaiting,
  listStaffOrderRows,
  findStaffOrder,
  listDisputesOf,
  listLinesOf,
  listMailsOf,
  listPartsOf,
  listPaymentsOf,
  listRefundsOf,
  listRequestsOf,
} from './staff-order.queries.ts';

const MAILS_SHOWN = 20;

export async function listStaffOrders(
  ctx: AppContext,
  { page, ...filter }: ContractParsed<typeof contract.listStaffOrders>['query'],
): Promise<ContractResult<typeof contract.listStaffOrders>> {
  const [counts, rows] = await Promise.all([
    countStaffOrders(ctx.db, filter),
    listStaffOrderRows(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const items = rows.map(({ totalCents, refundedCents, refundingCents, createdAt, paidAt, ...row }) => ({
    ...row,
    total: centsToDecimal(totalCents),
    refunded: centsToDecimal(refundedCents),
    refunding: centsToDecimal(refundingCents),
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  }));
  return { items, total: counts[filter.state ?? 'all'], page, pageSize: PAGE_SIZE, counts };
}

/** For the dashboard. */
export function countMoneyWaiting(ctx: AppContext) {
  return countWaiting(ctx.db);
}

export async function getStaffOrder(
  ctx: AppContext,
  id: number,
): Promise<ContractResult<typeof contract.getStaffOrder>> {
  const found = await findStaffOrder(ctx.db, { id });
  if (!found) throw new AppError('not_found', 'No order has this number.');
  const { order, buyer } = found;
  const whose = { orderId: id };
  const [lines, parts, payments, refunds, requests, disputes, ledger, mails] = await Promise.all([
    listLinesOf(ctx.db, whose),
    listPartsOf(ctx.db, whose),
    listPaymentsOf(ctx.db, whose),
    listRefundsOf(ctx.db, whose),
    listRequestsOf(ctx.db, whose),
    listDisputesOf(ctx.db, whose),
    listOfOrder(ctx, id),
    listMailsOf(ctx.db, { email: order.email, number: order.number, limit: MAILS_SHOWN }),
  ]);
  const { number, state, name, email, zip, city, region, country, currency, couponCode } = order;
  const isPaid = order.paidAt !== null;
  const returnable = isPaid ? await getRefundable(ctx.db, whose) : NOTHING_REFUNDABLE;
  return {
    id,
    number,
    state,
    name,
    email,
    zip,
    city,
    region,
    country,
    currency,
    couponCode,
    buyer: buyer && { id: buyer.id, name: fullNameOf(buyer) },
    subtotal: centsToDecimal(order.subtotalCents),
    discount: centsToDecimal(order.discountCents),
    tax: centsToDecimal(order.taxCents),
    credit: centsToDecimal(order.creditCents),
    total: centsToDecimal(order.totalCents),
    refunded: centsToDecimal(order.refundedCents),
    ...figuresOf(returnable),
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    lines: lines.map((line) => {
      const own = parts.filter(({ part }) => part.lineId === line.line.id);
      const back = returnable.lines.find(({ lineId }) => lineId === line.line.id);
      return {
        ...toLine(line),
        ...figuresOf(back ?? NOTHING_REFUNDABLE),
        parts: own.map((part) => toPart(ctx, part)),
      };
    }),
    payments: payments.map(({ amountCents, attempts, createdAt, ...payment }) => ({
      ...payment,
      tries: attempts,
      amount: centsToDecimal(amountCents),
      createdAt: createdAt.toISOString(),
    })),
    refunds: refunds.map(({ refund, title, decider }) => ({
      ...refund,
      title,
      amount: centsToDecimal(refund.amountCents),
      credit: centsToDecimal(refund.creditCents),
      decidedBy: decider && fullNameOf(decider),
      createdAt: refund.createdAt.toISOString(),
      endedAt: refund.endedAt?.toISOString() ?? null,
    })),
    requests: requests.map(({ request, title, decider }) => ({
      ...request,
      title,
      decidedBy: decider && fullNameOf(decider),
      createdAt: request.createdAt.toISOString(),
      decidedAt: request.decidedAt?.toISOString() ?? null,
    })),
    disputes: disputes.map(({ amountCents, answerBy, createdAt, updatedAt, ...dispute }) => ({
      ...dispute,
      amount: centsToDecimal(amountCents),
      answerBy: answerBy?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
    ledger,
    mails: mails.map(({ createdAt, sentAt, ...mail }) => ({
      ...mail,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
    isSandbox: payments.some((payment) => payment.gateway === 'sandbox' && payment.state === 'succeeded'),
  };
}

type LineRow = Awaited<ReturnType<typeof listLinesOf>>[number];
type PartRow = Awaited<ReturnType<typeof listPartsOf>>[number];

type Refundable = Omit<typeof NOTHING_REFUNDABLE, 'lines'>;

function figuresOf({ left, creditLeft, creditEndsAt, held, heldBy, also, alsoOf }: Refundable) {
  return { left, creditLeft, creditEndsAt, held, heldBy, also, alsoOf };
}

function toLine({ line, held, invited, free }: LineRow) {
  const { id, kind, title, sellerName, quantity, isLive } = line;
  return {
    id,
    kind,
    title,
    sellerName,
    quantity,
    isLive,
    href: line.itemType === 'booking' ? '/admin/bookings' : hrefOf(line),
    unitPrice: centsToDecimal(line.unitPriceCents),
    owned: centsToDecimal(line.ownedCents),
    memberSaving: centsToDecimal(line.memberCents),
    amount: centsToDecimal(line.amountCents),
    discount: centsToDecimal(line.discountCents),
    tax: centsToDecimal(line.taxCents),
    // The buyer's own seat needs no invitation.
    seats: { held: held + 1, invited, free },
  };
}

function toPart(ctx: AppContext, { part, sellerName, earning }: PartRow) {
  const { id, itemType, itemId, title, sellerId } = part;
  return {
    id,
    itemType,
    itemId,
    title,
    seller: sellerId === null ? null : { id: sellerId, name: sellerName ?? '' },
    amount: centsToDecimal(part.amountCents),
    discount: centsToDecimal(part.discountCents),
    tax: centsToDecimal(part.taxCents),
    fee: centsToDecimal(part.feeCents),
    share: centsToDecimal(shareOf(part)),
    returned: centsToDecimal(part.returnedCents),
    earning: earning && {
      standing: toEarningViewState(earning, ctx.clock.now()),
      availableAt: earning.availableAt.toISOString(),
      payoutId: earning.payoutId,
      heldReason: earning.heldReason,
    },
  };
}

export async function resendOrderMail(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { number, userId, email } = await mailReceiptAgain(ctx, tx, id);
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'order.resend-mail',
      subject: ['order', id],
      ...(userId !== null && { userId }),
      details: { order: number, to: email },
    });
  });
}
