// A resource's page: details, related and featured resources, claiming free ones, counting views.
import { createHash, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import type { AppContext } from '#server/context.ts';
import { grantEntitlement, hasLiveEntitlement } from '#server/features/entitlement/entitlement.service.ts';
import {
  getMyItem,
  getItemAccess,
  isStaffOf,
  noSuchItem,
} from '#server/features/entitlement/item-access.service.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import { markdownToPlain, renderMarkdown } from '#server/markdown.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { resourceImageUrls } from '#shared/features/cover/cover.rules.ts';
import type { MyItem, ResourceCard, ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { centsToDecimal } from '#shared/money.ts';
import { listVersions } from './resource-changes.queries.ts';
import { previewUrl } from './resource-preview.service.ts';
import {
  addView,
  countListedUpTo,
  deleteViewersBefore,
  findOrAddSalt,
  findResourceDetail,
  listFeaturedRows,
  listListedAfter,
  listListedRowsByIds,
  listSitemapRanges,
  listRelatedRows,
  type PreviewRow,
  type ResourceCardRow,
  type ResourceDetailRow,
} from './resource.queries.ts';

export { resourceCardColumns, type ResourceCardRow } from './resource.queries.ts';

const FEATURED_SHOWN = 12;

/**
 * On sale, everyone can see it. Otherwise only its seller, officers, admins and users who already have it; anyone else
 * gets “not found”.
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

export async function getResource(
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
    isInLibrary: row.isInLibrary,
  };
}

/** A text excerpt is stored inline; all other previews are files. */
function toPreview(resourceId: number, preview: PreviewRow) {
  const isFile = preview.kind !== 'text';
  return { ...preview, url: isFile ? previewUrl({ resourceId, previewId: preview.id }) : null };
}

export async function listFeaturedResources(ctx: AppContext): Promise<ResourceCard[]> {
  return (await listFeaturedRows(ctx.db, { limit: FEATURED_SHOWN })).map(toResourceCard);
}

/** In the given order without duplicates; skips resources that aren't on sale. */
export async function listResourcesByIds(ctx: AppContext, ids: number[]): Promise<ResourceCard[]> {
  if (ids.length === 0) return [];
  const rows = await listListedRowsByIds(ctx.db, { ids });
  const cards = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = cards.get(id);
    return row ? [toResourceCard(row)] : [];
  });
}

export async function listRelatedResources(
  ctx: AppContext,
  viewer: Viewer | null,
  id: number,
): Promise<ResourceCard[]> {
  // Throws if the viewer may not see it.
  await getItemAccess(ctx, viewer, { itemType: 'resource', itemId: id });
  return (await listRelatedRows(ctx.db, { id })).map(toResourceCard);
}

/** For the sitemap: the number of resources on sale, counted up to `limit`. */
export function countResourcesOnSale(ctx: AppContext, { limit }: { limit: number }): Promise<number> {
  return countListedUpTo(ctx.db, { limit });
}

/** For the sitemap: ranges of `size` ids with a resource on sale; 1 is ids 1 to `size`. */
export function listStretchesOnSale(ctx: AppContext, { size }: { size: number }): Promise<number[]> {
  return listSitemapRanges(ctx.db, { size });
}

const READ_AT_ONCE = 5000;

/** Resources on sale with ids above `after` up to `upTo`, in batches. */
export async function* listSitemapResources(
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

const resource = (itemId: number) => ({ itemType: 'resource', itemId }) as const;

/** The viewer's relationship to a resource: own, owned, saved, reviewed. */
export function getResourceAccess(ctx: AppContext, viewer: Viewer, id: number): Promise<MyItem> {
  return getMyItem(ctx, viewer, resource(id));
}

/** Claiming again, or claiming your own resource, changes nothing. */
export async function claimFreeResource(ctx: AppContext, viewer: Viewer, id: number): Promise<MyItem> {
  const { isListed, isMine, isOwned, priceCents } = await getItemAccess(ctx, viewer, resource(id));
  if (isMine || isOwned) return getMyItem(ctx, viewer, resource(id));
  if (!isListed) throw noSuchItem('resource');
  if (priceCents > 0) throw notFree();
  const cause = { ...resource(id), userId: viewer.id, cause: 'free', causeRef: '' } as const;
  await grantEntitlement(ctx.db, { ...cause, createdAt: ctx.clock.now() });
  const mine = await getMyItem(ctx, viewer, resource(id));
  if (!mine.isOwned) throw accessTakenBack();
  return mine;
}

function notFree(): AppError {
  return new AppError('payment_required', 'This resource isn’t free. Buy it to download it.');
}

/** Claiming again doesn't undo a revocation by staff. */
function accessTakenBack(): AppError {
  return new AppError(
    'forbidden',
    'Your access to this resource was revoked. Contact us if you think that’s a mistake.',
  );
}

type Visit = { address: string; userAgent: string | undefined };

export async function countResourceView(
  ctx: AppContext,
  viewer: Viewer | null,
  resourceId: number,
  { address, userAgent }: Visit,
): Promise<void> {
  // Throws if the viewer may not see it.
  const { isListed, isMine, isStaff } = await getItemAccess(ctx, viewer, {
    itemType: 'resource',
    itemId: resourceId,
  });
  if (!isListed || isMine || isStaff || !userAgent || isbot(userAgent)) return;
  const day = dayOf(ctx);
  const salt = await findOrAddSalt(ctx.db, { day, salt: randomBytes(32).toString('hex') });
  const who = viewer ? `person ${viewer.id}` : `guest ${addressKey(address)} ${userAgent}`;
  const hash = createHash('sha256').update(`${salt} ${who}`).digest('base64url');
  await addView(ctx.db, { resourceId, day, viewer: hash });
}

/** Without the salt nobody can tell who a viewer was. */
export async function pruneViewers(ctx: AppContext): Promise<void> {
  await deleteViewersBefore(ctx.db, { day: dayOf(ctx) });
}

const dayOf = (ctx: AppContext) => ctx.clock.now().toISOString().slice(0, 10);

/** Enough for the lines a card shows. */
const LETTERS_SHOWN = 240;

function beginningOf(description: string): string {
  return markdownToPlain(description).slice(0, LETTERS_SHOWN).toWellFormed();
}

export function toResourceCard(row: ResourceCardRow): ResourceCard {
  return {
    id: row.id,
    title: row.title,
    description: beginningOf(row.description),
    price: centsToDecimal(row.priceCents),
    ...resourceImageUrls(row),
    type: row.type,
    danceStyle: row.danceStyle,
    ageGroups: row.ageGroups,
    level: row.level,
    category: row.categoryId === null ? null : { id: row.categoryId, name: row.categoryName ?? '' },
    seller: { id: row.sellerId, name: row.sellerName },
    rating: row.rating,
    reviewCount: row.ratingCount,
    isFeatured: row.isFeatured,
    bpm: row.bpm,
    metre: row.metre,
    createdAt: row.createdAt.toISOString(),
  };
}

/** For anyone who may see the resource. */
export async function listResourceVersions(ctx: AppContext, viewer: Viewer | null, id: number) {
  await getItemAccess(ctx, viewer, { itemType: 'resource', itemId: id });
  const rows = await listVersions(ctx.db, { resourceId: id });
  return rows.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt.toISOString() }));
}

export { clearSellerCovers, countResourceSalesSql } from './resource.queries.ts';
