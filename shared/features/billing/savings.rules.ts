// What a plan would save someone who isn't a member. Never more than they would really have saved.
import { memberPrice, type DiscountedKind } from '#shared/features/plan/plan.rules.ts';

/** In percent. */
export type PlanDiscounts = Readonly<Record<DiscountedKind, number>>;

type Line = {
  item: {
    itemType: DiscountedKind | 'bundle';
    fullPriceCents: number;
    parts: readonly { itemType: string }[];
  };
  quantity: number;
  price: { partCents: readonly number[] };
};

/** A bundle's saving is that of its items' shares of the price. */
export function savedOnLine({ item, quantity, price }: Line, discounts: PlanDiscounts): number {
  const { itemType, fullPriceCents, parts } = item;
  if (itemType !== 'bundle') {
    return (fullPriceCents - memberPrice(fullPriceCents, discounts[itemType])) * quantity;
  }
  return price.partCents.reduce((sum, cents, at) => {
    const kind = parts[at]?.itemType === 'course' ? 'course' : 'resource';
    return sum + savedOnTotal({ kind, cents }, discounts);
  }, 0);
}

/** Of several purchases together: rounded down. */
export function savedOnTotal(
  { kind, cents }: { kind: DiscountedKind; cents: number },
  discounts: PlanDiscounts,
): number {
  return Math.floor((cents * discounts[kind]) / 100);
}
