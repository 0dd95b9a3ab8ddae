// Checks whether a coupon applies to a purchase, calculates the discount, and claims a use. Constraints have the last word.
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { databaseErrorCode, violatedConstraint } from '#server/db/transaction.ts';
import { formatDay } from '#shared/dates.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import {
  discountLines,
  eligibleCents,
  whyNotForLines,
  type CouponLine,
  type CouponTerms,
  type LineDiscount,
} from '#shared/features/coupon/coupon.rules.ts';
import { formatCents, sumCents } from '#shared/money.ts';
import {
  countFailures,
  countUse,
  countWaiting,
  findCouponFor,
  findCouponId,
  clearCouponCards,
  releaseUse,
  hasUse,
  insertUse,
  lockSharedHold,
  couponUserKey,
  type CouponClaim,
  type FoundCoupon,
  type HoldOrigin,
} from './coupon.queries.ts';

export type { HoldOrigin } from './coupon.queries.ts';

export type UsableCoupon = {
  id: number;
  code: string;
  terms: CouponTerms;
  sellerName: string | null;
  updatedAt: Date;
  /** An abandoned order must not hold a use for long. */
  isScarce: boolean;
  /** For coupons with a limited total: how many uses one buyer can hold at a time. */
  isShared: boolean;
  /** An earlier order of the same buyer that holds it and looks abandoned; it must end first. */
  heldBy: number | null;
};

/** Changed or claimed by someone else since it was checked; check again. */
export class CouponMoved extends Error {}

function refused(code: ErrorCode, message: string): AppError {
  return new AppError(code, message, [{ path: 'couponCode', message }]);
}

/** `userId`: null for a guest, whatever address they enter. */
type Asking = { userId: number | null; exceptOrderId: number | null; now: Date };

/**
 * Valid for this buyer now; `discountFor` checks whether it covers what they buy. Coupons that depend on earlier orders
 * require signing in: checking a guest's address would tell strangers what its owner bought.
 */
export async function requireCoupon(db: DbOrTx, code: string, asking: Asking): Promise<UsableCoupon> {
  const found = await findCouponFor(db, { code, ...asking });
  if (!found) throw refused('not_found', `There is no coupon “${code.trim()}”. Check the spelling.`);
  const { coupon } = found;
  const refusal = whyNotNow(found, asking.now);
  if (refusal) throw refused('conflict', refusal);
  const stranger = whyNotForStranger(found, asking.userId);
  if (stranger) throw refused('conflict', stranger);
  const spent = whyNotAgain(found);
  if (spent !== null && found.staleHold === null) throw refused('conflict', spent);
  const { id, sellerId, kind, percent, amountCents, kinds, minimumCents, updatedAt } = coupon;
  const { items, sellers, sellerName } = found;
  return {
    id,
    code: coupon.code,
    terms: { sellerId, kind, percent, amountCents, kinds, items, sellers, minimumCents },
    sellerName,
    updatedAt,
    isScarce: coupon.maxUses !== null || coupon.maxPerPerson !== null || coupon.isFirstOrderOnly,
    isShared: coupon.maxUses !== null,
    heldBy: spent === null ? null : found.staleHold,
  };
}

function whyNotNow({ coupon }: FoundCoupon, now: Date): string | null {
  const { code, isActive, startsAt, endsAt } = coupon;
  if (!isActive) return `The coupon ${code} is no longer active.`;
  if (startsAt && startsAt > now)
    return `The coupon ${code} is valid from ${formatDay(startsAt.toISOString())}.`;
  if (endsAt && endsAt <= now) return `The coupon ${code} expired on ${formatDay(endsAt.toISOString())}.`;
  return null;
}

function whyNotForStranger({ coupon, isConfirmed }: FoundCoupon, userId: number | null): string | null {
  const { code, maxPerPerson, isFirstOrderOnly } = coupon;
  if (maxPerPerson === null && !isFirstOrderOnly) return null;
  if (userId === null) {
    const what = isFirstOrderOnly
      ? 'for a first order'
      : maxPerPerson === 1
        ? 'valid once per person'
        : `valid ${maxPerPerson} times per person`;
    return `The coupon ${code} is ${what}. Sign in to use it.`;
  }
  return isConfirmed ? null : `Confirm your email address to use the coupon ${code}.`;
}

function whyNotAgain({
  coupon,
  useCount,
  ownUses,
  hasOrdered,
  hasFirstOrderUse,
}: FoundCoupon): string | null {
  const { code, maxUses, maxPerPerson, isFirstOrderOnly } = coupon;
  if (maxPerPerson !== null && ownUses >= maxPerPerson) {
    return maxPerPerson === 1
      ? `You’ve already used the coupon ${code}. It’s valid once per person.`
      : `You’ve used the coupon ${code} ${maxPerPerson} times, which is the limit per person.`;
  }
  if (isFirstOrderOnly && hasOrdered) {
    return `The coupon ${code} is for a first order, and you’ve ordered before.`;
  }
  if (isFirstOrderOnly && hasFirstOrderUse) {
    return `The coupon ${code} is for a first order, and another order of yours is already using one. Finish that order, or try again in ten minutes.`;
  }
  if (maxUses !== null && useCount >= maxUses) return `The coupon ${code} is used up.`;
  return null;
}

