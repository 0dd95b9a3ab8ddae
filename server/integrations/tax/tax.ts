// The tax port: the tax on a sale, on top of its prices.

export type TaxedLine = {
  /** Identifies the line in the answer. */
  reference: string;
  /** After discounts. */
  amountCents: number;
  /** As on order lines: course, certification, resource, bundle. */
  kind: string;
};

export type TaxQuestion = {
  currency: string;
  lines: readonly TaxedLine[];
  address: { zip: string | null; region: string | null; country: string };
};

export type TaxAnswer = {
  /** By line reference; contains every line. */
  taxCents: ReadonlyMap<string, number>;
  totalCents: number;
  /** The provider's id of the calculation; null without a provider. */
  reference: string | null;
};

export type Tax = {
  name: 'none' | 'stripe';
  /**
   * Calls a remote service: never inside a transaction. Throws AppError if the buyer must change something
   * (unprocessable) or try again later (unavailable).
   */
  calculate(question: TaxQuestion): Promise<TaxAnswer>;
};

/** No taxable lines, or no tax provider. */
export function untaxed(lines: readonly TaxedLine[]): TaxAnswer {
  return { taxCents: new Map(lines.map(({ reference }) => [reference, 0])), totalCents: 0, reference: null };
}
