// The files of an order, for its buyer's account or for a guest with the order key. The key gives access to files while
// the order's entitlements are live; courses, seats and reviews need an account.
import { hrefOf } from '#shared/features/entitlement/entitlement.states.ts';
import type { AppContext } from '#server/context.ts';
import {
  createDownloadLinks,
  openOrderDownload,
} from '#server/features/resource/resource-download.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { courseImageUrls, resourceImageUrls } from '#shared/features/cover/cover.rules.ts';
import type * as contract from '#shared/features/order/order.contract.ts';
import { findDisputeOf, findOrderAccess, listOrderItems, type OrderItemRow } from './order-files.queries.ts';
import { pictureWithoutCover, requireOwnOrder } from './order.service.ts';

type OrderFiles = ContractResult<typeof contract.getOrderFiles>;

export async function getOrderFiles(
  ctx: AppContext,
  viewer: Viewer | null,
  asked: { orderId: number; key?: string | undefined },
): Promise<OrderFiles> {
  const order = await requireOwnOrder(ctx, viewer, asked);
  const [rows, dispute] = await Promise.all([
    listOrderItems(ctx.db, { orderId: order.id, now: ctx.clock.now() }),
    findDisputeOf(ctx.db, { orderId: order.id }),
  ]);
  // A signed-in viewer downloads as themselves, even if the URL holds a key.
  const holder =
    viewer && order.userId === viewer.id
      ? { userId: viewer.id, orderId: null }
      : { userId: null, orderId: order.id };
  const open = rows.filter(({ itemType, hasAccess }) => itemType === 'resource' && hasAccess);
  const { expiresAt, files } = await createDownloadLinks(
    ctx,
    holder,
    open.map(({ itemId }) => itemId),
  );
  return {
    expiresAt,
    dispute,
    items: rows.map((row) => ({
      ...describeItem(row, order.state === 'pending'),
      files: row.hasAccess && row.itemType === 'resource' ? filesOf(files, row.itemId) : [],
    })),
  };
}

type Linked = Awaited<ReturnType<typeof createDownloadLinks>>['files'];

function filesOf(files: Linked, resourceId: number) {
  return files
    .filter((file) => file.resourceId === resourceId)
    .map(({ resourceId: _resource, ...file }) => file);
}

function describeItem(row: OrderItemRow, isPending: boolean): Omit<OrderFiles['items'][number], 'files'> {
  const { lineId, itemType, itemId, title, sellerName, quantity, updatedAt } = row;
  const urlsOf = itemType === 'resource' ? resourceImageUrls : courseImageUrls;
  return {
    lineId,
    itemType,
    itemId,
    title,
    sellerName,
    quantity,
    imageUrl: updatedAt
      ? urlsOf({ id: itemId, updatedAt }).thumbnailUrl
      : pictureWithoutCover(itemType, sellerName),
    href: hrefOf({ itemType, itemId }),
    bundleTitle: row.lineType === 'bundle' ? row.lineTitle : null,
    access: row.hasAccess ? 'open' : isPending ? 'waiting' : row.isLive ? 'paused' : 'ended',
  };
}

/** The file behind a link made with the order key. Access is checked again on every request. */
export function openFileOfOrder(ctx: AppContext, link: { orderId: number; token: string }) {
  return openOrderDownload(ctx, link, async (resourceId) => {
    const { orderId } = link;
    const found = await findOrderAccess(ctx.db, { orderId, resourceId, now: ctx.clock.now() });
    if (!found?.hasAccess) throw noAccess(found?.isLive === true);
    const { name, email, number } = found;
    return { email, licensee: { name: name || email, licence: number } };
  });
}

function noAccess(isPaused: boolean): AppError {
  return new AppError(
    'payment_required',
    isPaused
      ? 'Downloads are paused while the bank investigates this payment.'
      : 'This was refunded, so its files are no longer available.',
  );
}
