// The receipt by mail once more, for someone who did not get it.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import { queueReceipt } from './order-mail.ts';
import { listContents, lockOrder } from './order.queries.ts';

export async function mailReceiptAgain(ctx: AppContext, tx: Tx, orderId: number) {
  const order = await lockOrder(tx, { id: orderId });
  if (!order) throw new AppError('not_found', 'There is no order with this number.');
  if (order.paidAt === null) {
    throw new AppError('conflict', 'This order was not paid: there is no receipt to send.');
  }
  if (order.email.endsWith('@invalid')) {
    throw new AppError('conflict', 'The buyer has deleted their account. There is no address to write to.');
  }
  const contents = await listContents(tx, { orderId });
  await queueReceipt(ctx, tx, order, { ...contents, site: await getSettings({ db: tx }) });
  return { number: order.number, userId: order.userId, email: order.email };
}
