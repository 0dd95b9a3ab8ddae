// Emails about refunds and disputes.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { orderLink } from '#server/features/order/order-key.service.ts';
import { buyerOf, formatOrderMail } from '#server/features/order/order-mail.service.ts';
import type { OrderRow } from '#server/features/order/order.service.ts';
import { findCreditEnd } from '#server/features/order/refundable.service.ts';
import type { Mail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { describeCreditEnd } from '#shared/features/membership/booking-credit.rules.ts';
import { isDisputeOpen, type DisputeState } from '#shared/features/refund/refund.states.ts';
import { formatCents } from '#shared/money.ts';
import { listSellersOf, type RefundRecord, type RequestRecord } from './refund.queries.ts';

type Letter = Omit<Mail, 'text'> & { paragraphs: readonly string[] };

async function write(ctx: AppContext, tx: Tx, { paragraphs, ...mail }: Letter): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  const text = ['Hi,', ...paragraphs, `Something wrong? Email ${supportEmail}.\n\n${siteName}`].join('\n\n');
  await formatOrderMail(ctx, tx, { ...mail, text });
}

export async function queueRefunded(
  ctx: AppContext,
  tx: Tx,
  order: OrderRow,
  { amountCents, creditCents, reason, lineId }: RefundRecord,
): Promise<void> {
  const amount = formatCents(amountCents + creditCents, order.currency);
  const money = formatCents(amountCents, order.currency);
  const credit = formatCents(creditCents, order.currency);
  const card = 'It can take your bank up to ten days to show it.';
  const creditNote =
    creditCents > 0 ? `${credit} comes back as booking credit. ${await creditEndNote(ctx, tx, order)}` : null;
  await write(ctx, tx, {
    kind: 'order-refund',
    ...buyerOf(order),
    subject: `We’re refunding ${amount} of your order ${order.number}`,
    paragraphs: [
      ...(amountCents > 0
        ? [`We’re refunding ${money} of your order ${order.number} to your card. ${card}`]
        : []),
      ...(creditNote ? [creditNote] : []),
      `Reason: ${reason}`,
      `Your order and its receipt:\n${await orderLink(ctx, tx, order)}`,
    ],
  });
  for (const seller of await listSellersOf(tx, { orderId: order.id, lineId })) {
    await write(ctx, tx, {
      kind: 'sale-refund',
      to: seller.email,
      link: '/seller/payments',
      subject: `Refund for order ${order.number}`,
      paragraphs: [
        `We refunded ${amount} of order ${order.number}, which includes an item of yours. Your share of the refund is deducted from your balance, and we return our fee for it.`,
        `Reason: ${reason}`,
        `See your balance and all entries:\n${ctx.config.publicUrl}/seller/payments`,
      ],
    });
  }
}

async function creditEndNote(ctx: AppContext, tx: Tx, { id: orderId }: OrderRow): Promise<string> {
  const endsAt = await findCreditEnd(tx, { orderId });
  return endsAt === null ? '' : describeCreditEnd(endsAt, ctx.clock.now());
}

/** To the sellers who can decide it; staff see it in their queue. */
export async function queueRefundRequestedMail(
  ctx: AppContext,
  tx: Tx,
  order: OrderRow,
  { lineId, reason }: RequestRecord,
): Promise<void> {
  for (const seller of await listSellersOf(tx, { orderId: order.id, lineId })) {
    await write(ctx, tx, {
      kind: 'sale-refund',
      to: seller.email,
      link: '/seller/refunds',
      subject: `Refund requested: ${order.number}`,
      paragraphs: [
        `The buyer of order ${order.number} has requested a refund. Your share is on hold until it’s decided.`,
        `Their reason: ${reason}`,
        `If it concerns only your items, you can decide here; otherwise we will:\n${ctx.config.publicUrl}/seller/refunds`,
      ],
    });
  }
}

export async function queueRefundDecided(
  ctx: AppContext,
  tx: Tx,
  order: OrderRow,
  { state, answer }: RequestRecord,
): Promise<void> {
  const isApproved = state === 'approved';
  await write(ctx, tx, {
    kind: 'order-refund',
    ...buyerOf(order),
    subject: isApproved ? `Refund approved for ${order.number}` : `Refund declined for ${order.number}`,
    paragraphs: [
      isApproved
        ? `Your refund request for order ${order.number} is approved. You get back what you paid, the way you paid it; we’ll email you when it’s sent.`
        : `Your refund request for order ${order.number} was declined. You keep what you bought.`,
      ...(answer ? [`Message: ${answer}`] : []),
      `Your order:\n${await orderLink(ctx, tx, order)}`,
    ],
  });
}

const DISPUTE_NEWS: Readonly<Record<DisputeState, string>> = {
  open: 'The buyer’s bank is disputing the payment. Until it decides, your share is on hold.',
  under_review:
    'The buyer’s bank is investigating the payment (a dispute). Until it decides, your share is on hold.',
  won: 'The buyer’s bank decided in your favor: the payment stays, and your share is no longer on hold.',
  lost: 'The buyer’s bank decided for the buyer and kept the money. Your share is deducted from your balance.',
};

export async function queueDisputed(
  ctx: AppContext,
  tx: Tx,
  order: OrderRow,
  { state }: { state: DisputeState },
): Promise<void> {
  for (const seller of await listSellersOf(tx, { orderId: order.id, lineId: null })) {
    await write(ctx, tx, {
      kind: 'sale-refund',
      to: seller.email,
      link: '/seller/payments',
      subject: `${isDisputeOpen(state) ? 'A dispute' : 'The dispute'} about ${order.number}`,
      paragraphs: [
        `This is about order ${order.number}, which includes an item of yours. ${DISPUTE_NEWS[state]}`,
        `See your balance and all entries:\n${ctx.config.publicUrl}/seller/payments`,
      ],
    });
  }
}
