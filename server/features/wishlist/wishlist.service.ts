// The wishlist. Items no longer on sale stay on it and are only counted.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { listCourseCards } from '#server/features/course/course.service.ts';
import type { Item } from '#server/features/entitlement/entitlement.service.ts';
import { getItemAccess, noSuchItem } from '#server/features/entitlement/item-access.service.ts';
import { listResourcesByIds } from '#server/features/resource/resource.service.ts';
import { AppError } from '#shared/errors.ts';
import { deleteWishlistItem, insertWishlistItem, listWishlistRows } from './wishlist.queries.ts';

const WISHLIST_LIMIT = 200;

export async function listWishlistItems(ctx: AppContext, viewer: Viewer) {
  const rows = await listWishlistRows(ctx.db, { userId: viewer.id });
  const idsOf = (itemType: Item['itemType']) =>
    rows.filter((row) => row.itemType === itemType).map((row) => row.itemId);
  const [resources, courses] = await Promise.all([
    listResourcesByIds(ctx, idsOf('resource')),
    listCourseCards(ctx, idsOf('course')),
  ]);
  return { resources, courses, goneCount: rows.length - resources.length - courses.length };
}

export async function addWishlistItem(ctx: AppContext, viewer: Viewer, item: Item): Promise<void> {
  const { isListed } = await getItemAccess(ctx, viewer, item);
  if (!isListed) throw noSuchItem(item.itemType);
  const row = { ...item, userId: viewer.id, createdAt: ctx.clock.now(), limit: WISHLIST_LIMIT };
  if (!(await inTransaction(ctx.db, (tx) => insertWishlistItem(tx, row)))) {
    throw new AppError(
      'conflict',
      `Your wishlist is full: it can hold ${WISHLIST_LIMIT} items. Remove something to add this.`,
    );
  }
}

export async function removeWishlistItem(ctx: AppContext, viewer: Viewer, item: Item): Promise<void> {
  await deleteWishlistItem(ctx.db, { ...item, userId: viewer.id });
}
