// Resources as everyone reads them: one of them whole, the featured ones, and what goes well with one.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { hasLiveEntitlement } from '#server/features/entitlement/entitlement.service.ts';
import { getStanding, isStaffOf, noSuchItem } from '#server/features/entitlement/standing.service.ts';
import { markdownToPlain, renderMarkdown } from '#server/markdown.ts';
import type { ResourceCard, ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { toResourceCard } from './resource-card.ts';
import { previewUrl } from './resource-preview.service.ts';
import {
  countListedUpTo,
  findResourceDetail,
  listFeaturedRows,
  listListedAfter,
  listListedRowsByIds,
  listListedStretches,
  listRelatedRows,
  type PreviewRow,
  type ResourceDetailRow,
} from './resource.queries.ts';

const FEATURED_SHOWN = 12;
const RELATED_SHOWN = 8;

/**
 * On sale: everyone. Otherwise its seller, officers and admins, and whoever has it already; to anyone else it does
 * not exist.
 */
async function canSee(
  ctx: AppContext,
  viewer: Viewer | null,
  resource: { id: number; sellerId: number; isListed: boolean },
): Promise<boolean> {
  if (resource.isListed) return true;
  if (!viewer) return false;
  if (viewer.id === resource.sellerId || isStaffOf(viewer, 'resource')) return true;
  return hasLiveEntitlement(ctx.db, {
    userId: viewer.id,
    itemType: 'resource',
    itemId: resource.id,
    now: ctx.clock.now(),
  });
}

export async function getResourceDetail(
  ctx: AppContext,
  viewer: Viewer | null,
  id: number,
): Promise<ResourceDetail> {
  const row = await findResourceDetail(ctx.db, { id });
  if (!row || !(await canSee(ctx, viewer, row))) throw noSuchItem('resource');
  return toDetail(row);
}

function toDetail(row: ResourceDetailRow): ResourceDetail {
  return {
    ...toResourceCard(row),
    description: markdownToPlain(row.description),
    descriptionHtml: renderMarkdown(row.description),
    state: row.state,
    tags: row.tags,
    licence: row.licence,
    updatedAt: row.updatedAt.toISOString(),
    seller: { id: row.sellerId, name: row.sellerName, ...row.seller },
    files: row.files,
    previews: row.previews.map((preview) => toPreview(row.id, preview)),
    histogram: row.histogram,
  };
}

/** An excerpt is in its words; everything else lies in a file. */
function toPreview(resourceId: number, preview: PreviewRow) {
  const isFile = preview.kind !== 'text';
  return { ...preview, url: isFile ? previewUrl({ resourceId, previewId: preview.id }) : null };
}

export async function listFeatured(ctx: AppContext): Promise<ResourceCard[]> {
  return (await listFeaturedRows(ctx.db, { limit: FEATURED_SHOWN })).map(toResourceCard);
}

/** In the order asked for, each once; those not on sale are left out. */
export async function listResourceCards(ctx: AppContext, ids: number[]): Promise<ResourceCard[]> {
  if (ids.length === 0) return [];
  const rows = await listListedRowsByIds(ctx.db, { ids });
  const cards = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = cards.get(id);
    return row ? [toResourceCard(row)] : [];
  });
}

export async function listRelated(
  ctx: AppContext,
  viewer: Viewer | null,
  id: number,
): Promise<ResourceCard[]> {
  // Refuses what this person may not see.
  await getStanding(ctx, viewer, { itemType: 'resource', itemId: id });
  return (await listRelatedRows(ctx.db, { id, limit: RELATED_SHOWN })).map(toResourceCard);
}

/** For the site map: how many are on sale, counted no further than `limit`. */
export function countResourcesOnSale(ctx: AppContext, { limit }: { limit: number }): Promise<number> {
  return countListedUpTo(ctx.db, { limit });
}

/** Which stretches of `size` numbers have something on sale: 1 is numbers 1 to `size`. */
export function listStretchesOnSale(ctx: AppContext, { size }: { size: number }): Promise<number[]> {
  return listListedStretches(ctx.db, { size });
}

const READ_AT_ONCE = 5000;

/** By number, above `after` up to `upTo`: piece by piece, however many there are. */
export async function* readResourcesOnSale(
  ctx: AppContext,
  { after, upTo }: { after: number; upTo: number },
): AsyncGenerator<{ id: number; updatedAt: Date }[]> {
  for (let last = after; ;) {
    const rows = await listListedAfter(ctx.db, { after: last, upTo, limit: READ_AT_ONCE });
    if (rows.length > 0) yield rows;
    if (rows.length < READ_AT_ONCE) return;
    last = rows.at(-1)?.id ?? upTo;
  }
}
