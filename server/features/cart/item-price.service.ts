// What items cost a user, from the catalogue only: the cart shows these prices, an order uses them.
import type { DbOrTx } from '#server/db/client.ts';
import { AppError } from '#shared/errors.ts';
import { BUNDLE_FEWEST } from '#shared/features/bundle/bundle.rules.ts';
import type { CartItemType, RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import { courseImageUrls, resourceImageUrls } from '#shared/features/cover/cover.rules.ts';
import type { EntitlementItem, SoldItem } from '#shared/features/entitlement/entitlement.states.ts';
import type { EarlierPurchase, LineToPrice } from '#shared/features/checkout/pricing.rules.ts';
import { sumCents } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  listBundleContents,
  listEarlierPurchases,
  listPricedBundles,
  listPricedCourses,
  listPricedResources,
} from './item-price.queries.ts';

export type ItemPart = {
  itemType: EntitlementItem;
  itemId: number;
  title: string;
  /** Who earns it; null: the platform. */
  sellerId: number | null;
  /** The platform's fee; null: everything. */
  feePoints: number | null;
  priceCents: number;
  /** By any cause. */
  isOwned: boolean;
  /** `course 7`. */
  key: string;
  /** For an item in a bundle: what the buyer paid for it before. */
  sources: readonly EarlierPurchase[];
};

export type PricedItem = {
  itemType: SoldItem;
  itemId: number;
  /** The item type in the cart and on receipts. */
  kind: CartItemType;
  title: string;
  shortName: string | null;
  sellerName: string;
  /** The viewer sells or teaches it, and can't buy it. */
  ownerId: number | null;
  unitPriceCents: number;
  imageUrl: string | null;
  href: string;
  isForSale: boolean;
  /** Every part of it. */
  isOwned: boolean;
  parts: ItemPart[];
};

export type ItemKey = { itemType: SoldItem; itemId: number };

/** Certifications are courses. */
export function soldItemOf({ itemType, itemId }: Pick<RequestedItem, 'itemType' | 'itemId'>): ItemKey {
  return { itemType: itemType === 'certification' ? 'course' : itemType, itemId };
}

export const keyOf = ({ itemType, itemId }: ItemKey) => `${itemType} ${itemId}`;

type Buyer = { userId: number | null; now: Date };

/** By `keyOf`; items that don't exist are missing. */
export async function priceItems(
  db: DbOrTx,
  buyer: Buyer,
  wanted: readonly ItemKey[],
): Promise<Map<string, PricedItem>> {
  const idsOf = (itemType: SoldItem) =>
    wanted.filter((item) => item.itemType === itemType).map((item) => item.itemId);
  const bundleIds = idsOf('bundle');
  const contents = await listBundleContents(db, { ids: bundleIds });
  const resourceIds = [...idsOf('resource'), ...contents.flatMap(({ resourceId }) => resourceId ?? [])];
  const courseIds = [...idsOf('course'), ...contents.flatMap(({ courseId }) => courseId ?? [])];
  const [resources, courses, bundles] = [
    await listPricedResources(db, { ...buyer, ids: resourceIds }),
    await listPricedCourses(db, { ...buyer, ids: courseIds }),
    await listPricedBundles(db, { ...buyer, ids: bundleIds }),
  ];
  const singles = [...resources.map(fromResource), ...courses.map(fromCourse)];
  const priced = new Map(singles.map((item) => [keyOf(item), item]));
  const paid = await paidBefore(db, buyer, bundles.length > 0 ? singles : []);
  for (const bundle of bundles) {
    const inside = contents
      .filter(({ bundleId }) => bundleId === bundle.id)
      .flatMap(({ resourceId, courseId }) => {
        const key: ItemKey =
          resourceId === null
            ? { itemType: 'course', itemId: courseId ?? 0 }
            : { itemType: 'resource', itemId: resourceId };
        return priced.get(keyOf(key)) ?? [];
      });
    priced.set(keyOf({ itemType: 'bundle', itemId: bundle.id }), fromBundle(bundle, inside, paid));
  }
  return priced;
}

type PaidBefore = ReadonlyMap<string, EarlierPurchase[]>;

async function paidBefore(
  db: DbOrTx,
  { userId }: Buyer,
  items: readonly (ItemKey & Pick<PricedItem, 'isOwned'>)[],
): Promise<PaidBefore> {
  const keys = items.filter(({ isOwned }) => isOwned).map(keyOf);
  const found = new Map<string, EarlierPurchase[]>();
  if (userId === null || keys.length === 0) return found;
  for (const { itemType, itemId, ...purchase } of await listEarlierPurchases(db, { userId, keys })) {
    const key = keyOf({ itemType, itemId });
    found.set(key, [...(found.get(key) ?? []), purchase]);
  }
  return found;
}

