// Sends one email a day after a user abandoned a cart; at most one per cart, and none if reminders are off.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { isEmailWanted, upsertSetting } from '#server/platform/notification.queries.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { formatCents } from '#shared/money.ts';
import {
  claimReminder,
  findReminderOwner,
  listAbandonedCarts,
  markAllReminded,
  type AbandonedCart,
  type ReminderTimes,
} from './cart-reminder.queries.ts';
import { listCartRows } from './cart.queries.ts';
import { keyOf, priceItems, refusalOf } from './item-price.service.ts';

const DAY_MS = 86_400_000;
/** Older carts are skipped, so that a server that was down for long doesn't email everyone at once. */
const TOO_LATE_DAYS = 7;
const NOT_AGAIN_DAYS = 30;
const AT_ONCE = 50;

export async function sendCartReminders(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const times = {
    touchedFrom: daysAgo(TOO_LATE_DAYS),
    touchedUntil: daysAgo(1),
    remindedUntil: daysAgo(NOT_AGAIN_DAYS),
  };
  for (let after = 0; ;) {
    const left = await listAbandonedCarts(ctx.db, times, { after, limit: AT_ONCE });
    for (const cart of left) await remindSafely(ctx, cart, times);
    const last = left.at(-1);
    if (!last || left.length < AT_ONCE) return;
    after = last.userId;
  }
}

/** One bad address must not block the others. */
async function remindSafely(ctx: AppContext, cart: AbandonedCart, times: ReminderTimes): Promise<void> {
  try {
    await inTransaction(ctx.db, (tx) => remind(ctx, tx, cart.userId, times));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ userId: cart.userId }, 'could not queue a cart reminder');
  }
}

async function remind(ctx: AppContext, tx: Tx, userId: number, times: ReminderTimes): Promise<void> {
  // Checked again in this transaction: they may have bought it since the list was read.
  const [person] = await listAbandonedCarts(tx, times, { limit: 1, userId });
  if (!person) return;
  const lines = await listWorthwhile(ctx, tx, userId);
  if (lines.length === 0) return;
  const now = ctx.clock.now();
  if (!(await claimReminder(tx, { userId, now, remindedUntil: times.remindedUntil }))) return;
  const { siteName } = await getSettings({ db: tx });
  const { publicUrl } = ctx.config;
  await queueMail(ctx, tx, {
    kind: 'cart-reminder',
    to: person.email,
    subject: `Your cart at ${siteName} is waiting`,
    text: [
      'Hi,',
      `You left this in your cart:\n${lines.join('\n')}`,
      `Pick up where you left off:\n${publicUrl}/cart`,
      'We send one reminder per cart.',
      siteName,
    ].join('\n\n'),
  });
}

/** What they can still buy, at current prices. */
async function listWorthwhile(ctx: AppContext, tx: Tx, userId: number): Promise<string[]> {
  const rows = await listCartRows(tx, { userId });
  const priced = await priceItems(tx, { userId, now: ctx.clock.now() }, rows);
  return rows.flatMap((row) => {
    const item = priced.get(keyOf(row));
    if (!item || refusalOf(item, userId)) return [];
    const seats = row.quantity > 1 ? `, ${row.quantity} seats at` : ':';
    return `${lineForMail(item.title)}${seats} ${formatCents(item.unitPriceCents)}`;
  });
}

export async function getCartReminders(ctx: AppContext, viewer: Viewer): Promise<{ isWanted: boolean }> {
  return { isWanted: await isEmailWanted(ctx.db, { userId: viewer.id, kind: 'cart-reminder' }) };
}

export async function setCartReminders(
  ctx: AppContext,
  viewer: Viewer,
  { isWanted }: { isWanted: boolean },
): Promise<{ isWanted: boolean }> {
  await setReminders(ctx, viewer.id, isWanted);
  return { isWanted };
}

const setReminders = (ctx: AppContext, userId: number, isWanted: boolean) =>
  upsertSetting(ctx.db, { userId, kind: 'cart-reminder', hasEmail: isWanted });

const KEY = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** From links in emails sent before there was one for every kind. Safe to repeat: people press twice. */
export async function stopCartReminders(ctx: AppContext, key: string): Promise<void> {
  const userId = KEY.test(key) ? await findReminderOwner(ctx.db, { offKey: key }) : null;
  if (userId === null) {
    throw new AppError(
      'not_found',
      'This link is invalid. Open the one in the email again, or turn off reminders under Your data in your profile.',
    );
  }
  await setReminders(ctx, userId, false);
}

/** After a restore: the original site may have sent reminders since the backup. */
export function holdCartReminders(db: DbOrTx, at: Date): Promise<void> {
  return markAllReminded(db, { at });
}