/** The discount per line; throws if there is none. */
export function discountFor(coupon: UsableCoupon, lines: readonly CouponLine[]): LineDiscount[] {
  const { code, terms, sellerName } = coupon;
  const why = whyNotForLines(terms, lines);
  if (why === 'other-sellers') {
    const source = sellerName ? `from ${sellerName}` : 'from one seller';
    throw refused('unprocessable', `The coupon ${code} only covers items ${source}. There are none here.`);
  }
  if (why === 'nothing-eligible') {
    throw refused('unprocessable', `The coupon ${code} doesn’t cover anything here.`);
  }
  if (why === 'minimum') {
    const missing = formatCents(terms.minimumCents - eligibleCents(terms, lines));
    const what = isForEverything(terms) ? 'orders' : 'orders of what it covers';
    throw refused(
      'unprocessable',
      `The coupon ${code} is for ${what} of ${formatCents(terms.minimumCents)} or more. You need ${missing} more.`,
    );
  }
  const discounts = discountLines(terms, lines);
  if (sumCents(discounts.map(({ discountCents }) => discountCents)) === 0) {
    throw refused('unprocessable', `The coupon ${code} would take off less than one cent.`);
  }
  return discounts;
}

function isForEverything({ sellerId, kinds, items, sellers }: CouponTerms): boolean {
  return sellerId === null && kinds.length + items.length + sellers.length === 0;
}

/** The loser of a race checks again: it is then refused with a message, or gets another use. */
const LIMITS = new Set([
  'coupons_uses',
  'coupon_uses_number',
  'coupon_uses_first_order',
  'coupon_uses_order',
]);
const LOCK_TIMEOUT = '55P03';

/** How many pending payments may hold a limited coupon at once. A school shares one network. */
const WAITING_AT_MOST = { buyer: 2, card: 2, network: 10 };
/** A card that is declined again and again would block a use for the length of every attempt. */
const FAILURES_AT_MOST = 5;
const FAILURES_MS = 10 * 60_000;

export type Claiming = {
  buyer: { userId: number | null; email: string };
  orderId: number;
  discountCents: number;
  now: Date;
  origin: HoldOrigin;
};

/** The last step of a transaction: everyone else claiming it waits from here to the commit. */
export async function claimCoupon(
  tx: Tx,
  { id: couponId, updatedAt, isShared }: UsableCoupon,
  { buyer, ...use }: Claiming,
): Promise<void> {
  const claim = { ...use, couponId, updatedAt, buyer: couponUserKey(buyer) };
  await insideLimits(async () => {
    if (!(await countUse(tx, claim))) throw new CouponMoved();
    if (isShared) await refuseHoarding(tx, claim);
    await insertUse(tx, claim);
  });
}

/** For an order whose payment arrived. Throws CouponMoved if others took the last use meanwhile. */
export async function claimForPaid(
  tx: Tx,
  { code, buyer, ...use }: Omit<Claiming, 'origin'> & { code: string },
): Promise<void> {
  if (await hasUse(tx, use)) return;
  const couponId = await findCouponId(tx, { code });
  if (couponId === null) return;
  const claim = { ...use, couponId, buyer: couponUserKey(buyer), origin: { network: null, card: null } };
  await insideLimits(async () => {
    await countUse(tx, claim);
    await insertUse(tx, claim);
  });
}

async function insideLimits(claim: () => Promise<void>): Promise<void> {
  try {
    await claim();
  } catch (error) {
    if (LIMITS.has(violatedConstraint(error) ?? '')) throw new CouponMoved();
    if (databaseErrorCode(error) === LOCK_TIMEOUT) throw couponIsBusy();
    throw error;
  }
}

async function refuseHoarding(tx: Tx, claim: CouponClaim): Promise<void> {
  const { couponId, origin, now } = claim;
  const since = new Date(now.getTime() - FAILURES_MS);
  if (origin.card && (await countFailures(tx, { couponId, card: origin.card, since })) >= FAILURES_AT_MOST) {
    throw refused(
      'conflict',
      'This card was tried several times with this coupon. Nothing was charged. Use a different card, or try again in ten minutes.',
    );
  }
  if (isHoarding(await countWaiting(tx, claim))) {
    throw refused(
      'conflict',
      'Other payments with this coupon are still pending. Nothing was charged. Finish those, or try again in ten minutes.',
    );
  }
}

const isHoarding = ({ buyer, card, network }: typeof WAITING_AT_MOST): boolean =>
  buyer >= WAITING_AT_MOST.buyer || card >= WAITING_AT_MOST.card || network >= WAITING_AT_MOST.network;

/**
 * The bank asks the buyer to confirm, so the use stays held for a while. With too many at once, some go on without a
 * hold: their use is claimed when they are paid, or the money is refunded.
 */
export async function confirmOrReleaseCoupon(
  tx: Tx,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  const hold = await lockSharedHold(tx, { orderId });
  if (hold && isHoarding(await countWaiting(tx, hold))) await releaseUse(tx, { orderId, now });
}

/** The payment failed: release the use right away. */
export async function releaseCoupon(tx: Tx, { orderId, now }: { orderId: number; now: Date }): Promise<void> {
  await releaseUse(tx, { orderId, now });
}

export { hasUse as holdsCoupon, redeemCouponSql } from './coupon.queries.ts';

/** Fingerprints are stored only while attempts are counted. */
export async function eraseCouponCards(db: DbOrTx, { now }: { now: Date }): Promise<void> {
  await clearCouponCards(db, { before: new Date(now.getTime() - FAILURES_MS) });
}

export function couponIsBusy(): AppError {
  return refused(
    'conflict',
    'Many people are using this coupon right now. Nothing was charged. Try again in a minute.',
  );
}
