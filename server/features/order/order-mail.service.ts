// Emails to buyers about their orders.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import {
  claimMailQuota,
  type Mail,
  prepareMail,
  type PreparedMail,
  queueMail,
} from '#server/platform/mail.service.ts';
import { AppError } from '#shared/errors.ts';
import { hasZipCodes, formatAddressLines } from '#shared/features/checkout/address.rules.ts';
import { REFUND_WINDOW_DAYS } from '#shared/features/refund/refund.rules.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { formatCents } from '#shared/money.ts';
import { START_LINK_HOURS, TO_PURCHASES } from '#shared/features/order/start-link.rules.ts';
import { orderLink } from './order-key.service.ts';
import type { BoughtBefore, Contents, OrderRow } from './order.queries.ts';
import { createStartLink, startLinkNote } from './start-link.service.ts';

type Mailed = Pick<Contents, 'lines' | 'gives'> & {
  site: { siteName: string; supportEmail: string };
  /** Items they already had. Only the owner of the address may learn this. */
  before?: readonly BoughtBefore[];
  /** Bought without signing in, even if an account owns the order by now. */
  isGuest?: boolean;
};

/** Guests open their order with a key, which only the email has. */
export function buyerOf({ id, email, userId }: OrderRow): Pick<Mail, 'to' | 'userId' | 'link'> {
  return userId === null ? { to: email } : { to: email, userId, link: `/orders/${id}` };
}

/** Free orders cost nothing, so they could be used to flood someone else's mailbox. */
export async function mayMailReceipt(
  ctx: AppContext,
  tx: Tx,
  { userId, email, totalCents }: Pick<OrderRow, 'userId' | 'email' | 'totalCents'>,
): Promise<boolean> {
  if (userId !== null || totalCents > 0) return true;
  return claimMailQuota(ctx, tx, { to: email, kind: 'free-order' });
}

export async function receiptMail(
  ctx: AppContext,
  db: DbOrTx,
  order: OrderRow,
  { lines, gives, site, before = [], isGuest = order.userId === null }: Mailed,
): Promise<Mail> {
  const { siteName, supportEmail } = site;
  const link = await orderLink(ctx, db, order);
  const money = (cents: number) => formatCents(cents, order.currency);
  const bought = lines.map(
    ({ title, quantity, amountCents }) =>
      `${lineForMail(title)}${quantity > 1 ? `, ${quantity} seats` : ''}: ${money(amountCents)}`,
  );
  const place = placeForMail(order);
  const { discountCents, couponCode, taxCents, creditCents } = order;
  const sums = [
    ...(discountCents > 0
      ? [`Discount${couponCode ? ` (${couponCode})` : ''}: −${money(discountCents)}`]
      : []),
    ...(taxCents > 0 ? [`Tax: ${money(taxCents)}`] : []),
    ...(creditCents > 0 ? [`Paid with booking credit: −${money(creditCents)}`] : []),
  ];
  const start = isGuest && gives.has('course') ? await createStartLink(ctx, db, order) : null;
  const opening = [
    ...(start === null ? [] : [startText(start, order)]),
    order.userId === null
      ? guestOpening(order, { link, gives })
      : `${start === null ? placesText(gives) : ''}Order and receipt:\n${link}`,
  ];
  return {
    kind: 'order-receipt',
    ...buyerOf(order),
    subject: `Your order ${order.number} at ${siteName}`,
    text: [
      `Hi,\n\nthanks for your order ${order.number}. Your payment went through.`,
      [...bought, ...sums, `Total: ${money(order.totalCents)}`].join('\n'),
      ...(await boughtBefore(ctx, db, order, { before, link })),
      ...opening,
      ...(place ? [`Billing address: ${place}`] : []),
      `Something wrong? Email ${supportEmail}.\n\n${siteName}`,
    ].join('\n\n'),
  };
}

