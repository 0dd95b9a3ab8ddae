// What items cost a user, from the catalogue only: the cart shows these prices, an order uses them.
import type { DbOrTx } from '#server/db/client.ts';
import { AppError } from '#shared/errors.ts';
import { BUNDLE_FEWEST } from '#shared/features/bundle/bundle.rules.ts';
import type { CartItemType, RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import { courseImageUrls, resourceImageUrls } from '#shared/features/cover/cover.rules.ts';
import type { PartItem, CartedItem } from '#shared/features/entitlement/entitlement.states.ts';
import {
  divideCents,
  type EarlierPurchase,
  type LineToPrice,
} from '#shared/features/checkout/pricing.rules.ts';
import { chargeableOf, discounted, memberPrice } from '#shared/features/plan/plan.rules.ts';
import type { MissingPrerequisite } from '#server/features/course/course-access.service.ts';
import type { MemberRates } from '#server/features/membership/benefit.service.ts';
import { formatZonedMoment } from '#shared/dates.ts';
import { sumCents } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  listBundleContents,
  listEarlierPurchases,
  listPricedBundles,
  listPricedCourses,
  listPricedReservations,
  listPricedResources,
} from './item-price.queries.ts';

export type ItemPart = {
  itemType: PartItem;
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
  /** For a booking: when the session is over, and the seller's share can be paid out. */
  payableFrom?: Date | null;
};

export type PricedItem = {
  itemType: CartedItem;
  itemId: number;
  /** The item type in the cart and on receipts. */
  kind: CartItemType;
  title: string;
  shortName: string | null;
  sellerName: string;
  /** The viewer sells or teaches it, and can't buy it. */
  ownerId: number | null;
  /** What this buyer pays: a member's price is lower than the full one. */
  unitPriceCents: number;
  fullPriceCents: number;
  /** How long the member price holds at least; null: it isn't one. */
  memberUntil: Date | null;
  /** The buyer's membership has ended, so they pay the full price again. */
  hasMemberPriceEnded: boolean;
  imageUrl: string | null;
  href: string;
  isForSale: boolean;
  /** Every part of it. */
  isOwned: boolean;
  /** Courses to finish before its lessons open, and what those build on. They never keep anyone from buying. */
  prerequisites: readonly MissingPrerequisite[];
  parts: ItemPart[];
  /** For a booking: until when its time is held. */
  heldUntil?: Date | null;
};

export type ItemKey = { itemType: CartedItem; itemId: number };

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
  const idsOf = (itemType: CartedItem) =>
    wanted.filter((item) => item.itemType === itemType).map((item) => item.itemId);
  const bundleIds = idsOf('bundle');
  const contents = await listBundleContents(db, { ids: bundleIds });
  const resourceIds = [...idsOf('resource'), ...contents.flatMap(({ resourceId }) => resourceId ?? [])];
  const courseIds = [...idsOf('course'), ...contents.flatMap(({ courseId }) => courseId ?? [])];
  const [resources, courses, bundles, reservations] = [
    await listPricedResources(db, { ...buyer, ids: resourceIds }),
    await listPricedCourses(db, { ...buyer, ids: courseIds }),
    await listPricedBundles(db, { ...buyer, ids: bundleIds }),
    await listPricedReservations(db, { ...buyer, ids: idsOf('booking') }),
  ];
  const singles = [
    ...resources.map(fromResource),
    ...courses.map(fromCourse),
    ...reservations.map((row) => fromReservation(row, buyer.now)),
  ];
  const priced = new Map(singles.map((item) => [keyOf(item), item]));
  const paid = await paidBefore(db, buyer, bundles.length > 0 ? singles : []);
  const { rates } = resources[0] ?? courses[0] ?? { rates: NO_MEMBER };
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
    priced.set(keyOf({ itemType: 'bundle', itemId: bundle.id }), fromBundle(bundle, { inside, paid, rates }));
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
type ReservationRow = Awaited<ReturnType<typeof listPricedReservations>>[number];

