import { expect, it } from 'vitest';
import { typedPrice } from './money.schema.ts';
import { isChargeable } from './price.ts';

it.each([
  [0, true],
  [1, false],
  [49, false],
  [50, true],
  [51, true],
])('%i cents can be charged: %s', (cents, isIt) => expect(isChargeable(cents)).toBe(isIt));

const messageOf = (typed: string) => typedPrice('24.00').safeParse(typed).error?.issues[0]?.message;

it.each([
  ['0', '0.00'],
  ['0,5', '0.50'],
  ['12,50', '12.50'],
  ['1,250', '1250.00'],
  ['100000', '100000.00'],
])('takes %s as the price %s', (typed, amount) => expect(typedPrice('24.00').parse(typed)).toBe(amount));

it.each([
  ['0.01', 'Enter at least $0.50, or 0 for free'],
  ['0,49', 'Enter at least $0.50, or 0 for free'],
  ['100000.01', 'At most $100,000.00'],
  ['-3', 'Enter an amount such as 24.00'],
  ['', 'Enter an amount such as 24.00'],
  ['ten', 'Enter an amount such as 24.00'],
])('refuses %s with the rule', (typed, message) => expect(messageOf(typed)).toBe(message));
