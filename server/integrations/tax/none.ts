// No tax: the school works it out elsewhere, or owes none.
import { untaxed, type Tax } from './tax.ts';

export const noTax: Tax = { name: 'none', calculate: async ({ lines }) => untaxed(lines) };
