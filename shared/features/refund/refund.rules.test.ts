import { describe, expect, it } from 'vitest';
import {
  moneyRemainder,
  moneyReturnsOf,
  refundableRemainder,
  refundWindowEnd,
  returnsOf,
  withHolds,
  type RefundablePart,
} from './refund.rules.ts';

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

const after = (part: RefundablePart, returns: ReturnType<typeof returnsOf>): RefundablePart => {
  const back = returns.find(({ partId }) => partId === part.partId);
  if (!back) return part;
  return {
    ...part,
    returnedCents: part.returnedCents + back.amountCents,
    returnedTaxCents: part.returnedTaxCents + back.taxCents,
    returnedShareCents: part.returnedShareCents + back.shareCents,
  };
};

const feeBack = (part: RefundablePart) =>
  part.returnedCents - part.returnedTaxCents - part.returnedShareCents;
const feeOf = (part: RefundablePart) => part.wholeCents - part.taxCents - part.shareCents;

/**
 * Nobody returns more than they have, nor deviates from the exact proportion by more than the rounding of three shares.
 */
function isFair(part: RefundablePart): boolean {
  const sides = [
    [part.returnedTaxCents, part.taxCents],
    [part.returnedShareCents, part.shareCents],
    [feeBack(part), feeOf(part)],
  ] as const;
  return (
    refundableRemainder(part) >= 0 &&
    sides.every(
      ([back, all]) =>
        back >= 0 &&
        back <= all &&
        Math.abs(back * part.wholeCents - all * part.returnedCents) <= 2 * part.wholeCents,
    )
  );
}

it('a refund can be requested for seven days, to the millisecond, unless all was refunded', () => {
  const paidAt = new Date('2026-11-01T10:00:00Z');
  const end = new Date('2026-11-08T10:00:00Z');
  const justBefore = new Date(end.getTime() - 1);
  expect(refundWindowEnd({ paidAt, state: 'paid' }, justBefore)).toEqual(end);
  expect(refundWindowEnd({ paidAt, state: 'paid' }, end)).toBeNull();
  expect(refundWindowEnd({ paidAt, state: 'refunded' }, justBefore)).toBeNull();
  expect(refundWindowEnd({ paidAt: null, state: 'pending' }, justBefore)).toBeNull();
});

describe('splitting a refund', () => {
  it('is in proportion and never takes more than is left, in any number of steps', () => {
    const next = numbers(7);
    const roll = (most: number) => next.next().value % (most + 1);
    const wrong: unknown[] = [];
    for (let round = 0; round < 2000; round++) {
      let parts: RefundablePart[] = Array.from({ length: 1 + (round % 5) }, (_, partId) => {
        const [taxCents, shareCents, fee] = [roll(round % 3 ? 0 : 900), roll(9000), roll(2000)];
        const wholeCents = taxCents + shareCents + fee;
        const nothing = { returnedCents: 0, returnedTaxCents: 0, returnedShareCents: 0 };
        return { partId, lineId: partId, sellerId: 3, wholeCents, taxCents, shareCents, ...nothing };
      });
      for (let step = 0; step < 12; step++) {
        const left = parts.reduce((all, part) => all + refundableRemainder(part), 0);
        const amount = step === 11 ? left : Math.min(left, 1 + roll(Math.ceil(left / 3)));
        const returns = returnsOf(parts, amount);
        if (returns.reduce((all, back) => all + back.amountCents, 0) !== amount)
          wrong.push({ amount, returns });
        parts = parts.map((part) => after(part, returns));
        wrong.push(...parts.filter((part) => !isFair(part)));
      }
      wrong.push(
        ...parts.filter(
          (part) => part.returnedTaxCents !== part.taxCents || part.returnedShareCents !== part.shareCents,
        ),
      );
    }
    expect(wrong).toEqual([]);
  });

  it('ten refunds of a tenth are the whole', () => {
    let part: RefundablePart = {
      partId: 1,
      lineId: 1,
      sellerId: 3,
      wholeCents: 2999,
      taxCents: 0,
      shareCents: 2549,
      returnedCents: 0,
      returnedTaxCents: 0,
      returnedShareCents: 0,
    };
    for (const amount of [300, 300, 300, 300, 300, 300, 300, 300, 300, 299]) {
      part = after(part, returnsOf([part], amount));
    }
    expect(part).toMatchObject({ returnedCents: 2999, returnedShareCents: 2549 });
  });
});

