// Orders for buyers and sellers, and purchases.
import { hrefOf } from '#shared/features/entitlement/entitlement.states.ts';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { initialsAvatar } from '#shared/avatar.ts';
import { coverUrl } from '#shared/features/cover/cover.rules.ts';
import { AppError } from '#shared/errors.ts';
import { courseImageUrls, resourceImageUrls } from '#shared/features/cover/cover.rules.ts';
import { paidFor, shareOf } from '#shared/features/ledger/ledger.rules.ts';
import type * as contract from '#shared/features/order/order.contract.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { isKeyOf } from './order-key.service.ts';
import { findOrderRow, type OrderRow, findLastError } from './order.queries.ts';
import { listOrderLines, listOrderRows, listPurchaseRows, listSoldParts } from './order-lists.queries.ts';

const paging = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });

export async function listOrders(
  ctx: AppContext,
  viewer: Viewer,
  { page }: { page: number },
): Promise<ContractResult<typeof contract.listOrders>> {
  const { rows, total } = await listOrderRows(ctx.db, { userId: viewer.id, ...paging(page) });
  const items = rows.map(({ totalCents, refundedCents, refundingCents, createdAt, paidAt, ...row }) => ({
    ...row,
    total: centsToDecimal(totalCents),
    refunded: centsToDecimal(refundedCents),
    refunding: centsToDecimal(refundingCents),
    lineCount: row.titles.length,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  }));
  return { items, total, page, pageSize: PAGE_SIZE };
}

export async function getOrder(
  ctx: AppContext,
  viewer: Viewer | null,
  asked: { orderId: number; key?: string | undefined },
): Promise<ContractResult<typeof contract.getOrder>> {
  return describeOrder(ctx, await requireOwnOrder(ctx, viewer, asked), viewer);
}

type LineRow = Awaited<ReturnType<typeof listOrderLines>>[number];

export async function describeOrder(
  ctx: AppContext,
  order: OrderRow,
  viewer: Viewer | null,
): Promise<ContractResult<typeof contract.getOrder>> {
  const lines = await listOrderLines(ctx.db, { orderId: order.id });
  const lastError = order.state === 'pending' ? await findLastError(ctx.db, { orderId: order.id }) : null;
  const { id, number, state, currency, email, name, zip, city, region, country } = order;
  return {
    id,
    number,
    state,
    currency,
    email,
    name,
    zip,
    city,
    region,
    country,
    total: centsToDecimal(order.totalCents),
    subtotal: centsToDecimal(order.subtotalCents),
    discount: centsToDecimal(order.discountCents),
    couponCode: order.couponCode,
    tax: centsToDecimal(order.taxCents),
    credit: centsToDecimal(order.creditCents),
    refunded: centsToDecimal(order.refundedCents),
    lineCount: lines.length,
    titles: lines.map(({ line }) => line.title),
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    // The key alone must not reveal whether the address has an account.
    isGuest: order.userId === null || order.userId !== viewer?.id,
    lines: lines.map(describeLine),
    lastError,
  };
}

function describeLine(row: LineRow) {
  const { line } = row;
  const { id, kind, itemId, title, sellerName, quantity, isLive } = line;
  return {
    id,
    itemId,
    title,
    sellerName,
    quantity,
    isLive,
    itemType: kind,
    unitPrice: centsToDecimal(line.unitPriceCents),
    owned: centsToDecimal(line.ownedCents),
    memberSaving: centsToDecimal(line.memberCents),
    amount: centsToDecimal(line.amountCents),
    discount: centsToDecimal(line.discountCents),
    imageUrl: pictureOf(row),
    href: hrefOf(line),
  };
}

function pictureOf({ line, resourceUpdatedAt, courseUpdatedAt, bundleFirst }: LineRow): string | null {
  const { itemId: id } = line;
  if (resourceUpdatedAt) return resourceImageUrls({ id, updatedAt: resourceUpdatedAt }).thumbnailUrl;
  if (courseUpdatedAt) return courseImageUrls({ id, updatedAt: courseUpdatedAt }).thumbnailUrl;
  if (bundleFirst !== null) return `/images/thumbnails/resource-${bundleFirst}.webp`;
  return pictureWithoutCover(line.kind, line.sellerName);
}

