// Stripe Tax where it is switched on, nobody otherwise.
import type { Config } from '#server/config.ts';
import { noTax } from './none.ts';
import { createStripeTax } from './stripe-tax.ts';
import type { Tax } from './tax.ts';

export function createTax({ stripe }: Config): Tax {
  return stripe?.isTaxOn ? createStripeTax(stripe) : noTax;
}