describe('what a bundle holds of a purchase', () => {
  const part: RefundablePart = {
    partId: 1,
    lineId: 10,
    sellerId: 3,
    wholeCents: 1000,
    taxCents: 0,
    shareCents: 850,
    returnedCents: 0,
    returnedTaxCents: 0,
    returnedShareCents: 0,
  };
  const hold = { deductionId: 1, partId: 1, lineId: 20, title: 'Year One', heldCents: 400 };
  const held = (parts: RefundablePart[], holds: (typeof hold)[], gone: number[] = []) =>
    withHolds(parts, holds, new Set(gone)).map(({ heldCents }) => heldCents);

  it('stays paid while the bundle is kept, and only that', () => {
    expect(held([part, { ...part, partId: 2 }], [hold])).toEqual([400, 0]);
    expect(withHolds([part], [hold], new Set()).map(refundableRemainder)).toEqual([600]);
  });

  it('is released once the bundle is refunded too', () => {
    expect(held([part], [hold], [20])).toEqual([0]);
    expect(held([part], [hold], [10])).toEqual([400]);
  });

  it('is the largest of several claims, not their sum', () => {
    const holds = [hold, { ...hold, lineId: 21, heldCents: 700 }, { ...hold, lineId: 22, heldCents: 100 }];
    expect(held([part], holds)).toEqual([700]);
    expect(held([part], holds, [21])).toEqual([400]);
  });

  it('is never more than is left', () => {
    expect(held([{ ...part, returnedCents: 750 }], [hold])).toEqual([250]);
  });
});

describe('a refund in parts', () => {
  /** $10.80 paid: 80 cents of tax, $8.50 of it the seller’s, $1.50 the platform’s. */
  const part: RefundablePart = {
    partId: 1,
    lineId: 1,
    sellerId: 3,
    wholeCents: 1080,
    taxCents: 80,
    shareCents: 850,
    returnedCents: 0,
    returnedTaxCents: 0,
    returnedShareCents: 0,
  };

  it('takes from tax, seller and platform in proportion', () => {
    expect(returnsOf([part], 540)).toEqual([
      { partId: 1, amountCents: 540, taxCents: 40, shareCents: 425, creditCents: 0 },
    ]);
    expect(returnsOf([part], 1)).toEqual([
      { partId: 1, amountCents: 1, taxCents: 0, shareCents: 1, creditCents: 0 },
    ]);
  });

  it('ends with the last cent of each', () => {
    const half = after(part, returnsOf([part], 541));
    expect(after(half, returnsOf([half], 539))).toMatchObject({
      returnedCents: 1080,
      returnedTaxCents: 80,
      returnedShareCents: 850,
    });
  });

  it('takes nothing from a fully refunded part', () => {
    const gone = { ...part, returnedCents: 1080, returnedTaxCents: 80, returnedShareCents: 850 };
    expect(returnsOf([gone, { ...part, partId: 2 }], 100).map(({ partId }) => partId)).toEqual([2]);
  });
});

describe('a part paid with booking credit', () => {
  const start = {
    taxCents: 540,
    shareCents: 5100,
    returnedTaxCents: 0,
    returnedShareCents: 0,
    returnedCents: 0,
  };
  const back = (part: RefundablePart, [one]: ReturnType<typeof returnsOf>): RefundablePart => ({
    ...part,
    returnedCents: part.returnedCents + (one?.amountCents ?? 0),
    returnedTaxCents: part.returnedTaxCents + (one?.taxCents ?? 0),
    returnedShareCents: part.returnedShareCents + (one?.shareCents ?? 0),
    returnedCreditCents: (part.returnedCreditCents ?? 0) + (one?.creditCents ?? 0),
  });

  it('returns money and credit in proportion, in any steps, and all of both in the end', () => {
    for (const creditCents of [1, 1999, 2500, 6000]) {
      let part: RefundablePart = {
        partId: 1,
        lineId: 1,
        sellerId: 7,
        wholeCents: 6540,
        creditCents,
        ...start,
      };
      for (let step = 1; refundableRemainder(part) > 0; step += 97) {
        part = back(part, returnsOf([part], Math.min(step, refundableRemainder(part))));
        const due = (creditCents * part.returnedCents) / part.wholeCents;
        expect(Math.abs((part.returnedCreditCents ?? 0) - due)).toBeLessThanOrEqual(1);
        expect(moneyRemainder(part)).toBeGreaterThanOrEqual(0);
      }
      expect(part).toMatchObject({ returnedCreditCents: creditCents, returnedShareCents: 5100 });
    }
  });

  it('loses only money to a bank; the rest is credit', () => {
    const part: RefundablePart = {
      partId: 1,
      lineId: 1,
      sellerId: 7,
      wholeCents: 6540,
      creditCents: 2500,
      ...start,
    };
    expect(moneyRemainder(part)).toBe(4040);
    const lost = back(part, moneyReturnsOf([part], 4040));
    expect(moneyRemainder(lost)).toBe(0);
    expect(returnsOf([lost], 2500)).toMatchObject([{ amountCents: 2500, creditCents: 2500 }]);
  });
});
