// A coupon's discount on the lines it covers, exact to the cent, whatever the numbers.
import { describe, expect, it } from 'vitest';
import { feeOf, priceLine } from '#shared/features/checkout/pricing.rules.ts';
import {
  couponKey,
  discountLines,
  eligibleCents,
  isEligible,
  whyNotForLines,
  wireCents,
  couponValueLabel,
  couponValue,
  type CouponLine,
  type CouponTerms,
  type LineDiscount,
} from './coupon.rules.ts';
import { COUPON_ITEM_KINDS } from './coupon.states.ts';

it('codes ignore case and surrounding spaces', () => {
  expect(couponKey(' Welcome10 ')).toBe(couponKey('WELCOME10'));
  expect(couponKey('WELCOME10')).not.toBe(couponKey('WELCOME1'));
});

it('an unset amount stays unset in the API', () => {
  expect([null, 0, 1250].map(wireCents)).toEqual([null, '0.00', '12.50']);
});

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const TERMS: CouponTerms = {
  sellerId: null,
  kind: 'percent',
  percent: 10,
  amountCents: null,
  kinds: [],
  items: [],
  sellers: [],
  minimumCents: 0,
};
const fixed = (amountCents: number, rest: Partial<CouponTerms> = {}): CouponTerms => ({
  ...TERMS,
  kind: 'fixed',
  percent: null,
  amountCents,
  ...rest,
});
const line = (amountCents: number, rest: Partial<CouponLine> = {}): CouponLine => ({
  itemType: 'resource',
  itemId: 1,
  kind: 'resource',
  sellerId: 7,
  amountCents,
  partCents: [amountCents],
  ...rest,
});
const course = line(9900, { itemType: 'course', itemId: 5, kind: 'course', sellerId: null });
const certification = line(19_900, { itemType: 'course', itemId: 6, kind: 'certification', sellerId: null });

describe('what a coupon covers', () => {
  it.each<[string, Partial<CouponTerms>, CouponLine, boolean]>([
    ['everything, where nothing is named', {}, course, true],
    ['a kind', { kinds: ['course'] }, course, true],
    ['a kind, which certifications are not', { kinds: ['course'] }, certification, false],
    ['certifications', { kinds: ['certification'] }, certification, true],
    ['a thing', { items: [{ itemType: 'course', itemId: 5 }] }, course, true],
    ['another thing of the same number', { items: [{ itemType: 'resource', itemId: 5 }] }, course, false],
    ['another of the same kind', { items: [{ itemType: 'course', itemId: 6 }] }, course, false],
    [
      'one kind or one thing, and nothing else',
      { kinds: ['bundle'], items: [{ itemType: 'course', itemId: 6 }] },
      course,
      false,
    ],
    ['one kind or one seller, and nothing else', { kinds: ['bundle'], sellers: [8] }, line(100), false],
    ['a seller', { sellers: [7, 8] }, line(100), true],
    ['another seller', { sellers: [8] }, line(100), false],
    ['the house’s things are no seller’s', { sellers: [7] }, course, false],
    ['any of what is named', { kinds: ['bundle'], sellers: [7] }, line(100), true],
    ['a seller’s own, for their own things', { sellerId: 7 }, line(100), true],
    ['a seller’s own, for another’s', { sellerId: 8 }, line(100), false],
    ['a seller’s own, for the house’s', { sellerId: 7 }, course, false],
    ['a seller’s own of a kind', { sellerId: 7, kinds: ['bundle'] }, line(100), false],
  ])('%s', (_, terms, bought, isGood) => {
    expect(isEligible({ ...TERMS, ...terms }, bought)).toBe(isGood);
  });

  it('explains why there is no discount', () => {
    const why = (terms: Partial<CouponTerms>, lines: CouponLine[]) =>
      whyNotForLines({ ...TERMS, ...terms }, lines);
    expect(why({}, [line(100)])).toBe(null);
    expect(why({ kinds: ['bundle'] }, [line(100)])).toBe('nothing-eligible');
    expect(why({ sellerId: 8 }, [line(100)])).toBe('other-sellers');
    expect(why({ sellerId: 7, kinds: ['bundle'] }, [line(100)])).toBe('nothing-eligible');
    expect(why({ sellerId: 7, kinds: ['bundle'] }, [line(100), course])).toBe('nothing-eligible');
    expect(why({ minimumCents: 10_000 }, [line(9999)])).toBe('minimum');
    expect(why({ minimumCents: 10_000 }, [line(9999), line(1)])).toBe(null);
    // Only covered lines count toward the minimum.
    expect(why({ minimumCents: 10_000, kinds: ['resource'] }, [line(100), course])).toBe('minimum');
    expect(why({ percent: 1 }, [line(49)])).toBe('worthless');
  });
});