/** Not for a membership: it has a page of its own. */
function placesText(gives: Contents['gives']): string {
  const places = [
    ...(gives.has('resource') || gives.has('course') ? ['My Purchases'] : []),
    ...(gives.has('booking') ? ['My Bookings'] : []),
  ];
  return places.length > 0 ? `You’ll find everything under ${places.join(' and ')}. ` : '';
}

/** One link from the email to the first lesson: courses need an account, which it opens or creates. */
function startText(link: string, { email, userId }: OrderRow): string {
  const does =
    userId === null
      ? `It confirms this address (${email}), creates your account and opens the first lesson.`
      : `It signs you in to your account (${email}) and opens the first lesson.`;
  return `Start your course here:\n${link}\n\n${does} ${startLinkNote()}`;
}

/** The link contains the key, so anyone who has it can download; the text says so. */
function guestOpening(
  { email }: OrderRow,
  { link, gives }: { link: string } & Pick<Contents, 'gives'>,
): string {
  const account = gives.has('course')
    ? []
    : [
        `You don’t need an account to download. To keep everything in one place, register with this address (${email}) and confirm it; this order will be added to your account.`,
      ];
  const files = gives.has('resource')
    ? [
        `Download your files and the receipt here, from any device:\n${link}`,
        'The link is yours alone: anyone who has it can download your files, so keep this email to yourself.',
      ]
    : [`Your order and its receipt:\n${link}`];
  return [...files, ...account].join('\n\n');
}

/** Without free text: a guest may enter someone else's address. A US city comes from its ZIP code. */
function placeForMail(order: OrderRow): string {
  const isTyped = !hasZipCodes(order.country ?? '');
  return formatAddressLines(isTyped ? { ...order, city: null, region: null } : order)
    .map(lineForMail)
    .join(', ');
}

/** What they already had, with the link to it, and how the money comes back. */
async function boughtBefore(
  ctx: AppContext,
  db: DbOrTx,
  order: OrderRow,
  { before, link }: { before: readonly BoughtBefore[]; link: string },
): Promise<string[]> {
  if (before.length === 0) return [];
  const what = before.map(({ title }) => `“${lineForMail(title)}”`).join(', ');
  const purchases = await createStartLink(ctx, db, order, TO_PURCHASES);
  const back = before.some(({ isTwice }) => isTwice)
    ? 'What you bought twice is marked there, and one click refunds the second purchase.'
    : `If you didn’t mean to buy it again, open this order and choose “Ask for a refund” within ${REFUND_WINDOW_DAYS} days:\n${link}`;
  return [
    `You already had ${what} before this order. Everything you own is in My purchases; this link signs you in, once, within ${START_LINK_HOURS} hours:\n${purchases}\n\n${back}`,
  ];
}

/** The card was charged, but the order couldn't be completed. */
export async function queuePaymentReversedMail(
  ctx: AppContext,
  tx: Tx,
  { order, amountCents, reason }: { order: OrderRow; amountCents: number; reason: string },
): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  await formatOrderMail(ctx, tx, {
    kind: 'order-refund',
    ...buyerOf(order),
    subject: `We’re refunding your payment for ${order.number}`,
    text: [
      `Hi,\n\nwe charged your card ${formatCents(amountCents, order.currency)} for order ${order.number}, but couldn’t complete it. ${reason}`,
      'We’re refunding the full amount to your card. It can take your bank up to ten days to show it.',
      `Something wrong? Email ${supportEmail}.\n\n${siteName}`,
    ].join('\n\n'),
  });
}

/** An undeliverable address must not keep a paid order from completing. It is refused before any SQL. */
export async function formatOrderMail(ctx: AppContext, tx: Tx, mail: Mail): Promise<void> {
  if (prepareOrderMail(ctx, mail)) await queueMail(ctx, tx, mail);
}

export function prepareOrderMail(ctx: AppContext, mail: Mail): PreparedMail | null {
  try {
    return prepareMail(ctx, mail);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ subject: mail.subject }, 'could not queue an email about an order');
    return null;
  }
}
