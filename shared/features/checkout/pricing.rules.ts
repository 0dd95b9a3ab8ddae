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
  /** What it costs by itself. */
  priceCents: number;
  isOwned: boolean;
};

export type LinePrice = {
  unitPriceCents: number;
  /** Of a bundle: the buyer's own seat costs less by what they have already. */
  ownedCents: number;
  amountCents: number;
  /** What each part brings, in their order. */
  partCents: number[];
};

/** A line of so many seats; a single thing is a bundle of one. */
export function priceLine(unitPriceCents: number, quantity: number, parts: readonly PricedPart[]): LinePrice {
  const shares = divideCents(
    unitPriceCents,
    parts.map((part) => part.priceCents),
  );
  const partCents = parts.map((part, at) => (shares[at] ?? 0) * (part.isOwned ? quantity - 1 : quantity));
  const amountCents = partCents.reduce((all, share) => all + share, 0);
  return { unitPriceCents, ownedCents: unitPriceCents * quantity - amountCents, amountCents, partCents };
}

/** Rounded to the nearest cent, half a cent up. Without a seller (no points) the house keeps it all. */
export function feeOf(paidCents: number, feePoints: number | null): number {
  if (feePoints === null) return paidCents;
  return Number((BigInt(paidCents) * BigInt(feePoints) + 5000n) / 10_000n);
}
