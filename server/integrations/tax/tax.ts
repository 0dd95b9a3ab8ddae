// What tax a sale carries, on top of its prices. Who works it out stands behind this port.

export type TaxedLine = {
  /** The line's own name within this question; the answer repeats it. */
  reference: string;
  /** After what a coupon takes off. */
  amountCents: number;
  /** As order lines have it: course, certification, resource, bundle. */
  kind: string;
};

export type TaxQuestion = {
  currency: string;
  lines: readonly TaxedLine[];
  address: { zip: string | null; region: string | null; country: string };
};

export type TaxAnswer = {
  /** By the line's reference; every line asked about is in it. */
  taxCents: ReadonlyMap<string, number>;
  totalCents: number;
  /** What the answer is called where it was worked out; null: nobody was asked. */
  reference: string | null;
};

export type Tax = {
  name: 'none' | 'stripe';
  /**
   * Asks over the network: never inside a transaction. Throws AppError where the buyer must change something
   * (unprocessable) or come back later (unavailable).
   */
  calculate(question: TaxQuestion): Promise<TaxAnswer>;
};

/** Nothing to pay tax on, or nobody who asks for it. */
export function untaxed(lines: readonly TaxedLine[]): TaxAnswer {
  return { taxCents: new Map(lines.map(({ reference }) => [reference, 0])), totalCents: 0, reference: null };
}
