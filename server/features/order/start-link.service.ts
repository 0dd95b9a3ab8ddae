// Links for guests who bought a course (docs/decisions/043): created with the email about their order, sent again on
// request, and opened in the account feature.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { claimMailQuota, queueMail } from '#server/platform/mail.service.ts';
import { hashToken, newToken } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  START_LINK_HOURS,
  START_LINK_PATH,
  type TO_PURCHASES,
} from '#shared/features/order/start-link.rules.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { requireOwnOrder } from './order.service.ts';
import { findStartLink, findStartOrder, insertStartLink } from './start-link.queries.ts';

export { deleteStartLinks, findStartLink, findStartOrder, useStartLink } from './start-link.queries.ts';

type Linked = { id: number; email: string };

/** Returns its URL; only a hash of its token is stored. A new link doesn’t end earlier ones. */
export async function createStartLink(
  ctx: AppContext,
  db: DbOrTx,
  { id: orderId, email }: Linked,
  to?: typeof TO_PURCHASES,
): Promise<string> {
  const token = newToken();
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + START_LINK_HOURS * 3_600_000);
  await insertStartLink(db, { tokenHash: hashToken(token), orderId, email, createdAt, expiresAt });
  return `${ctx.config.publicUrl}${START_LINK_PATH}?${to ? `to=${to}&` : ''}token=${token}`;
}

type Asked = { token: string } | { orderId: number; key: string };

/**
 * Sends a guest another link, to the address of the order and no other. The response is the same whether that address
 * has an account, and whether it has had enough of these emails.
 */
export async function sendStartLink(ctx: AppContext, asked: Asked): Promise<void> {
  const order = await findAskedOrder(ctx, asked);
  const start = await findStartOrder(ctx.db, { orderId: order.id });
  const title = start?.courseTitle;
  if (!title) throw new AppError('conflict', 'There is no course in this order.');
  await inTransaction(ctx.db, (tx) => queueStartLink(ctx, tx, order, title));
}

async function findAskedOrder(ctx: AppContext, asked: Asked): Promise<Linked> {
  if ('orderId' in asked) {
    const order = await requireOwnOrder(ctx, null, asked);
    if (order.paidAt === null) throw new AppError('conflict', 'This order hasn’t been paid.');
    return order;
  }
  const link = await findStartLink(ctx.db, { tokenHash: hashToken(asked.token) });
  if (link) return { id: link.orderId, email: link.email };
  throw new AppError('gone', 'This link is too old. Open your order with the link in its email, or sign in.');
}

async function queueStartLink(ctx: AppContext, tx: Tx, order: Linked, title: string): Promise<void> {
  const to = order.email;
  if (!(await claimMailQuota(ctx, tx, { to, kind: 'start-link' }))) return;
  const { siteName } = await getSettings({ db: tx });
  const link = await createStartLink(ctx, tx, order);
  await queueMail(ctx, tx, {
    kind: 'account-link',
    to,
    subject: `Start your course at ${siteName}`,
    text: [
      'Hi,',
      `here is your link to “${lineForMail(title)}”. It confirms this address, signs you in and opens the first lesson:\n${link}`,
      startLinkNote(),
      siteName,
    ].join('\n\n'),
  });
}

export function startLinkNote(): string {
  return `The link works once, within ${START_LINK_HOURS} hours; after that, it can email you a new one. Don’t share it: anyone who has it can sign in as you.`;
}