describe('the discount', () => {
  it.each([
    [TERMS, 2400, 240],
    [TERMS, 5, 1],
    [TERMS, 4, 0],
    [{ ...TERMS, percent: 100 }, 99_999_999, 99_999_999],
    [fixed(500), 2400, 500],
    [fixed(500), 300, 300],
    [fixed(500), 0, 0],
  ])('%j of %i cents', (terms, cents, off) => {
    expect(couponValue(terms, cents)).toBe(off);
  });

  it('is split over the covered lines by their price', () => {
    const lines = [line(1000), course, line(2000, { itemId: 2, partCents: [500, 1500] })];
    expect(discountLines(fixed(300, { sellers: [7] }), lines)).toEqual([
      { discountCents: 100, partCents: [100] },
      { discountCents: 0, partCents: [0] },
      { discountCents: 200, partCents: [50, 150] },
    ]);
  });

  it('is nothing if no line is covered', () => {
    expect(
      discountLines(fixed(300, { kinds: ['bundle'] }), [line(0), line(1000, { partCents: [400, 600] })]),
    ).toEqual([
      { discountCents: 0, partCents: [0] },
      { discountCents: 0, partCents: [0, 0] },
    ]);
  });

  it('is described in words', () => {
    expect([couponValueLabel(TERMS), couponValueLabel(fixed(1250))]).toEqual(['10% off', '$12.50 off']);
  });
});

/** The same numbers in every run. */
function randomly(seed: number) {
  let at = seed;
  return (below: number) => {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((at / 2_147_483_648) * below);
  };
}

describe('10,000 random carts', () => {
  it("never below zero, exact to the cent, and never off lines it doesn't cover", () => {
    const random = randomly(20_261_116);
    let worked = 0;
    for (let round = 0; round < 10_000; round++) {
      const lines = Array.from({ length: 1 + random(8) }, (_, at) => randomLine(random, at));
      const terms = randomTerms(random);
      const discounts = discountLines(terms, lines);
      const off = sum(discounts.map(({ discountCents }) => discountCents));
      const isRight = isExact(terms, eligibleCents(terms, lines), off);
      const areRight = lines.every((bought, at) => isFair(terms, bought, discounts[at], random(10_001)));
      if (!isRight || !areRight) expect.fail(JSON.stringify({ terms, lines, discounts }));
      if (off > 0) worked += 1;
    }
    expect(worked).toBeGreaterThan(4000);
  });
});

function isExact(terms: CouponTerms, eligible: number, off: number): boolean {
  if (off > eligible || off < 0) return false;
  if (terms.kind === 'fixed') return off === Math.min(terms.amountCents ?? 0, eligible);
  return Math.abs(off - (eligible * (terms.percent ?? 0)) / 100) <= 0.5;
}

/** No part becomes negative or more expensive, and neither fee nor share exceeds what was paid. */
function isFair(
  terms: CouponTerms,
  bought: CouponLine,
  discount: LineDiscount | undefined,
  feePoints: number,
): boolean {
  if (!discount || sum(discount.partCents) !== discount.discountCents) return false;
  if (!isEligible(terms, bought) && discount.discountCents !== 0) return false;
  return bought.partCents.every((cents, at) => {
    const paid = cents - (discount.partCents[at] ?? Number.NaN);
    return paid >= 0 && paid <= cents && feeOf(paid, feePoints) <= paid;
  });
}

type Random = ReturnType<typeof randomly>;

function randomLine(random: Random, itemId: number): CouponLine {
  const kind = COUPON_ITEM_KINDS[random(4)] ?? 'resource';
  const parts = Array.from({ length: kind === 'bundle' ? 2 + random(5) : 1 }, () => ({
    priceCents: random(4) === 0 ? random(3) : random(20_000),
    paidCents: random(5) === 0 ? random(9999) : 0,
  }));
  const price = Math.floor((sum(parts.map(({ priceCents }) => priceCents)) * (50 + random(50))) / 100);
  const { amountCents, partCents } = priceLine(price, 1 + random(4), parts);
  const itemType = kind === 'certification' ? 'course' : kind;
  const sellerId = itemType === 'course' ? null : ([null, 7, 8, 9][random(4)] ?? null);
  return { itemType, itemId, kind, sellerId, amountCents, partCents };
}

function randomTerms(random: Random): CouponTerms {
  const worth =
    random(2) === 0
      ? { kind: 'percent' as const, percent: 1 + random(100), amountCents: null }
      : { kind: 'fixed' as const, percent: null, amountCents: 1 + random(random(3) === 0 ? 100 : 60_000) };
  const named = random(3);
  return {
    ...TERMS,
    ...worth,
    sellerId: random(3) === 0 ? 7 : null,
    kinds: named === 1 ? COUPON_ITEM_KINDS.filter(() => random(2) === 0) : [],
    items: named === 2 ? [{ itemType: 'resource', itemId: random(8) }] : [],
    sellers: named === 2 ? [8, 9] : [],
  };
}
