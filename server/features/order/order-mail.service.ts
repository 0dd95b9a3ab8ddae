// What a buyer reads by mail about an order.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { claimMailQuota, type Mail, queueMail } from '#server/platform/mail.service.ts';
import { AppError } from '#shared/errors.ts';
import { hasZipCodes, formatAddressLines } from '#shared/features/checkout/address.rules.ts';
import { PAYOUT_WINDOW_DAYS } from '#shared/features/payout/payout.states.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { formatCents } from '#shared/money.ts';
import { orderLink } from './order-key.service.ts';
import type { Contents, OrderRow } from './order.queries.ts';

type Mailed = Pick<Contents, 'lines' | 'gives'> & {
  site: { siteName: string; supportEmail: string };
  /** What they had already. Nobody but the owner of the address is told. */
  before?: readonly string[];
};

export async function queueReceipt(
  ctx: AppContext,
  tx: Tx,
  order: OrderRow,
  { lines, gives, site, before = [] }: Mailed,
): Promise<void> {
  // Whoever gives nothing away but somebody else's address could fill their mailbox.
  const isFreeGuest = order.userId === null && order.totalCents === 0;
  if (isFreeGuest && !(await claimMailQuota(ctx, tx, { to: order.email, kind: 'free-order' }))) return;
  const { siteName, supportEmail } = site;
  const link = await orderLink(ctx, tx, order);
  const money = (cents: number) => formatCents(cents, order.currency);
  const bought = lines.map(
    ({ title, quantity, amountCents }) =>
      `${lineForMail(title)}${quantity > 1 ? `, ${quantity} seats` : ''}: ${money(amountCents)}`,
  );
  const place = placeForMail(order);
  const { discountCents, couponCode, taxCents } = order;
  const sums = [
    ...(discountCents > 0
      ? [`Discount${couponCode ? ` (${couponCode})` : ''}: −${money(discountCents)}`]
      : []),
    ...(taxCents > 0 ? [`Tax: ${money(taxCents)}`] : []),
  ];
  const opening =
    order.userId === null
      ? guestOpening(order, { link, gives })
      : `Everything is in your purchases. Order and receipt:\n${link}`;
  await formatOrderMail(ctx, tx, {
    to: order.email,
    subject: `Your order ${order.number} at ${siteName}`,
    text: [
      `Hello,\n\nthank you for your order ${order.number}. It is paid.`,
      [...bought, ...sums, `Total: ${money(order.totalCents)}`].join('\n'),
      opening,
      ...(before.length > 0 ? [boughtTwice(before, link)] : []),
      ...(place ? [`Billing address: ${place}`] : []),
      `If something is not right, write to ${supportEmail}.\n\n${siteName}`,
    ].join('\n\n'),
  });
}

/** The link is the key: whoever has it can download, so it says so. */
function guestOpening(
  { email }: OrderRow,
  { link, gives }: { link: string } & Pick<Contents, 'gives'>,
): string {
  const files = gives.has('resource')
    ? `Download your files and the receipt here, from any device:\n${link}\n\nThe link is yours alone: anyone who has it can download your files, so keep this email and do not pass it on.`
    : `Open your order and its receipt here; keep this link, it is the key to it:\n${link}`;
  const account = gives.has('course')
    ? `To start your course, register with this address (${email}) and confirm it. Everything you bought is added to the account.`
    : `You do not need an account to download. To keep everything in one place, register with this address (${email}) and confirm it: this order is added to the account.`;
  return `${files}\n\n${account}`;
}

/** Nothing that was typed freely: a guest may write to somebody else's address. A US city comes with its ZIP code. */
function placeForMail(order: OrderRow): string {
  const isTyped = !hasZipCodes(order.country ?? '');
  return formatAddressLines(isTyped ? { ...order, city: null, region: null } : order)
    .map(lineForMail)
    .join(', ');
}

function boughtTwice(titles: readonly string[], link: string): string {
  const what = titles.map((title) => `“${lineForMail(title)}”`).join(', ');
  return `You had ${what} already: it was bought with this address before. If you did not mean to buy it again, open the order and choose “Ask for a refund” within ${PAYOUT_WINDOW_DAYS} days:\n${link}`;
}

/** The card was charged, and the money goes back at once. */
export async function queuePaymentReversedMail(
  ctx: AppContext,
  tx: Tx,
  { order, amountCents, reason }: { order: OrderRow; amountCents: number; reason: string },
): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  await formatOrderMail(ctx, tx, {
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
export async function formatOrderMail(ctx: AppContext, tx: Tx, mail: Mail): Promise<void> {
  try {
    await queueMail(ctx, tx, mail);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ subject: mail.subject }, 'a mail about an order could not be written');
  }
}
