// How the price of a line is calculated and divided, exact to the cent.

/** The default platform fee on a sale, in basis points. */
export const DEFAULT_FEE_POINTS = 1500;

/**
 * Divides cents by weights: every share rounded down, the remainder given cent by cent to the largest fractions.
 * The shares add up to the total exactly; if all weights are zero, the shares are equal.
 */
export function divideCents(total: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const parts = sum > 0 ? weights : weights.map(() => 1);
  const whole = BigInt(sum > 0 ? sum : weights.length);
  const exact = parts.map((weight) => BigInt(total) * BigInt(weight));
  const shares = exact.map((product) => Number(product / whole));
  const lost = exact.map((product, at) => ({ at, remainder: product % whole }));
  lost.sort((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1));
  let left = total - shares.reduce((all, share) => all + share, 0);
  for (const { at } of lost) {
    if (left-- <= 0) break;
    shares[at] = (shares[at] ?? 0) + 1;
  }
  return shares;
}

export type PricedPart = {
  /** `course 7`: the same item in another line is paid for once. */
  key: string;
  /** Its price on its own. */
  priceCents: number;
  /** What the buyer paid for it in earlier orders, for their own seat; grants don't count. */
  sources: readonly EarlierPurchase[];
};

/** A part of a paid order, and how much of it a bundle can deduct. */
export type EarlierPurchase = {
  partId: number;
  cents: number;
  /** What was paid for all of it, with and without tax, minus refunds. */
  wholeCents: number;
  netCents: number;
  leftCents: number;
};

export type LineToPrice = {
  /** `bundle 3`: carts with the same items have the same prices, in any order. */
  key: string;
  /** Only bundles get deductions. */
  isBundle: boolean;
  unitPriceCents: number;
  quantity: number;
  parts: readonly PricedPart[];
};

/** A deduction from one part of a bundle, and its source: an earlier purchase, or another line of this cart. */
export type Deduction = {
  /** Index of the part in the line. */
  at: number;
  cents: number;
  from: { purchase: EarlierPurchase } | { line: number; at: number };
};

export type LinePrice = {
  unitPriceCents: number;
  /** For a bundle: the deduction from the buyer's own seat for items paid for elsewhere. */
  ownedCents: number;
  amountCents: number;
  /** The amount of each part, in order. */
  partCents: number[];
  deductions: Deduction[];
};

/** A line of this cart as the source of a deduction in another one. */
export type CartSource = { line: number; at: number; cents: number };

/**
 * Prices all lines of a cart together: each item is paid for once for the buyer's own seat. An item bought separately is
 * paid for there; in several bundles, in the one where it costs most. So the order of the lines doesn't matter.
 * `countable`: how much of another line's price a bundle can deduct, if a coupon reduces it.
 */
export function priceCart(
  lines: readonly LineToPrice[],
  countable: (source: CartSource, bundle: number) => number = ({ cents }) => cents,
): LinePrice[] {
  const shares = lines.map(({ unitPriceCents, parts }) =>
    divideCents(
      unitPriceCents,
      parts.map((part) => part.priceCents),
    ),
  );
  const deductions = lines.map((): Deduction[] => []);
  for (const copies of copiesOf(lines, shares)) {
    const paid: CartSource[] = [];
    for (const { line, at, cents, isBundle, sources } of copies) {
      let left = cents;
      const take = (available: number, from: Deduction['from']) => {
        const taken = isBundle ? Math.min(left, available) : 0;
        if (taken <= 0) return;
        left -= taken;
        deductions[line]?.push({ at, cents: taken, from });
      };
      for (const purchase of sources) take(purchase.cents, { purchase });
      for (const source of paid) take(countable(source, line), { line: source.line, at: source.at });
      paid.push({ line, at, cents: left });
    }
  }
  return lines.map(({ unitPriceCents, quantity }, line) => {
    const off = deductions[line] ?? [];
    const partCents = (shares[line] ?? []).map(
      (share, at) => share * quantity - sumOf(off.filter((deduction) => deduction.at === at)),
    );
    const ownedCents = sumOf(off);
    const amountCents = unitPriceCents * quantity - ownedCents;
    return { unitPriceCents, ownedCents, amountCents, partCents, deductions: off };
  });
}

/** A single line; `paidCents`: what its buyer paid for the part before. */
export function priceLine(
  unitPriceCents: number,
  quantity: number,
  parts: readonly { priceCents: number; paidCents?: number }[],
): Omit<LinePrice, 'deductions'> {
  const asked = parts.map(({ priceCents, paidCents: cents = 0 }, at) => ({
    key: String(at),
    priceCents,
    sources: [{ partId: at, cents, wholeCents: cents, netCents: cents, leftCents: cents }],
  }));
  const [price] = priceCart([{ key: '', isBundle: true, unitPriceCents, quantity, parts: asked }]);
  const { deductions: _, ...rest } = price ?? { ...NOTHING, deductions: [] };
  return rest;
}

const NOTHING = { unitPriceCents: 0, ownedCents: 0, amountCents: 0, partCents: [] };

/** How much of the source's payment a deduction holds: in proportion to what was paid of its price, including tax. */
export function heldOf(
  deductedCents: number,
  { baseCents, wholeCents }: { baseCents: number; wholeCents: number },
): number {
  if (baseCents <= 0) return 0;
  const exact =
    (2n * BigInt(deductedCents) * BigInt(wholeCents) + BigInt(baseCents)) / (2n * BigInt(baseCents));
  return Math.min(wholeCents, Number(exact));
}

type Copy = CartSource & { key: string; isBundle: boolean; sources: readonly EarlierPurchase[] };

/** Each item with the lines it is in: separate purchases first, then bundles by price. */
function copiesOf(lines: readonly LineToPrice[], shares: readonly (readonly number[])[]): Copy[][] {
  const found = new Map<string, Copy[]>();
  for (const [line, { key, isBundle, parts }] of lines.entries()) {
    for (const [at, part] of parts.entries()) {
      const copy = { line, at, cents: shares[line]?.[at] ?? 0, key, isBundle, sources: part.sources };
      found.set(part.key, [...(found.get(part.key) ?? []), copy]);
    }
  }
  return [...found.values()].map((copies) =>
    copies.toSorted(
      (a, b) => Number(a.isBundle) - Number(b.isBundle) || b.cents - a.cents || (a.key < b.key ? -1 : 1),
    ),
  );
}

const sumOf = (deductions: readonly Deduction[]) =>
  deductions.reduce((sum, deduction) => sum + deduction.cents, 0);

/** Rounded to the nearest cent, half up. Without a seller (no points), the platform keeps everything. */
export function feeOf(paidCents: number, feePoints: number | null): number {
  if (feePoints === null) return paidCents;
  return Number((BigInt(paidCents) * BigInt(feePoints) + 5000n) / 10_000n);
}
