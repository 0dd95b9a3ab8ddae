// Prices are split to the cent, whatever the numbers.
import { describe, expect, it } from 'vitest';
import { saleLines, undone } from '#shared/features/ledger/ledger.rules.ts';
import { divideCents, feeOf, priceLine } from './pricing.rules.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number> {
  for (let at = seed; ;) {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield at;
  }
}

describe('splitting an amount', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [0, [5, 5], [0, 0]],
    [10, [0, 0], [5, 5]],
    [7, [1], [7]],
    [1, [1000, 1], [1, 0]],
    [99_999_999, [1, 2], [33_333_333, 66_666_666]],
    // A remainder goes to the first of equal shares.
    [101, [1, 1], [51, 50]],
    [5, [1, 1, 1, 1], [2, 1, 1, 1]],
    [8, [1, 2, 1, 2], [1, 3, 1, 3]],
    [5, [], []],
  ])('%i by %j', (total, weights, shares) => {
    expect(divideCents(total, weights)).toEqual(shares);
  });

  it('loses no cent, and no share is off by a cent or more', () => {
    const next = numbers(7);
    for (let round = 0; round < 2000; round++) {
      const total = next.next().value % 10_000_000;
      const weights = Array.from({ length: 1 + (round % 20) }, () => next.next().value % 100_000);
      const shares = divideCents(total, weights);
      expect(sum(shares)).toBe(total);
      const whole = sum(weights);
      if (whole === 0) continue;
      for (const [at, share] of shares.entries()) {
        expect(Math.abs(share - (total * (weights[at] ?? 0)) / whole)).toBeLessThan(1);
      }
    }
  });
});

describe('a line', () => {
  const parts = [{ priceCents: 3000 }, { priceCents: 1000, paidCents: 1000 }];

  it('of a single item is its price times seats', () => {
    const line = priceLine(2400, 3, [{ priceCents: 2400 }]);
    expect(line).toEqual({ unitPriceCents: 2400, ownedCents: 0, amountCents: 7200, partCents: [7200] });
  });

  it('of a bundle costs less by what its buyer paid before', () => {
    expect(priceLine(3000, 1, parts)).toEqual({
      unitPriceCents: 3000,
      ownedCents: 750,
      amountCents: 2250,
      partCents: [2250, 0],
    });
  });

  it("of several seats: only the buyer's own seat costs less", () => {
    const line = priceLine(3000, 3, parts);
    expect(line).toMatchObject({ ownedCents: 750, amountCents: 8250, partCents: [6750, 1500] });
  });

  it('is never reduced by more than was paid', () => {
    expect(priceLine(3000, 1, [{ priceCents: 3000 }, { priceCents: 1000, paidCents: 400 }])).toMatchObject({
      ownedCents: 400,
      partCents: [2250, 350],
    });
  });
});

describe('the ledger', () => {
  it('a fee is rounded to the cent; the platform keeps all of its own sales', () => {
    expect([feeOf(100, 1500), feeOf(3, 1500), feeOf(10, 1500), feeOf(0, 1500), feeOf(250, null)]).toEqual([
      15, 0, 2, 0, 250,
    ]);
  });

  it('a sale and its reversal sum to zero, however it is split', () => {
    const next = numbers(11);
    for (let round = 0; round < 500; round++) {
      const parts = Array.from({ length: 1 + (round % 9) }, () => {
        const sellerId = [null, 3, 4, 5][next.next().value % 4] ?? null;
        const amountCents = next.next().value % 500_000;
        const discountCents = next.next().value % (amountCents + 1);
        const taxCents = next.next().value % 5000;
        const feeCents = feeOf(amountCents - discountCents, sellerId && 1500);
        return { sellerId, amountCents, discountCents, taxCents, feeCents };
      });
      const lines = saleLines(parts);
      expect(sum(lines.map((line) => line.amountCents))).toBe(0);
      expect(lines[0]?.amountCents).toBe(
        sum(parts.map((part) => part.amountCents - part.discountCents + part.taxCents)),
      );
      expect(new Set(lines.map((line) => `${line.account} ${line.sellerId}`)).size).toBe(lines.length);
      expect(sum([...lines, ...undone(lines)].map((line) => line.amountCents))).toBe(0);
    }
  });
});
