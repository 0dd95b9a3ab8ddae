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

const WISHES_AT_MOST = 200;

export async function listWishlistItems(ctx: AppContext, viewer: Viewer) {
  const wishes = await listWishlistRows(ctx.db, { userId: viewer.id });
  const idsOf = (itemType: Item['itemType']) =>
    wishes.filter((wish) => wish.itemType === itemType).map((wish) => wish.itemId);
  const [resources, courses] = await Promise.all([
    listResourcesByIds(ctx, idsOf('resource')),
    listCourseCards(ctx, idsOf('course')),
  ]);
  return { resources, courses, goneCount: wishes.length - resources.length - courses.length };
}

export async function addWishlistItem(ctx: AppContext, viewer: Viewer, item: Item): Promise<void> {
  const { isListed } = await getItemAccess(ctx, viewer, item);
  if (!isListed) throw noSuchItem(item.itemType);
  const wish = { ...item, userId: viewer.id, createdAt: ctx.clock.now(), limit: WISHES_AT_MOST };
  if (!(await inTransaction(ctx.db, (tx) => insertWishlistItem(tx, wish)))) {
    throw new AppError(
      'conflict',
      `Your wishlist is full: it can hold ${WISHES_AT_MOST} items. Remove something to add this.`,
    );
  }
}

export async function removeWishlistItem(ctx: AppContext, viewer: Viewer, item: Item): Promise<void> {
  await deleteWishlistItem(ctx.db, { ...item, userId: viewer.id });
}
