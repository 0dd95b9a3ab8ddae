// A cart is priced as a whole: each item is paid for once, whatever was added first, and buying together never costs
// more than buying separately.
import { describe, expect, it } from 'vitest';
import { sumCents } from '#shared/money.ts';
import { divideCents, heldOf, priceCart, type EarlierPurchase, type LineToPrice } from './pricing.rules.ts';

type Thing = { key: string; priceCents: number };
const COURSE: Thing = { key: 'course 1', priceCents: 6000 };
const PLAN: Thing = { key: 'resource 2', priceCents: 6500 };

const partOf = (thing: Thing, sources: readonly EarlierPurchase[] = []) => ({ ...thing, sources });
const single = (thing: Thing, quantity = 1): LineToPrice => ({
  key: thing.key,
  isBundle: false,
  unitPriceCents: thing.priceCents,
  quantity,
  parts: [partOf(thing)],
});
const bundle = (
  id: number,
  unitPriceCents: number,
  things: readonly Thing[],
  paid: ReadonlyMap<string, EarlierPurchase[]> = new Map(),
  quantity = 1,
): LineToPrice => ({
  key: `bundle ${id}`,
  isBundle: true,
  unitPriceCents,
  quantity,
  parts: things.map((thing) => partOf(thing, paid.get(thing.key))),
});
const totalOf = (lines: readonly LineToPrice[]) =>
  sumCents(priceCart(lines).map(({ amountCents }) => amountCents));
const paidBefore = (partId: number, cents: number): EarlierPurchase => ({
  partId,
  cents,
  wholeCents: cents,
  netCents: cents,
  leftCents: cents,
});

it('an item that costs less alone than its share of a bundle is still paid for alone', () => {
  const cheap = { ...single(COURSE), unitPriceCents: 3000 };
  const offer = bundle(1, 9500, [COURSE, PLAN]);
  for (const cart of [
    [cheap, offer],
    [offer, cheap],
  ]) {
    expect(totalOf(cart)).toBe(9500);
  }
});

describe('a course and a bundle that contains it', () => {
  // 95 is split 60 : 65, so the course is worth 45.60 of it.
  const offer = bundle(1, 9500, [COURSE, PLAN]);

  it('cost 109.40 in one cart, in either order', () => {
    const prices = priceCart([single(COURSE), offer]);
    expect(prices.map(({ amountCents }) => amountCents)).toEqual([6000, 4940]);
    expect(prices[1]?.deductions).toEqual([{ at: 0, cents: 4560, from: { line: 0, at: 0 } }]);
    expect(totalOf([offer, single(COURSE)])).toBe(10_940);
  });

  it("with several seats: only the buyer's own seat is deducted", () => {
    expect(totalOf([single(COURSE, 3), offer])).toBe(3 * 6000 + 4940);
    expect(totalOf([single(COURSE), { ...offer, quantity: 3 }])).toBe(6000 + 3 * 9500 - 4560);
  });

  it('cost no less than was paid for the course', () => {
    const paid = (cents: number) => new Map([[COURSE.key, [paidBefore(9, cents)]]]);
    expect(totalOf([bundle(1, 9500, [COURSE, PLAN], paid(6000))])).toBe(4940);
    expect(totalOf([bundle(1, 9500, [COURSE, PLAN], paid(1000))])).toBe(8500);
    expect(totalOf([bundle(1, 9500, [COURSE, PLAN], paid(0))])).toBe(9500);
  });
});

it('two bundles that share an item: it is paid for once, where it costs most', () => {
  const first = bundle(1, 9500, [COURSE, PLAN]);
  const second = bundle(2, 5000, [COURSE, { key: 'resource 3', priceCents: 4000 }]);
  // The course is worth 45.60 of the first and 30.00 of the second.
  for (const cart of [
    [first, second],
    [second, first],
  ]) {
    expect(totalOf(cart)).toBe(9500 + 5000 - 3000);
  }
  expect(totalOf([first, single(COURSE), second])).toBe(6000 + (9500 - 4560) + (5000 - 3000));
});

