// The member library as staff manage it. Removing an item doesn't touch what members have added from it.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { courseImageUrls, resourceImageUrls } from '#shared/features/cover/cover.rules.ts';
import { libraryItemKey } from '#shared/features/plan/plan.rules.ts';
import type { LibraryItem, LibraryKey } from '#shared/features/plan/staff-plan.schema.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import {
  countLibraryRows,
  countOnSale,
  deleteLibraryItems,
  insertLibraryItems,
  listChoiceRows,
  listLibraryRows,
  type LibraryFilter,
  type LibraryRow,
} from './library.queries.ts';

const CHOICES_SHOWN = 20;

export async function listLibraryItems(
  ctx: AppContext,
  { page, ...filter }: LibraryFilter & { page: number },
) {
  const [counts, rows] = await Promise.all([
    countLibraryRows(ctx.db, filter),
    listLibraryRows(ctx.db, { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const total = counts[filter.type ?? 'all'];
  return { items: rows.map(toItem), total, page, pageSize: PAGE_SIZE, counts };
}

export async function listLibraryChoices(ctx: AppContext, q: string): Promise<LibraryItem[]> {
  return (await listChoiceRows(ctx.db, { q, limit: CHOICES_SHOWN })).map(toItem);
}

function toItem({ priceCents, updatedAt, ...row }: LibraryRow): LibraryItem {
  const { itemType, itemId } = row;
  const cover = { id: itemId, updatedAt: new Date(updatedAt) };
  const { thumbnailUrl } = itemType === 'resource' ? resourceImageUrls(cover) : courseImageUrls(cover);
  return {
    ...row,
    id: libraryItemKey(row),
    price: centsToDecimal(priceCents),
    thumbnailUrl,
    href: itemType === 'resource' ? `/curriculum/${itemId}` : `/courses/${itemId}`,
  };
}

type Chosen = { items: LibraryKey[] };

const audited = (viewer: Viewer, action: 'library.add' | 'library.remove', { items }: Chosen) => ({
  actor: viewer,
  action,
  subject: ['library', items.length === 1 ? libraryItemKey(items[0] as LibraryKey) : 'items'] as [
    string,
    string,
  ],
  details: { items: items.map(libraryItemKey).join(', ') },
});

export async function addLibraryItems(ctx: AppContext, viewer: Viewer, chosen: Chosen): Promise<void> {
  const items = [...new Map(chosen.items.map((item) => [libraryItemKey(item), item])).values()];
  await inTransaction(ctx.db, async (tx) => {
    if ((await countOnSale(tx, { items })) < items.length) {
      throw new AppError('not_found', 'Something you chose isn’t on sale any more. Nothing was added.');
    }
    await insertLibraryItems(tx, { items, addedAt: ctx.clock.now() });
    await recordAudit(ctx, tx, audited(viewer, 'library.add', { items }));
  });
}

export async function removeLibraryItems(ctx: AppContext, viewer: Viewer, chosen: Chosen): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if ((await deleteLibraryItems(tx, chosen)) === 0) return;
    await recordAudit(ctx, tx, audited(viewer, 'library.remove', chosen));
  });
}
