// The kinds and states of coupons and coupon uses.
import type { ListedItem } from '#shared/features/entitlement/entitlement.states.ts';

export const COUPON_KINDS = ['percent', 'fixed'] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** What a coupon can be limited to; certifications are separate from other courses here. */
export const COUPON_ITEM_KINDS = ['resource', 'course', 'certification', 'bundle'] as const;
export type CouponItemKind = (typeof COUPON_ITEM_KINDS)[number];

export type CouponItem = { itemType: ListedItem; itemId: number };

/**
 * held: by an order waiting for payment · used: by a paid order · freed: the order was canceled, or
 * fully refunded. Held and used both count against the limits.
 */
export const COUPON_USE_STATES = ['held', 'used', 'freed'] as const;
export type CouponUseState = (typeof COUPON_USE_STATES)[number];

/** The state today: the first of these that applies. */
export const COUPON_STATES = ['off', 'over', 'used_up', 'planned', 'active'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

export const COUPON_STATE_LABELS: Readonly<Record<CouponState, string>> = {
  active: 'Active',
  planned: 'Scheduled',
  over: 'Ended',
  used_up: 'Used up',
  off: 'Inactive',
};

export const COUPON_ITEM_KIND_LABELS: Readonly<Record<CouponItemKind, string>> = {
  resource: 'Curriculum resources',
  course: 'Courses',
  certification: 'Certifications',
  bundle: 'Bundles',
};