it("a deduction's hold follows what was paid: less with a coupon, more with tax, never more than there was", () => {
  expect(heldOf(4560, { baseCents: 6000, wholeCents: 6000 })).toBe(4560);
  expect(heldOf(4560, { baseCents: 6000, wholeCents: 3000 })).toBe(2280);
  expect(heldOf(4560, { baseCents: 6000, wholeCents: 6480 })).toBe(4925);
  expect(heldOf(6000, { baseCents: 3000, wholeCents: 3000 })).toBe(3000);
  expect(heldOf(100, { baseCents: 0, wholeCents: 0 })).toBe(0);
});

/** The same numbers in every run. */
function dice(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % (most + 1);
  };
}

function shuffled<T>(of: readonly T[], upTo: (most: number) => number): T[] {
  const rest = [...of];
  return of.flatMap(() => rest.splice(upTo(rest.length - 1), 1));
}

/** Bought one after another: each line alone, with earlier payments as its sources. */
function costInSequence(lines: readonly LineToPrice[]): number {
  const paid = new Map<string, EarlierPurchase[]>();
  let total = 0;
  let partId = 0;
  for (const line of lines) {
    const parts = line.parts.map((part) => ({ ...part, sources: paid.get(part.key) ?? [] }));
    const [price] = priceCart([{ ...line, parts }]);
    total += price?.amountCents ?? 0;
    const shares = divideCents(
      line.unitPriceCents,
      line.parts.map((part) => part.priceCents),
    );
    for (const [at, { key }] of line.parts.entries()) {
      const off = sumCents(
        (price?.deductions ?? []).filter((one) => one.at === at).map(({ cents }) => cents),
      );
      const own = (shares[at] ?? 0) - off;
      if (own > 0) paid.set(key, [...(paid.get(key) ?? []), paidBefore((partId += 1), own)]);
    }
  }
  return total;
}

it('2000 random carts: the same total in any order, never negative, never above the separate prices', () => {
  const upTo = dice(20);
  for (let cart = 0; cart < 2000; cart++) {
    const things = Array.from({ length: 2 + upTo(4) }, (_, at) => ({
      key: `resource ${at}`,
      priceCents: upTo(9999),
    }));
    const singles = things.filter(() => upTo(2) === 0).map((thing) => single(thing, 1 + upTo(2)));
    const bundles = Array.from({ length: 1 + upTo(2) }, (_, id) => {
      const inside = things.filter(() => upTo(1) === 0);
      const apart = sumCents(inside.map(({ priceCents }) => priceCents));
      return { ...bundle(id, upTo(apart), inside), quantity: 1 + upTo(2) };
    }).filter(({ parts }) => parts.length > 0);
    const lines = [...singles, ...bundles];
    const prices = priceCart(lines);
    const total = totalOf(lines);
    const about = `cart ${cart}`;
    for (const { partCents, amountCents, ownedCents } of prices) {
      expect(partCents.every((cents) => cents >= 0) && ownedCents >= 0, about).toBe(true);
      expect(sumCents(partCents), about).toBe(amountCents);
    }
    expect(total, about).toBeLessThanOrEqual(
      sumCents(lines.map(({ unitPriceCents, quantity }) => unitPriceCents * quantity)),
    );
    for (let turn = 0; turn < 3; turn++) {
      const order = shuffled(lines, upTo);
      expect(totalOf(order), about).toBe(total);
      // Items bought separately are rejected once they are owned, so they come before the bundles.
      const sequence = order.toSorted((a, b) => Number(a.isBundle) - Number(b.isBundle));
      expect(total, about).toBeLessThanOrEqual(costInSequence(sequence));
    }
  }
});

it('a bundle deducts nothing if nothing was paid before', () => {
  const paid = new Map([[COURSE.key, [paidBefore(9, 0)]]]);
  expect(priceCart([bundle(1, 9500, [COURSE, PLAN], paid)])[0]?.deductions).toEqual([]);
});

it('bundles in which an item costs the same: it is paid for in the same one, whatever the order of lines', () => {
  const [a, b] = [bundle(1, 6000, [COURSE]), bundle(2, 6000, [COURSE])];
  const deducted = (cart: readonly LineToPrice[]) =>
    priceCart(cart).flatMap(({ ownedCents }, at) => (ownedCents > 0 ? [cart[at]?.key] : []));
  expect(deducted([a, b])).toEqual(['bundle 2']);
  expect(deducted([b, a])).toEqual(['bundle 2']);
});
