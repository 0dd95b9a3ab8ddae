import { describe, expect, it } from 'vitest';
import {
  cardNumberProblem,
  caretAfterDigits,
  cvcProblem,
  expiryProblem,
  formatCardNumber,
  formatExpiry,
  parseExpiry,
} from './card.rules.ts';

describe('formatting a card number while typing', () => {
  it.each([
    ['', ''],
    ['4', '4'],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
    ['4242 4242 4242 4242 42424', '4242 4242 4242 4242 424'],
    ['378282246310005', '3782 822463 10005'],
    ['37828', '3782 8'],
  ])('%j becomes %j', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });

  it('keeps the caret after the same digit', () => {
    expect(caretAfterDigits('4242 4242', 0)).toBe(0);
    expect(caretAfterDigits('4242 4242', 4)).toBe(4);
    expect(caretAfterDigits('4242 4242', 5)).toBe(6);
    expect(caretAfterDigits('4242 4242', 99)).toBe(9);
  });

  it.each(['4242 4242 4242 4242', '4000 0000 0000 0002', '4000 0025 0000 3155', '3782 822463 10005'])(
    '%s is a possible card number',
    (number) => {
      expect(cardNumberProblem(number)).toBeUndefined();
    },
  );

  it.each(['', '4242', '4242 4242 4242 4243', 'card'])('%j is not', (number) => {
    expect(cardNumberProblem(number)).toBeTruthy();
  });
});

describe('the expiry date', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['1', '1'],
    ['4', '04'],
    ['04', '04'],
    ['042', '04 / 2'],
    ['0429', '04 / 29'],
    ['429', '04 / 29'],
    ['4/29', '04 / 29'],
    ['04/29', '04 / 29'],
    ['04 / 2029', '04 / 29'],
    ['04-2029', '04 / 29'],
    ['12/3', '12 / 3'],
    // A key deleted from “04 / 2”.
    ['04 / ', '04'],
    ['1/', '01'],
  ])('%j becomes %j', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });

  it('is parsed as month and year', () => {
    expect(parseExpiry('04 / 29')).toEqual({ expMonth: 4, expYear: 2029 });
    for (const odd of ['', '04', '13 / 29', '00 / 29', '04 / 2']) expect(parseExpiry(odd)).toBeNull();
  });

  it('is valid through the last day of its month', () => {
    const now = new Date(2029, 3, 30, 23);
    expect(expiryProblem('04 / 29', now)).toBeUndefined();
    expect(expiryProblem('05 / 29', now)).toBeUndefined();
    expect(expiryProblem('03 / 29', now)).toMatch(/has expired/);
    expect(expiryProblem('12 / 28', now)).toMatch(/has expired/);
    expect(expiryProblem('4', now)).toMatch(/month and year/);
  });
});

it('a security code has three or four digits', () => {
  expect(cvcProblem('123')).toBeUndefined();
  expect(cvcProblem(' 1234 ')).toBeUndefined();
  for (const odd of ['', '12', '12345', 'abc']) expect(cvcProblem(odd)).toBeTruthy();
});
