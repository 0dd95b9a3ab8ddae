// Whether a coupon is good for a purchase, what it takes off, and its claim: refused in sentences, decided by constraints.
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
  /** An order that was begun and left must not keep it from others for long. */
  isScarce: boolean;
  /** Everybody shares its uses: how many one can hold at a time is limited. */
  isShared: boolean;
  /** An earlier order of theirs that holds it and looks given up: it must end first. */
  heldBy: number | null;
};

/** Changed or claimed by others since it was looked at: look again. */
export class CouponMoved extends Error {}

function refused(code: ErrorCode, message: string): AppError {
  return new AppError(code, message, [{ path: 'couponCode', message }]);
}

/** `userId`: null for a guest, whatever address they say. */
type Asking = { userId: number | null; exceptOrderId: number | null; now: Date };

/**
 * Good for this person now; whether for what they buy is asked by `discountFor`. A coupon that depends on what someone
 * bought before is for signed-in people: an answer about a guest's address would tell strangers what its owner did.
 */
export async function requireCoupon(db: DbOrTx, code: string, asking: Asking): Promise<UsableCoupon> {
  const found = await findCouponFor(db, { code, ...asking });
  if (!found) throw refused('not_found', `There is no coupon “${code.trim()}”. Check how it is written.`);
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
  if (!isActive) return `The coupon ${code} has been switched off.`;
  if (startsAt && startsAt > now)
    return `The coupon ${code} is not good before ${formatDay(startsAt.toISOString())}.`;
  if (endsAt && endsAt <= now) return `The coupon ${code} ended on ${formatDay(endsAt.toISOString())}.`;
  return null;
}

function whyNotForStranger({ coupon, isConfirmed }: FoundCoupon, userId: number | null): string | null {
  const { code, maxPerPerson, isFirstOrderOnly } = coupon;
  if (maxPerPerson === null && !isFirstOrderOnly) return null;
  if (userId === null) {
    const what = isFirstOrderOnly
      ? 'for a first order'
      : maxPerPerson === 1
        ? 'good once for each person'
        : `good ${maxPerPerson} times for each person`;
    return `The coupon ${code} is ${what}. Sign in to use it.`;
  }
  return isConfirmed ? null : `Confirm your e-mail address to use the coupon ${code}.`;
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
      ? `You have used the coupon ${code}. It is good once for each person.`
      : `You have used the coupon ${code} ${maxPerPerson} times, which is as often as one person can.`;
  }
  if (isFirstOrderOnly && hasOrdered) {
    return `The coupon ${code} is for a first order, and you have ordered before.`;
  }
  if (isFirstOrderOnly && hasFirstOrderUse) {
    return `The coupon ${code} is for a first order, and another order of yours has one. Finish that one, or try again in ten minutes.`;
  }
  if (maxUses !== null && useCount >= maxUses) return `All uses of the coupon ${code} are taken.`;
  return null;
}

/** What it takes off each line; refused where it takes off nothing. */
export function discountFor(coupon: UsableCoupon, lines: readonly CouponLine[]): LineDiscount[] {
  const { code, terms, sellerName } = coupon;
  const why = whyNotForLines(terms, lines);
  if (why === 'other-sellers') {
    const shop = sellerName ? `from ${sellerName}` : 'from one shop';
    throw refused(
      'unprocessable',
      `The coupon ${code} is only good for things ${shop}. There are none here.`,
    );
  }
  if (why === 'nothing-eligible') {
    throw refused('unprocessable', `The coupon ${code} is not good for anything here.`);
  }
  if (why === 'minimum') {
    const missing = formatCents(terms.minimumCents - eligibleCents(terms, lines));
    const what = isForEverything(terms) ? 'orders' : 'orders of what it covers';
    throw refused(
      'unprocessable',
      `The coupon ${code} is for ${what} of ${formatCents(terms.minimumCents)} or more. ${missing} is missing.`,
    );
  }
  const discounts = discountLines(terms, lines);
  if (sumCents(discounts.map(({ discountCents }) => discountCents)) === 0) {
    throw refused('unprocessable', `The coupon ${code} would take less than a cent off.`);
  }
  return discounts;
}

