// Why a user may use an item (DESIGN §4): one row per cause; any live one gives access.
export const ENTITLEMENT_ITEMS = ['resource', 'course'] as const;
export type EntitlementItem = (typeof ENTITLEMENT_ITEMS)[number];

export const ENTITLEMENT_CAUSES = ['order_line', 'membership', 'seat', 'free', 'grant'] as const;
export type EntitlementCause = (typeof ENTITLEMENT_CAUSES)[number];

export const ENTITLEMENT_STATES = ['active', 'expired', 'revoked'] as const;
export type EntitlementState = (typeof ENTITLEMENT_STATES)[number];

/** comp: a gift · grant: to fix a problem. */
export const GRANT_KINDS = ['grant', 'comp'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

export const GRANT_KIND_LABELS: Readonly<Record<GrantKind, string>> = {
  grant: 'To fix a problem',
  comp: 'As a gift',
};

export const ENROLLMENT_STATES = ['active', 'suspended', 'completed', 'ended'] as const;

export type EnrollmentState = (typeof ENROLLMENT_STATES)[number];

/**
 * What can be sold. Certifications are courses here; the cart calls them certifications. A booking is a reservation, a
 * membership one of its invoices.
 */
export const SOLD_ITEMS = ['resource', 'course', 'bundle', 'booking', 'membership'] as const;

export type SoldItem = (typeof SOLD_ITEMS)[number];

/** What goes through the cart. A membership has a page of its own. */
export const CARTED_ITEMS = ['resource', 'course', 'bundle', 'booking'] as const;
export type CartedItem = (typeof CARTED_ITEMS)[number];

/** What an order line can consist of. A booking gives a time, not access. A part of a membership is its plan. */
export const PART_ITEMS = [...ENTITLEMENT_ITEMS, 'booking', 'membership'] as const;
export type PartItem = (typeof PART_ITEMS)[number];

/** What has a page of its own, and can be given away or named in a coupon. */
export const LISTED_ITEMS = ['resource', 'course', 'bundle'] as const;
export type ListedItem = (typeof LISTED_ITEMS)[number];

const PAGES: Readonly<Record<ListedItem, string>> = {
  resource: '/curriculum',
  course: '/courses',
  bundle: '/bundles',
};

/** The page of an item. Bookings have one page together, and so has the membership. */
export const hrefOf = ({ itemType, itemId }: { itemType: SoldItem; itemId: number }): string => {
  if (itemType === 'booking') return '/my-bookings';
  return itemType === 'membership' ? '/subscription' : `${PAGES[itemType]}/${itemId}`;
};

const KINDS: Readonly<Record<string, ListedItem>> = {
  curriculum: 'resource',
  resources: 'resource',
  courses: 'course',
  bundles: 'bundle',
};

/** Accepts “https://…/curriculum/12”, “/courses/3?x” or “bundles/4”; null for anything else. */
export function itemInAddress(typed: string): { itemType: ListedItem; itemId: number } | null {
  const [, page = '', number = ''] =
    /(?:^|\/)(curriculum|resources|courses|bundles)\/(\d{1,9})(?:[/?#]|$)/.exec(typed.trim()) ?? [];
  const itemType = KINDS[page];
  const itemId = Number(number);
  return itemType && itemId >= 1 ? { itemType, itemId } : null;
}
