// Membership plans: what they cost and what they include.
import { isChargeable, LEAST_CHARGE_CENTS } from '#shared/price.ts';

/** draft: only staff see it · published: on sale · retired: no longer on sale; its members keep it. */
export const PLAN_STATES = ['draft', 'published', 'retired'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

export const PLAN_STATE_LABELS: Readonly<Record<PlanState, string>> = {
  draft: 'Draft',
  published: 'On sale',
  retired: 'Retired',
};

export const PLAN_PERIODS = ['month', 'year'] as const;
export type PlanPeriod = (typeof PLAN_PERIODS)[number];

export const PLAN_PERIOD_LABELS: Readonly<Record<PlanPeriod, string>> = { month: 'Monthly', year: 'Yearly' };

/** A booking credit is for half a year; what is left of it then is gone. */
export const CREDIT_MONTHS = 6;

/** What a plan includes. Discounts are in percent. */
export type PlanBenefits = {
  resourceDiscount: number;
  courseDiscount: number;
  bookingDiscount: number;
  /** Items of the member library a membership can add each month, for all its seats together; null: no limit. */
  monthlyDownloads: number | null;
  /** For Connect sessions, every half year. */
  bookingCreditCents: number;
  /** Teachers who can use it, the member included. */
  seats: number;
};

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** What would get worse for members if their plan changed like this. */
export function benefitsTakenAway(before: PlanBenefits, after: PlanBenefits): (keyof PlanBenefits)[] {
  const names = Object.keys(before) as (keyof PlanBenefits)[];
  return names.filter((name) => (after[name] ?? NO_LIMIT) < (before[name] ?? NO_LIMIT));
}

/** What a plan has a discount for. A certification is a course. */
export type DiscountedKind = 'resource' | 'course' | 'booking';

/** Rounded to the nearest cent, half up. For a share of a price. */
export function discounted(cents: number, discountPercent: number): number {
  return Math.round((cents * (100 - discountPercent)) / 100);
}

/** What a member pays for an item: the discounted price, if a card can be charged so little. Never above the full price. */
export function memberPrice(priceCents: number, discountPercent: number): number {
  return chargeableOf(priceCents, discounted(priceCents, discountPercent));
}

/** The lower price, or the least a card can be charged. */
export function chargeableOf(fullCents: number, lowerCents: number): number {
  return isChargeable(lowerCents) ? lowerCents : Math.min(fullCents, LEAST_CHARGE_CENTS);
}

/** An item of the member library, as a key: `resource-7`. */
export const libraryItemKey = ({ itemType, itemId }: { itemType: string; itemId: number }): string =>
  `${itemType}-${itemId}`;
