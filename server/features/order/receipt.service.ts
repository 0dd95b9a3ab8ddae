// The receipt of a paid order, for anyone who may see the order.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import type { Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { getOrder } from './order.service.ts';
import { renderReceipt } from './receipt.pdf.ts';
import type { Tx } from '#server/db/client.ts';
import { formatOrderMail, mayMailReceipt, receiptMail } from './order-mail.service.ts';
import { listContents, lockOrder } from './order.queries.ts';

export async function getReceipt(
  ctx: AppContext,
  viewer: Viewer | null,
  asked: { orderId: number; key?: string | undefined },
): Promise<Download> {
  const order = await getOrder(ctx, viewer, asked);
  if (order.paidAt === null) {
    throw new AppError('not_found', 'There’s no receipt yet: this order hasn’t been paid.');
  }
  const { siteName, supportEmail } = await getSettings(ctx);
  const orderUrl = `${ctx.config.publicUrl}/orders/${order.id}`;
  return {
    content: renderReceipt(order, { siteName, supportEmail, orderUrl }),
    fileName: `receipt-${order.number}.pdf`,
  };
}

export async function mailReceiptAgain(ctx: AppContext, tx: Tx, orderId: number) {
  const order = await lockOrder(tx, { id: orderId });
  if (!order) throw new AppError('not_found', 'No order has this number.');
  if (order.paidAt === null) {
    throw new AppError('conflict', 'This order wasn’t paid, so there’s no receipt to send.');
  }
  if (order.email.endsWith('@invalid')) {
    throw new AppError('conflict', 'The buyer deleted their account, so there’s no address to send it to.');
  }
  if (await mayMailReceipt(ctx, tx, order)) {
    const contents = await listContents(tx, { orderId });
    const site = await getSettings({ db: tx });
    await formatOrderMail(ctx, tx, await receiptMail(ctx, tx, order, { ...contents, site }));
  }
  return { number: order.number, userId: order.userId, email: order.email };
}
