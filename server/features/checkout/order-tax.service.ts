// What tax comes on top of an order. It is asked over the network, so before the transaction that makes the order; there
// it is looked at whether it was asked about the same lines.
import type { AppContext } from '#server/context.ts';
import type { TaxQuestion } from '#server/integrations/tax/tax.ts';
import { DEFAULT_COUNTRY } from '#shared/features/checkout/address.rules.ts';
import type { LineDiscount } from '#shared/features/coupon/coupon.rules.ts';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import type { OrderedLine } from './order-draft.ts';

export type TaxBasis = {
  lines: readonly OrderedLine[];
  discounts: readonly LineDiscount[] | undefined;
  address: { zip: string | null; region: string | null; country: string | null };
};

export type TaxedOrder = {
  /** What was asked, in a form that can be compared. */
  asked: string;
  /** By position of the line. */
  taxCents: number[];
};

/** Null: nobody works it out, so nobody is asked. */
export async function askTax(ctx: AppContext, basis: TaxBasis): Promise<TaxedOrder | null> {
  if (ctx.tax.name === 'none') return null;
  const question = questionOf(basis);
  const { taxCents } = await ctx.tax.calculate(question);
  return {
    asked: JSON.stringify(question),
    taxCents: question.lines.map(({ reference }) => taxCents.get(reference) ?? 0),
  };
}

export const isAskedOf = (taxed: TaxedOrder, basis: TaxBasis): boolean =>
  taxed.asked === JSON.stringify(questionOf(basis));

function questionOf({ lines, discounts, address }: TaxBasis): TaxQuestion {
  return {
    currency: DEFAULT_CURRENCY,
    lines: lines.map(({ item, price }, at) => ({
      reference: `${at} ${item.itemType} ${item.itemId}`,
      amountCents: price.amountCents - (discounts?.[at]?.discountCents ?? 0),
      kind: item.kind,
    })),
    address: { ...address, country: address.country ?? DEFAULT_COUNTRY },
  };
}
