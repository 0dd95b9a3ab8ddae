// Whether a coupon is good for a purchase, what it takes off, and its claim: refused in sentences, decided by constraints.
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { databaseErrorCode, violatedConstraint } from '#server/db/transaction.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import {
  discountLines,
  eligibleCents,
  whyNotForLines,
  type CouponLine,
  type CouponTerms,
  type LineDiscount,
} from '#shared/features/coupon/coupon.rules.ts';
import { formatDay } from '#shared/dates.ts';
import { formatCents, sumCents } from '#shared/money.ts';
import {
  findCouponFor,
  insertUse,
  personKey,
  type CouponPerson,
  type FoundCoupon,
} from './coupon.queries.ts';

export type { CouponPerson } from './coupon.queries.ts';

export type UsableCoupon = {
  id: number;
  code: string;
  terms: CouponTerms;
  sellerName: string | null;
  updatedAt: Date;
  /** An order that was begun and left must not keep it from others for long. */
  isScarce: boolean;
  /** An earlier order of theirs that holds it and looks given up: it must end first. */
  heldBy: number | null;
};

/** Changed or claimed by others since it was looked at: look again. */
export class CouponMoved extends Error {}

function refused(code: ErrorCode, message: string): AppError {
  return new AppError(code, message, [{ path: 'couponCode', message }]);
}

type Asking = { person: CouponPerson; exceptOrderId: number | null; now: Date };

/** Good for this person now; whether for what they buy is asked by `discountFor`. */
export async function requireCoupon(db: DbOrTx, code: string, asking: Asking): Promise<UsableCoupon> {
  const found = await findCouponFor(db, { code, ...asking });
  if (!found) throw refused('not_found', `There is no coupon “${code.trim()}”. Check how it is written.`);
  const { coupon } = found;
  const refusal = whyNotNow(found, asking.now);
  if (refusal) throw refused('conflict', refusal);
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
    return `The coupon ${code} is for a first order, and another order of yours has one. Finish that one, or try again in half an hour.`;
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
const LIMITS = new Set(['coupons_uses', 'coupon_uses_turn', 'coupon_uses_first_order']);
const LOCK_TIMEOUT = '55P03';

/** The last thing a transaction does: everybody else who wants it waits from here to its end. */
export async function claimCoupon(
  tx: Tx,
  coupon: UsableCoupon,
  {
    person,
    ...use
  }: { person: { userId: number | null; email: string }; orderId: number; discountCents: number; now: Date },
): Promise<void> {
  const claim = {
    ...use,
    couponId: coupon.id,
    updatedAt: coupon.updatedAt,
    person: personKey(person) ?? '',
  };
  const isClaimed = await insertUse(tx, claim).catch((error: unknown) => {
    if (LIMITS.has(violatedConstraint(error) ?? '')) throw new CouponMoved();
    if (databaseErrorCode(error) === LOCK_TIMEOUT) throw couponIsBusy();
    throw error;
  });
  if (!isClaimed) throw new CouponMoved();
}

export function couponIsBusy(): AppError {
  return refused(
    'conflict',
    'Many people are using this coupon right now. Nothing was charged; try again in a minute.',
  );
}