const NO_MEMBER: MemberRates = { resource: 0, course: 0, booking: 0, until: null, hasEnded: false };

/** What a member pays, and what everyone else does. */
function pricesOf(fullPriceCents: number, unitPriceCents: number, { until, hasEnded }: MemberRates) {
  const isLower = unitPriceCents < fullPriceCents;
  return {
    unitPriceCents,
    fullPriceCents,
    memberUntil: isLower ? until : null,
    hasMemberPriceEnded: hasEnded,
  };
}

function fromResource(row: ResourceRow): PricedItem {
  const { id: itemId, title, ownerId: sellerId, feePoints, rates } = row;
  const key = keyOf({ itemType: 'resource', itemId });
  const part = { itemType: 'resource', itemId, title, sellerId, feePoints, key, sources: [] } as const;
  const priceCents = memberPrice(row.priceCents, rates.resource);
  return {
    itemType: 'resource',
    itemId: row.id,
    kind: 'resource',
    title: row.title,
    shortName: null,
    sellerName: row.sellerName,
    ownerId: row.ownerId,
    ...pricesOf(row.priceCents, priceCents, rates),
    imageUrl: resourceImageUrls(row).thumbnailUrl,
    href: `/curriculum/${row.id}`,
    isForSale: row.isForSale,
    isOwned: row.isOwned,
    prerequisites: [],
    parts: [{ ...part, priceCents, isOwned: row.isOwned }],
  };
}

/** Instructors earn their share of a course through the ledger, as sellers do; without a share it is all the platform's. */
function fromCourse({ rates, ...row }: CourseRow): PricedItem {
  const priceCents = memberPrice(row.priceCents, rates.course);
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
    ...pricesOf(row.priceCents, priceCents, rates),
    imageUrl: courseImageUrls(row).thumbnailUrl,
    href: `/courses/${row.id}`,
    isForSale: row.isForSale,
    isOwned: row.isOwned,
    prerequisites: row.prerequisites,
    parts: [{ ...part, priceCents, isOwned: row.isOwned }],
  };
}

const DAY_MS = 86_400_000;

/** A time that is held for the viewer. Instructors earn their share through the ledger, as with courses. */
function fromReservation(row: ReservationRow, now: Date): PricedItem {
  const { id: itemId, instructorId, feePoints, expiresAt: heldUntil, rates } = row;
  const priceCents = memberPrice(row.priceCents, rates.booking);
  // A package's sessions are booked later, until it expires.
  const expires = row.validDays === null ? null : new Date(now.getTime() + row.validDays * DAY_MS);
  const payableFrom = row.endsAt ?? expires;
  const title = reservationTitle(row);
  const isOwned = row.state === 'paid';
  const isForSale = row.state === 'held' && heldUntil !== null && heldUntil > now;
  const key = keyOf({ itemType: 'booking', itemId });
  // Sales are counted by session type, not by reservation.
  const part = {
    itemType: 'booking',
    itemId: row.sessionTypeId,
    title,
    sellerId: instructorId,
    feePoints,
    key,
    sources: [],
  } as const;
  return {
    itemType: 'booking',
    itemId,
    kind: 'booking',
    title,
    shortName: row.title,
    sellerName: fullNameOf(row),
    ownerId: instructorId,
    ...pricesOf(row.priceCents, priceCents, rates),
    imageUrl: row.imageUrl,
    href: isOwned ? '/my-bookings' : bookingPage(row),
    isForSale,
    isOwned,
    prerequisites: [],
    parts: [{ ...part, priceCents, isOwned, payableFrom }],
    heldUntil: isForSale ? heldUntil : null,
  };
}

