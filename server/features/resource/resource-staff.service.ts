// What officers do with resources: see them in every state, put them on the front pages and take them off.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/features/account/session.service.ts';
import { noSuchItem } from '#server/features/entitlement/standing.service.ts';
import { recordAudit } from '#server/features/site/audit.service.ts';
import { AppError } from '#shared/errors.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { toResourceCard } from './resource-card.ts';
import {
  countInEveryState,
  listRowsInEveryState,
  lockResource,
  updateFeatured,
  type AllCurriculumFilter,
} from './resource-staff.queries.ts';

export async function listInEveryState(
  ctx: AppContext,
  { page, ...filter }: AllCurriculumFilter & { page: number },
) {
  const [counts, rows] = await Promise.all([
    countInEveryState(ctx.db, filter),
    listRowsInEveryState(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const items = rows.map((row) => ({
    ...toResourceCard(row),
    state: row.state,
    isListed: row.isListed,
    updatedAt: row.updatedAt.toISOString(),
  }));
  return { items, total: counts[filter.state ?? 'all'], page, pageSize: PAGE_SIZE, counts };
}

export async function toggleFeaturedOf(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<{ isFeatured: boolean }> {
  return inTransaction(ctx.db, async (tx) => {
    const resource = await lockResource(tx, { id });
    if (!resource) throw noSuchItem('resource');
    const isFeatured = !resource.isFeatured;
    // Taking one off is always allowed: it may have gone off sale while it was featured.
    if (isFeatured && !resource.isListed) {
      throw new AppError('conflict', 'Only a resource that is on sale can be featured. Publish it first.');
    }
    await updateFeatured(tx, { id, isFeatured });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: isFeatured ? 'resource.feature' : 'resource.unfeature',
      subject: ['resource', id],
      userId: resource.sellerId,
      details: { title: resource.title },
    });
    return { isFeatured };
  });
}
