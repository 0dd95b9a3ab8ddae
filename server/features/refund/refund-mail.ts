// What people read by mail when money goes back, or may.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { orderLink } from '#server/features/order/order-key.service.ts';
import { formatOrderMail } from '#server/features/order/order-mail.service.ts';
import type { OrderRow } from '#server/features/order/order.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { isDisputeOpen, type DisputeState } from '#shared/features/refund/refund.states.ts';
import { formatCents } from '#shared/money.ts';
import { listSellersOf, type RefundRecord, type RequestRecord } from './refund.queries.ts';

type Letter = { to: string; subject: string; paragraphs: readonly string[] };

async function write(ctx: AppContext, tx: Tx, { to, subject, paragraphs }: Letter): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  const text = [
    'Hello,',
    ...paragraphs,
    `If something is not right, write to ${supportEmail}.\n\n${siteName}`,
  ].join('\n\n');
  await formatOrderMail(ctx, tx, { to, subject, text });
}

export async function queueRefunded(
  ctx: AppContext,
  tx: Tx,
  order: OrderRow,
  { amountCents, reason, lineId }: RefundRecord,
): Promise<void> {
  const amount = formatCents(amountCents, order.currency);
  await write(ctx, tx, {
    to: order.email,
    subject: `${amount} of your order ${order.number} go back to you`,
    paragraphs: [
      `${amount} of your order ${order.number} go back to your card. Banks take up to ten days to show it.`,
      `The reason: ${reason}`,
      `Your order and its receipt:\n${await orderLink(ctx, tx, order)}`,
    ],
  });
  for (const seller of await listSellersOf(tx, { orderId: order.id, lineId })) {
    await write(ctx, tx, {
      to: seller.email,
      subject: `A refund for ${order.number}`,
      paragraphs: [
        `Of the order ${order.number}, in which something of yours was sold, ${amount} went back to the buyer. Your share of it is taken from your balance, the fee of it is not kept.`,
        `The reason: ${reason}`,
        `Your balance and every line of it:\n${ctx.config.publicUrl}/seller/payments`,
      ],
    });
  }
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
      to: seller.email,
      subject: `A buyer asks for a refund: ${order.number}`,
      paragraphs: [
        `The buyer of the order ${order.number} asks for the money back. Until it is decided, your share is on hold.`,
        `They write: ${reason}`,
        `Decide here, if it is about your things alone; otherwise we do:\n${ctx.config.publicUrl}/seller/refunds`,
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
    to: order.email,
    subject: isApproved
      ? `Your refund for ${order.number} is on its way`
      : `About your refund for ${order.number}`,
    paragraphs: [
      isApproved
        ? `You asked for money of your order ${order.number} back. It is approved, and goes back to your card; we write again when it has left.`
        : `You asked for money of your order ${order.number} back. It was declined, so nothing changes: what you bought stays yours.`,
      ...(answer ? [`The answer: ${answer}`] : []),
      `Your order:\n${await orderLink(ctx, tx, order)}`,
    ],
  });
}

const DISPUTE_NEWS: Readonly<Record<DisputeState, string>> = {
  open: 'The buyer’s bank asks about the payment (a dispute). Until it has decided, your share of it is on hold.',
  under_review:
    'The buyer’s bank looks into the payment (a dispute). Until it has decided, your share of it is on hold.',
  won: 'The buyer’s bank has decided for you: the payment stands, and your share of it is no longer on hold.',
  lost: 'The buyer’s bank has decided for the buyer and kept the money. Your share of it is taken from your balance.',
};

export async function queueDisputed(
  ctx: AppContext,
  tx: Tx,
  order: OrderRow,
  { state }: { state: DisputeState },
): Promise<void> {
  for (const seller of await listSellersOf(tx, { orderId: order.id, lineId: null })) {
    await write(ctx, tx, {
      to: seller.email,
      subject: `${isDisputeOpen(state) ? 'A dispute' : 'The dispute'} about ${order.number}`,
      paragraphs: [
        `It is about the order ${order.number}, in which something of yours was sold. ${DISPUTE_NEWS[state]}`,
        `Your balance and every line of it:\n${ctx.config.publicUrl}/seller/payments`,
      ],
    });
  }
}