/** Where its time was chosen. Sessions for practical assessments aren't on their instructor's page. */
function bookingPage({ instructorId, sessionTypeId, isForAssessments, lessonId }: ReservationRow): string {
  if (lessonId !== null) return `/connect/book/${instructorId}?lesson=${lessonId}&session=${sessionTypeId}`;
  return isForAssessments ? '/my-courses' : `/instructors/${instructorId}/book`;
}

/** “Class review with Inés Valdivia, Thu, Nov 19, 2026, 2:45 PM GMT”. A package has no time yet. */
function reservationTitle({
  title,
  sessionCount,
  startsAt,
  timeZone,
  ...instructor
}: ReservationRow): string {
  const session = `${title} with ${fullNameOf(instructor)}`;
  if (startsAt === null || timeZone === null) return `${session}, ${sessionCount} sessions`;
  const time = formatZonedMoment(startsAt, timeZone);
  return sessionCount > 1 ? `${session}, ${sessionCount} sessions from ${time}` : `${session}, ${time}`;
}

type BundleContents = { inside: readonly PricedItem[]; paid: PaidBefore; rates: MemberRates };

/** On sale while all its items are, and it is cheaper than buying them separately. */
function fromBundle(row: BundleRow, { inside, paid, rates }: BundleContents): PricedItem {
  const isOpen = row.ownerId === null || row.sellerState === 'approved';
  const isWhole = inside.length >= BUNDLE_FEWEST && inside.every((item) => item.isForSale);
  // Item prices may have dropped since: a bundle never costs more than its items.
  const isWorthIt = row.priceCents < sumCents(inside.map((item) => item.fullPriceCents));
  // Members save on each item's share of the price, so a bundle stays cheaper than its items for them, too.
  const shares = divideCents(
    row.priceCents,
    inside.map((item) => item.fullPriceCents),
  );
  const memberShares = inside.map(({ itemType }, at) =>
    discounted(shares[at] ?? 0, itemType === 'course' ? rates.course : rates.resource),
  );
  const priceCents = chargeableOf(row.priceCents, sumCents(memberShares));
  return {
    itemType: 'bundle',
    itemId: row.id,
    kind: 'bundle',
    title: row.title,
    shortName: null,
    sellerName: row.sellerName ?? '',
    ownerId: row.ownerId,
    ...pricesOf(row.priceCents, priceCents, rates),
    imageUrl: inside[0]?.imageUrl ?? null,
    href: `/bundles/${row.id}`,
    isForSale: row.state === 'published' && isOpen && isWhole && isWorthIt,
    isOwned: inside.length > 0 && inside.every((item) => item.isOwned),
    prerequisites: onceEach(inside.flatMap((item) => (item.isOwned ? [] : item.prerequisites))),
    parts: inside.flatMap((item) =>
      item.parts.map((part) => ({ ...part, sources: paid.get(part.key) ?? [] })),
    ),
  };
}

const onceEach = (needed: readonly MissingPrerequisite[]): MissingPrerequisite[] => [
  ...new Map(needed.map((course) => [course.id, course])).values(),
];

/** Nobody minds paying less because they are a member now. */
export const isPriceSeen = ({ unitPriceCents, fullPriceCents }: PricedItem, seenCents: number): boolean =>
  seenCents === unitPriceCents || seenCents === fullPriceCents;

/** As `priceCart` expects it. */
export function lineToPrice({ item, quantity }: { item: PricedItem; quantity: number }): LineToPrice {
  const { itemType, unitPriceCents, parts } = item;
  return { key: keyOf(item), isBundle: itemType === 'bundle', unitPriceCents, quantity, parts };
}

/** Why the viewer can't buy it, with what to do; null if they can. */
export function refusalOf(item: PricedItem, userId: number | null): AppError | null {
  if (!item.isForSale && !item.isOwned && item.itemType === 'booking') {
    return new AppError(
      'conflict',
      `“${item.title}” is no longer held for you. Choose a time again at ${item.href}.`,
      [{ path: item.href, message: 'lapsed' }],
    );
  }
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
