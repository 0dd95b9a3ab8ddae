// Stripe Tax if enabled, otherwise no tax: it is calculated elsewhere, or none is owed.
import type { Config } from '#server/config.ts';
import { createStripeTax } from './stripe-tax.ts';
import { type Tax, untaxed } from './tax.ts';

export function createTax({ stripe }: Config): Tax {
  return stripe?.isTaxOn ? createStripeTax(stripe) : noTax;
}

export const noTax: Tax = { name: 'none', calculate: async ({ lines }) => untaxed(lines) };