/** Of what has no cover: a session shows its instructor, a membership our ribbon. */
export function pictureWithoutCover(itemType: string, sellerName: string): string | null {
  if (itemType === 'booking') return initialsAvatar(sellerName);
  return itemType === 'membership' ? coverUrl('site-empty', 'square', 600) : null;
}

/** The same sums the ledger entries are built from (`saleLines`, `returnedLines`), so the two can't disagree. */
export async function listSoldLines(
  ctx: AppContext,
  viewer: Viewer,
  { page }: { page: number },
): Promise<ContractResult<typeof contract.listSoldLines>> {
  const { rows, total } = await listSoldParts(ctx.db, { sellerId: viewer.id, ...paging(page) });
  const items = rows.map(({ part, lineType, lineTitle, returnedCents, paidAt, ...row }) => ({
    ...row,
    bundleTitle: lineType === 'bundle' ? lineTitle : null,
    amount: centsToDecimal(paidFor(part)),
    discount: centsToDecimal(part.discountCents),
    fee: centsToDecimal(part.feeCents),
    share: centsToDecimal(shareOf(part)),
    returned: centsToDecimal(returnedCents),
    net: centsToDecimal(shareOf(part) - returnedCents),
    paidAt: paidAt?.toISOString() ?? '',
  }));
  return { items, total, page, pageSize: PAGE_SIZE };
}

export async function listPurchases(
  ctx: AppContext,
  viewer: Viewer,
  { page, q }: { page: number; q?: string | undefined },
): Promise<ContractResult<typeof contract.listPurchases>> {
  const now = ctx.clock.now();
  const rows = await listPurchaseRows(ctx.db, { userId: viewer.id, now, q, ...paging(page) });
  const items = rows.map((row) => {
    const picture = { id: row.item_id, updatedAt: new Date(row.updated_at) };
    const isResource = row.item_type === 'resource';
    return {
      itemType: row.item_type,
      itemId: row.item_id,
      title: row.title,
      kind: row.kind,
      sellerName: row.seller_name,
      imageUrl: (isResource ? resourceImageUrls(picture) : courseImageUrls(picture)).thumbnailUrl,
      href: `${isResource ? '/curriculum' : '/courses'}/${row.item_id}`,
      cause: row.cause,
      order: row.order_id === null ? null : { id: row.order_id, number: row.number ?? '' },
      ownedSince: new Date(row.owned_since).toISOString(),
      fileCount: row.file_count,
      licence: row.licence,
      seat: row.seat,
    };
  });
  return { items, total: rows[0]?.total ?? 0, page, pageSize: PAGE_SIZE };
}

/** The viewer's own order, or opened with its key; otherwise not found. */
export async function requireOwnOrder(
  ctx: AppContext,
  viewer: Pick<Viewer, 'id'> | null,
  { orderId, key }: { orderId: number; key?: string | undefined },
): Promise<OrderRow> {
  const order = await findOrderRow(ctx.db, { id: orderId });
  const isTheirs = order !== null && order.userId !== null && order.userId === viewer?.id;
  if (order && (isTheirs || (key !== undefined && (await isKeyOf(ctx.db, orderId, key))))) return order;
  throw new AppError(
    'not_found',
    'This order doesn’t exist, or belongs to another account. Sign in with the account that bought it.',
  );
}

export { buyerKey } from './order-key.service.ts';

export {
  contentsOfOrder,
  createOrderSql,
  endLines,
  findOrderRow,
  listBoughtBefore,
  listContents,
  lockOrder,
  lockVerifiedOwner,
  markOrderPaidSql,
  updateOrderState,
  toContents,
  updatePayableFrom,
  updateRecipient,
  type BoughtBefore,
  type Contents,
  type OrderRow,
} from './order.queries.ts';

export { takeUncountedOrdersSql } from './order-lists.queries.ts';
