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

/** What can be sold today. Certifications are courses here; the cart calls them certifications. */
export const SOLD_ITEMS = ['resource', 'course', 'bundle'] as const;

export type SoldItem = (typeof SOLD_ITEMS)[number];

const KINDS: Readonly<Record<string, SoldItem>> = {
  curriculum: 'resource',
  resources: 'resource',
  courses: 'course',
  bundles: 'bundle',
};

/** Accepts “https://…/curriculum/12”, “/courses/3?x” or “bundles/4”; null for anything else. */
export function itemInAddress(typed: string): { itemType: SoldItem; itemId: number } | null {
  const [, page = '', number = ''] =
    /(?:^|\/)(curriculum|resources|courses|bundles)\/(\d{1,9})(?:[/?#]|$)/.exec(typed.trim()) ?? [];
  const itemType = KINDS[page];
  const itemId = Number(number);
  return itemType && itemId >= 1 ? { itemType, itemId } : null;
}
