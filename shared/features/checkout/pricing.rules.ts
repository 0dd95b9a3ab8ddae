// How the price of a line is found and divided: exact to the cent, whatever the numbers.

/** What the house keeps of a seller's sale, in hundredths of a percent, before anybody has set it otherwise. */
export const DEFAULT_FEE_POINTS = 1500;

/**
 * Divides cents by weights: every share rounded down, what is left over given cent by cent to those who lost most.
 * The shares sum to the total exactly; weights that sum to nothing share alike.
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
  /** `course 7`: the same thing in another line is paid for once. */
  key: string;
  /** What it costs by itself. */
  priceCents: number;
  /** What the buyer paid for it in earlier orders, for their own seat; nothing that was given to them. */
  sources: readonly EarlierPurchase[];
};

/** Of an order that was paid: a part of it, and how much of it can count toward a bundle. */
export type EarlierPurchase = {
  partId: number;
  cents: number;
  /** What was paid for all of it, with and without tax, and what has not gone back. */
  wholeCents: number;
  netCents: number;
  leftCents: number;
};

export type LineToPrice = {
  /** `bundle 3`: carts with the same things are priced alike, whatever was put in first. */
  key: string;
  /** Only bundles cost less for what is paid for elsewhere. */
  isBundle: boolean;
  unitPriceCents: number;
  quantity: number;
  parts: readonly PricedPart[];
};

/** Taken off one part of a bundle, and the purchase it came from: an earlier one, or another line of this cart. */
export type Deduction = {
  /** Which part of the line. */
  at: number;
  cents: number;
  from: { purchase: EarlierPurchase } | { line: number; at: number };
};

export type LinePrice = {
  unitPriceCents: number;
  /** Of a bundle: the buyer's own seat costs less by what they pay, or paid, for the same things elsewhere. */
  ownedCents: number;
  amountCents: number;
  /** What each part brings, in their order. */
  partCents: number[];
  deductions: Deduction[];
};

/** A line of this cart as the source of a deduction in another one. */
export type CartSource = { line: number; at: number; cents: number };

/**
 * The lines of a cart, priced together: each thing is paid for once for the buyer's own seat. What is bought by itself is
 * paid for there; of several bundles, in the one where it costs most. So the order of the lines does not matter.
 * `countable`: how much of another line's price may count toward a bundle, where a coupon makes that less.
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

/** One line that is all there is; `paidCents`: what its buyer paid for the part before. */
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

/** What of a source's payment a deduction stands on: in proportion to what was paid of its price, tax and all. */
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

/** Each thing with the lines it is in: by itself first, then the bundles, the dearest first. */
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

/** Rounded to the nearest cent, half a cent up. Without a seller (no points) the house keeps it all. */
export function feeOf(paidCents: number, feePoints: number | null): number {
  if (feePoints === null) return paidCents;
  return Number((BigInt(paidCents) * BigInt(feePoints) + 5000n) / 10_000n);
}
