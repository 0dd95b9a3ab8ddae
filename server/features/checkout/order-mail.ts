// What a buyer reads by mail about an order.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { takeMailTurn } from '#server/features/site/mail-limit.service.ts';
import { queueMail, type Mail } from '#server/features/site/mail.service.ts';
import { getSettings } from '#server/features/site/site.service.ts';
import { AppError } from '#shared/errors.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { formatCents } from '#shared/money.ts';
import type { OrderRow } from './apply-payment.queries.ts';
import { orderLink } from './order-key.service.ts';

type MailedLine = { title: string; quantity: number; amountCents: number };

export async function queueReceipt(
  ctx: AppContext,
  tx: Tx,
  order: OrderRow,
  { lines, site }: { lines: readonly MailedLine[]; site: { siteName: string; supportEmail: string } },
): Promise<void> {
  // Whoever gives nothing away but somebody else's address could fill their mailbox.
  const isFreeGuest = order.userId === null && order.totalCents === 0;
  if (isFreeGuest && !(await takeMailTurn(ctx, tx, { to: order.email, kind: 'free-order' }))) return;
  const { siteName, supportEmail } = site;
  const link = await orderLink(ctx, tx, order);
  const money = (cents: number) => formatCents(cents, order.currency);
  const bought = lines.map(
    ({ title, quantity, amountCents }) =>
      `${lineForMail(title)}${quantity > 1 ? `, ${quantity} seats` : ''}: ${money(amountCents)}`,
  );
  const { discountCents, couponCode, taxCents } = order;
  const sums = [
    ...(discountCents > 0
      ? [`Discount${couponCode ? ` (${couponCode})` : ''}: −${money(discountCents)}`]
      : []),
    ...(taxCents > 0 ? [`Tax: ${money(taxCents)}`] : []),
  ];
  const opening =
    order.userId === null
      ? `Open your order and its receipt here; keep this link, it is the key to it:\n${link}\n\nTo have what you bought in an account, register with this address (${order.email}) and confirm it. It is added by itself.`
      : `Everything is in your purchases. Order and receipt:\n${link}`;
  await writeMail(ctx, tx, {
    to: order.email,
    subject: `Your order ${order.number} at ${siteName}`,
    text: [
      `Hello,\n\nthank you for your order ${order.number}. It is paid.`,
      [...bought, ...sums, `Total: ${money(order.totalCents)}`].join('\n'),
      opening,
      `If something is not right, write to ${supportEmail}.\n\n${siteName}`,
    ].join('\n\n'),
  });
}

/** The card was charged, and the money goes back at once. */
export async function queueTakenBack(
  ctx: AppContext,
  tx: Tx,
  { order, amountCents, reason }: { order: OrderRow; amountCents: number; reason: string },
): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  await writeMail(ctx, tx, {
    to: order.email,
    subject: `Your payment for ${order.number} goes back to you`,
    text: [
      `Hello,\n\nyour card was charged ${formatCents(amountCents, order.currency)} for the order ${order.number}, which could not be completed. ${reason}`,
      'The whole amount goes back to your card. Banks take up to ten days to show it.',
      `If something is not right, write to ${supportEmail}.\n\n${siteName}`,
    ].join('\n\n'),
  });
}

/** Paid is paid: an address that cannot be written to keeps nobody from what they bought. It is refused before any SQL. */
export async function writeMail(ctx: AppContext, tx: Tx, mail: Mail): Promise<void> {
  try {
    await queueMail(ctx, tx, mail);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ subject: mail.subject }, 'a mail about an order could not be written');
  }
}