function isForEverything({ sellerId, kinds, items, sellers }: CouponTerms): boolean {
  return sellerId === null && kinds.length + items.length + sellers.length === 0;
}

/** Each is looked at once more by whoever lost: then it is refused in words, or another turn is free. */
const LIMITS = new Set(['coupons_uses', 'coupon_uses_turn', 'coupon_uses_first_order', 'coupon_uses_order']);
const LOCK_TIMEOUT = '55P03';

/** How many payments may wait for an answer at once and keep a shared coupon from others. A school has one network. */
const WAITING_AT_MOST = { person: 2, card: 2, network: 10 };
/** A card that is declined again and again would keep a use from others for as long as each try takes. */
const FAILURES_AT_MOST = 5;
const FAILURES_MS = 10 * 60_000;

export type Claiming = {
  person: { userId: number | null; email: string };
  orderId: number;
  discountCents: number;
  now: Date;
  origin: HoldOrigin;
};

/** The last thing a transaction does: everybody else who wants it waits from here to its end. */
export async function claimCoupon(
  tx: Tx,
  { id: couponId, updatedAt, isShared }: UsableCoupon,
  { person, ...use }: Claiming,
): Promise<void> {
  const claim = { ...use, couponId, updatedAt, person: couponUserKey(person) };
  await insideLimits(async () => {
    if (!(await countUse(tx, claim))) throw new CouponMoved();
    if (isShared) await refuseHoarding(tx, claim);
    await insertUse(tx, claim);
  });
}

/** For an order whose payment has arrived. Throws CouponMoved where others took the last use meanwhile. */
export async function claimForPaid(
  tx: Tx,
  { code, person, ...use }: Omit<Claiming, 'origin'> & { code: string },
): Promise<void> {
  if (await hasUse(tx, use)) return;
  const couponId = await findCouponId(tx, { code });
  if (couponId === null) return;
  const claim = { ...use, couponId, person: couponUserKey(person), origin: { network: null, card: null } };
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
      'This card was tried several times with this coupon. Nothing was charged; use another card, or try again in ten minutes.',
    );
  }
  if (isHoarding(await countWaiting(tx, claim))) {
    throw refused(
      'conflict',
      'Other payments with this coupon still wait for an answer. Nothing was charged; finish those, or try again in ten minutes.',
    );
  }
}

const isHoarding = ({ person, card, network }: typeof WAITING_AT_MOST): boolean =>
  person >= WAITING_AT_MOST.person || card >= WAITING_AT_MOST.card || network >= WAITING_AT_MOST.network;

/**
 * The bank asks the buyer, so the use is kept for a while. Of too many at once some go on without: their use is claimed
 * when they are paid, or the money goes back.
 */
export async function confirmOrReleaseCoupon(
  tx: Tx,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  const hold = await lockSharedHold(tx, { orderId });
  if (hold && isHoarding(await countWaiting(tx, hold))) await releaseUse(tx, { orderId, now });
}

/** The payment came to nothing: others can use it at once. */
export async function releaseCoupon(tx: Tx, { orderId, now }: { orderId: number; now: Date }): Promise<void> {
  await releaseUse(tx, { orderId, now });
}

export { hasUse as holdsCoupon, redeemCouponSql } from './coupon.queries.ts';

/** Fingerprints are kept only for as long as tries are counted. */
export async function eraseCouponCards(db: DbOrTx, { now }: { now: Date }): Promise<void> {
  await clearCouponCards(db, { before: new Date(now.getTime() - FAILURES_MS) });
}

export function couponIsBusy(): AppError {
  return refused(
    'conflict',
    'Many people are using this coupon right now. Nothing was charged; try again in a minute.',
  );
}
