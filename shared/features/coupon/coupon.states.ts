// What a coupon can be, and where a use of it stands.
import type { SoldItem } from '#shared/features/entitlement/entitlement.states.ts';

export const COUPON_KINDS = ['percent', 'fixed'] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** What a coupon can be limited to; a certification is told apart from other courses here. */
export const COUPON_ITEM_KINDS = ['resource', 'course', 'certification', 'bundle'] as const;
export type CouponItemKind = (typeof COUPON_ITEM_KINDS)[number];

export type CouponItem = { itemType: SoldItem; itemId: number };

/**
 * held: by an order that waits for its payment · used: by one that was paid · freed: the order came to nothing, or was
 * refunded whole. Held and used both count against the limits.
 */
export const COUPON_USE_STATES = ['held', 'used', 'freed'] as const;
export type CouponUseState = (typeof COUPON_USE_STATES)[number];

/** How a coupon stands today: the first of these that is true. */
export const COUPON_STATES = ['off', 'over', 'used_up', 'planned', 'active'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

export const COUPON_STATE_LABELS: Readonly<Record<CouponState, string>> = {
  active: 'Active',
  planned: 'Not yet begun',
  over: 'Ended',
  used_up: 'Used up',
  off: 'Switched off',
};

export const COUPON_ITEM_KIND_LABELS: Readonly<Record<CouponItemKind, string>> = {
  resource: 'Curriculum resources',
  course: 'Courses',
  certification: 'Certifications',
  bundle: 'Bundles',
};