type ResourceRow = Awaited<ReturnType<typeof listPricedResources>>[number];
type CourseRow = Awaited<ReturnType<typeof listPricedCourses>>[number];
type BundleRow = Awaited<ReturnType<typeof listPricedBundles>>[number];

function fromResource(row: ResourceRow): PricedItem {
  const { id: itemId, title, ownerId: sellerId, feePoints } = row;
  const key = keyOf({ itemType: 'resource', itemId });
  const part = { itemType: 'resource', itemId, title, sellerId, feePoints, key, sources: [] } as const;
  return {
    itemType: 'resource',
    itemId: row.id,
    kind: 'resource',
    title: row.title,
    shortName: null,
    sellerName: row.sellerName,
    ownerId: row.ownerId,
    unitPriceCents: row.priceCents,
    imageUrl: resourceImageUrls(row).thumbnailUrl,
    href: `/curriculum/${row.id}`,
    isForSale: row.isForSale,
    isOwned: row.isOwned,
    parts: [{ ...part, priceCents: row.priceCents, isOwned: row.isOwned }],
  };
}

/** Instructors earn their share of a course through the ledger, as sellers do; without a share it is all the platform's. */
function fromCourse(row: CourseRow): PricedItem {
  const part = {
    itemType: 'course',
    itemId: row.id,
    title: row.title,
    sellerId: row.share > 0 ? row.ownerId : null,
    feePoints: row.share > 0 ? (100 - row.share) * 100 : null,
    key: keyOf({ itemType: 'course', itemId: row.id }),
    sources: [],
  } as const;
  return {
    itemType: 'course',
    itemId: row.id,
    kind: row.kind,
    title: row.title,
    shortName: row.shortName,
    sellerName: fullNameOf(row),
    ownerId: row.ownerId,
    unitPriceCents: row.priceCents,
    imageUrl: courseImageUrls(row).thumbnailUrl,
    href: `/courses/${row.id}`,
    isForSale: row.isForSale,
    isOwned: row.isOwned,
    parts: [{ ...part, priceCents: row.priceCents, isOwned: row.isOwned }],
  };
}

/** On sale while all its items are, and it is cheaper than buying them separately. */
function fromBundle(row: BundleRow, inside: readonly PricedItem[], paid: PaidBefore): PricedItem {
  const isOpen = row.ownerId === null || row.storeState === 'approved';
  const isWhole = inside.length >= BUNDLE_FEWEST && inside.every((item) => item.isForSale);
  // Item prices may have dropped since: a bundle never costs more than its items.
  const isWorthIt = row.priceCents < sumCents(inside.map((item) => item.unitPriceCents));
  return {
    itemType: 'bundle',
    itemId: row.id,
    kind: 'bundle',
    title: row.title,
    shortName: null,
    sellerName: row.sellerName ?? '',
    ownerId: row.ownerId,
    unitPriceCents: row.priceCents,
    imageUrl: inside[0]?.imageUrl ?? null,
    href: `/bundles/${row.id}`,
    isForSale: row.state === 'published' && isOpen && isWhole && isWorthIt,
    isOwned: inside.length > 0 && inside.every((item) => item.isOwned),
    parts: inside.flatMap((item) =>
      item.parts.map((part) => ({ ...part, sources: paid.get(part.key) ?? [] })),
    ),
  };
}

/** As `priceCart` expects it. */
export function lineToPrice({ item, quantity }: { item: PricedItem; quantity: number }): LineToPrice {
  const { itemType, unitPriceCents, parts } = item;
  return { key: keyOf(item), isBundle: itemType === 'bundle', unitPriceCents, quantity, parts };
}

/** Why the viewer can't buy it, with what to do; null if they can. */
export function refusalOf(item: PricedItem, userId: number | null): AppError | null {
  if (!item.isForSale) {
    return new AppError(
      'conflict',
      `“${item.title}” is no longer on sale. Remove it from your cart to continue.`,
    );
  }
  if (userId !== null && item.ownerId === userId) {
    return new AppError('conflict', `“${item.title}” is your own, so you don’t need to buy it.`);
  }
  if (item.isOwned) {
    return new AppError('conflict', `You already have “${item.title}”. Open it at ${item.href}.`, [
      { path: item.href, message: 'owned' },
    ]);
  }
  return null;
}
