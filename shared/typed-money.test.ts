import { describe, expect, it } from 'vitest';
import { normalizeMoney, parseTypedMoney } from './typed-money.ts';

describe('parseTypedMoney', () => {
  it.each([
    // With a point, as in the US.
    ['12', '12.00'],
    ['12.5', '12.50'],
    ['12.50', '12.50'],
    ['12.', '12.00'],
    ['.5', '0.50'],
    ['0', '0.00'],
    ['007', '7.00'],
    [' $ 24 ', '24.00'],
    // With a decimal comma: one or two digits follow it.
    ['12,50', '12.50'],
    ['12,5', '12.50'],
    ['0,50', '0.50'],
    [',5', '0.50'],
    ['1250,00', '1250.00'],
    // With groups of three digits.
    ['1,250', '1250.00'],
    ['12,505', '12505.00'],
    ['1,250.50', '1250.50'],
    ['1,250,000', '1250000.00'],
    ['1.250,50', '1250.50'],
    ['1.250.000,5', '1250000.50'],
  ])('%s means %s', (typed, amount) => {
    expect(parseTypedMoney(typed)).toBe(amount);
  });

  it.each([
    '',
    ' ',
    '.',
    ',',
    '$',
    'ten',
    '12abc',
    '-3',
    '+3',
    '1e3',
    '12.345',
    // May be one and a quarter, or a thousand.
    '1.250',
    '0,500',
    '1,25,000',
    '1,2,3',
    '1.2.3',
    '1,250,5',
    '12 50',
    '٢٤',
    '9'.repeat(14),
    '9'.repeat(10_000),
  ])('%s is no amount', (typed) => {
    expect(parseTypedMoney(typed)).toBeNull();
  });
});

it('leaves what is no amount for the rules to refuse', () => {
  expect(normalizeMoney(' 7,5 ')).toBe('7.50');
  expect(normalizeMoney(' ten ')).toBe('ten');
});
