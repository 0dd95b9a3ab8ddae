// Bundles as everyone sees them: lists, details, and the viewer's price.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { keyOf, lineToPrice, priceItems } from '#server/features/cart/item-price.service.ts';
import { isStaffOf } from '#server/features/entitlement/item-access.service.ts';
import { AppError } from '#shared/errors.ts';
import { bundleProblems, apartCents, savingOf, bundleItemKey } from '#shared/features/bundle/bundle.rules.ts';
import type { Bundle, BundleCard, BundleItem } from '#shared/features/bundle/bundle.schema.ts';
import { priceCart } from '#shared/features/checkout/pricing.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import {
  countBundlesOnSale,
  findBundle,
  hasBought,
  listBundlesOnSale,
  listBundleItems,
  type OnSaleFilter,
  type BundleRow,
  type BundleItemRow,
} from './bundle.queries.ts';
import { courseImageUrls, resourceImageUrls } from '#shared/features/cover/cover.rules.ts';
import { fullNameOf } from '#shared/names.ts';

export async function listBundles(ctx: AppContext, { page, ...filter }: OnSaleFilter & { page: number }) {
  const rows = await listBundlesOnSale(ctx.db, {
    ...filter,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  const isAll = page === 1 && rows.length < PAGE_SIZE;
  const [total, items] = await Promise.all([
    isAll ? rows.length : countBundlesOnSale(ctx.db, filter),
    listBundleItems(ctx.db, { bundleIds: rows.map(({ id }) => id) }),
  ]);
  const thingsOf = byBundle(items);
  return { items: rows.map((row) => toCard(row, thingsOf(row.id))), total, page, pageSize: PAGE_SIZE };
}

export function noSuchBundle(): AppError {
  return new AppError('not_found', 'This bundle isn’t available. The seller may have taken it off sale.');
}

/** Public while on sale; otherwise for its seller, its buyers and staff only. */
async function getReadable(ctx: AppContext, viewer: Viewer | null, id: number) {
  const row = await findBundle(ctx.db, { id });
  if (!row) throw noSuchBundle();
  const isInsider = isStaffOf(viewer, 'resource') || (viewer !== null && row.sellerId === viewer.id);
  const isPublic = row.state === 'published' && row.isOpen;
  const mayRead =
    isPublic || isInsider || (viewer !== null && (await hasBought(ctx.db, { id, userId: viewer.id })));
  if (!mayRead) throw noSuchBundle();
  return { row, isInsider };
}

export async function getBundle(ctx: AppContext, viewer: Viewer | null, id: number): Promise<Bundle> {
  const { row, isInsider } = await getReadable(ctx, viewer, id);
  const items = await listBundleItems(ctx.db, { bundleIds: [id] });
  const isForSale = row.state === 'published' && row.isOpen && bundleProblems({ ...row, items }).length === 0;
  const listed = items.filter((item) => item.isListed);
  return {
    ...toCard(row, items),
    description: row.description,
    state: row.state,
    isForSale,
    // Withdrawn items are hidden from others, as their own pages are.
    items: (isInsider ? items : listed).map(toPart),
    covers: toCard(row, isInsider ? items : listed).covers,
    goneCount: items.length - listed.length,
    updatedAt: row.updatedAt.toISOString(),
  };
}

export async function getBundleAccess(ctx: AppContext, viewer: Viewer, id: number) {
  const { row } = await getReadable(ctx, viewer, id);
  const key = { itemType: 'bundle', itemId: id } as const;
  const priced = await priceItems(ctx.db, { userId: viewer.id, now: ctx.clock.now() }, [key]);
  const item = priced.get(keyOf(key));
  if (!item) throw noSuchBundle();
  const [line] = priceCart([lineToPrice({ item, quantity: 1 })]);
  return {
    isMine: row.sellerId === viewer.id,
    isOwned: item.isOwned,
    ownedKeys: item.parts.filter((part) => part.isOwned).map(bundleItemKey),
    deductedKeys: [...new Set(line?.deductions.map(({ at }) => item.parts[at]))].flatMap((part) =>
      part ? bundleItemKey(part) : [],
    ),
    price: centsToDecimal(item.isOwned ? 0 : (line?.amountCents ?? 0)),
    deducted: centsToDecimal(line?.ownedCents ?? 0),
  };
}

const MOST_IN_SITEMAP = 5000;

/** For the sitemap. */
export async function listBundleAddresses(ctx: AppContext) {
  const rows = await listBundlesOnSale(ctx.db, { limit: MOST_IN_SITEMAP, offset: 0 });
  return rows.map(({ id, updatedAt }) => ({ id, updatedAt }));
}

export { countBundleSalesSql } from './bundle.queries.ts';

const COVERS_SHOWN = 3;

const imagesOf = ({ itemType, itemId, updatedAt }: BundleItemRow) =>
  itemType === 'resource'
    ? resourceImageUrls({ id: itemId, updatedAt })
    : courseImageUrls({ id: itemId, updatedAt });

export function toPart(row: BundleItemRow): BundleItem {
  const { itemType, itemId, kind, title, priceCents, isListed } = row;
  return {
    itemType,
    itemId,
    kind,
    title,
    by: row.sellerName ?? fullNameOf(row),
    price: centsToDecimal(priceCents),
    ...imagesOf(row),
    href: itemType === 'resource' ? `/curriculum/${itemId}` : `/courses/${itemId}`,
    isListed,
  };
}

type CardRow = Pick<BundleRow, 'id' | 'title' | 'priceCents' | 'sellerId' | 'sellerName'>;

export function toCard(row: CardRow, items: readonly BundleItemRow[]): BundleCard {
  const { id, title, priceCents, sellerId, sellerName } = row;
  const apart = apartCents(items);
  const saving = savingOf(priceCents, apart);
  return {
    id,
    title,
    price: centsToDecimal(priceCents),
    apart: centsToDecimal(apart),
    saving: centsToDecimal(saving.cents),
    savingPercent: saving.percent,
    itemCount: items.length,
    seller: sellerId === null ? null : { id: sellerId, name: sellerName ?? '' },
    covers: items.slice(0, COVERS_SHOWN).map(imagesOf),
  };
}

/** Groups items by bundle. */
export function byBundle(items: readonly BundleItemRow[]): (id: number) => BundleItemRow[] {
  const grouped = Map.groupBy(items, ({ bundleId }) => bundleId);
  return (id) => grouped.get(id) ?? [];
}
