import { describe, expect, it } from 'vitest';
import {
  centsToDecimal,
  decimalToCents,
  formatCents,
  formatMoney,
  formatPrice,
  isDecimalMoney,
  multiplyCents,
  sumCents,
} from './money.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;

describe('formatMoney', () => {
  it.each([
    [5, '$5.00'],
    [1234.5, '$1,234.50'],
    ['24.00', '$24.00'],
    [' 19.5 ', '$19.50'],
    ['.5', '$0.50'],
    ['7.', '$7.00'],
    [24n, '$24.00'],
    [-5, '-$5.00'],
    ['-12.30', '-$12.30'],
    [0, '$0.00'],
    [1e15, '$1,000,000,000,000,000.00'],
  ])('shows %s as %s', (value, text) => {
    expect(formatMoney(value)).toBe(text);
  });

  it.each([
    undefined,
    null,
    '',
    '   ',
    'abc',
    '12abc',
    '$24.00',
    '1.2.3',
    '1,5',
    '.',
    '+',
    '0x10',
    '1e3',
    'Infinity',
    NaN,
    Infinity,
    -Infinity,
    true,
    [],
    [5],
    {},
    { price: 5 },
    () => 5,
    Symbol('5'),
    '💃',
    'x'.repeat(10_000),
    '9'.repeat(10_000),
    `${'9'.repeat(10_000)}x`,
  ])('shows $0.00 for anything that is not a number (case %#)', (value) => {
    expect(formatMoney(value)).toBe('$0.00');
  });

  it.each(['0', '0.5', '-0.00', '7.05', '-7.05', '007.5', '999.99', '1000', '-1234567.89', '9007199254.91'])(
    'shows the price %s as the browser’s own formatter would',
    (price) => {
      const format = { style: 'currency', currency: 'USD', signDisplay: 'negative' } as const;
      expect(formatMoney(price)).toBe(new Intl.NumberFormat('en-US', format).format(Number(price)));
    },
  );

  it('never shows a negative zero', () => {
    expect(formatMoney(-0)).toBe('$0.00');
    expect(formatMoney(-0.001)).toBe('$0.00');
  });

  it('follows currency and locale, always with two decimals', () => {
    expect(formatMoney(1234.5, 'EUR', 'de-DE').replace(/\s/g, ' ')).toBe('1.234,50 €');
    expect(formatMoney(5, 'JPY')).toBe('¥5.00');
    expect(formatMoney('5.00', 'JPY')).toBe('¥5.00');
    expect(formatMoney('1234.50', 'USD', 'de-DE').replace(/\s/g, ' ')).toBe('1.234,50 $');
  });

  it('falls back to dollars if Intl rejects the setting', () => {
    expect(formatMoney(5, 'not a currency')).toBe('$5.00');
    expect(formatMoney(5, 'USD', '!!')).toBe('$5.00');
    expect(formatMoney(5, '', '')).toBe('$5.00');
  });
});

describe('centsToDecimal', () => {
  it.each([
    [2400, '24.00'],
    [0, '0.00'],
    [-0, '0.00'],
    [5, '0.05'],
    [50, '0.50'],
    [-5, '-0.05'],
    [-2400, '-24.00'],
    [LARGEST, '90071992547409.91'],
  ])('%i is %s', (cents, decimal) => {
    expect(centsToDecimal(cents)).toBe(decimal);
  });

  it.each([0.5, NaN, Infinity, LARGEST + 1, '2400', null, undefined, [2400], {}])('throws on %s', (cents) => {
    expect(() => centsToDecimal(cents as number)).toThrow(RangeError);
  });
});

describe('decimalToCents', () => {
  it.each([
    ['24.00', 2400],
    ['24', 2400],
    ['24.5', 2450],
    ['0.07', 7],
    ['1.15', 115],
    ['4.35', 435],
    ['1.10', 110],
    ['-0.05', -5],
    ['-0.00', 0],
    ['007.00', 700],
    ['90071992547409.91', LARGEST],
  ])('%s is %i', (decimal, cents) => {
    expect(decimalToCents(decimal)).toBe(cents);
    expect(isDecimalMoney(decimal)).toBe(true);
  });

  it.each([
    '',
    ' ',
    ' 24.00',
    '24.00 ',
    '24.00\n',
    '24.',
    '.5',
    '24.005',
    '24.000',
    '1.2.3',
    '1,50',
    '$24.00',
    '1e3',
    '0x1F',
    '+24.00',
    '--1',
    'NaN',
    'Infinity',
    '٢٤',
    '💃',
    '90071992547409.92',
    '9'.repeat(10_000),
    24,
    null,
    undefined,
    NaN,
    ['24.00'],
    {},
  ])('rejects %j', (decimal) => {
    expect(isDecimalMoney(decimal)).toBe(false);
    expect(() => decimalToCents(decimal as string)).toThrow(RangeError);
  });

  it('round-trips every cent', () => {
    for (let cents = -1000; cents <= 20_000; cents++) {
      expect(decimalToCents(centsToDecimal(cents))).toBe(cents === 0 ? 0 : cents);
    }
  });
});

describe('adding cents', () => {
  it('adds and multiplies', () => {
    expect(sumCents([])).toBe(0);
    expect(sumCents([10, 20, -5])).toBe(25);
    expect(sumCents(new Set([1, 2]))).toBe(3);
    expect(multiplyCents(1999, 3)).toBe(5997);
    expect(multiplyCents(-5, 0)).toBe(0);
    expect(formatCents(123_450)).toBe('$1,234.50');
  });

  it('throws rather than lose a cent', () => {
    expect(() => sumCents([LARGEST, 1])).toThrow(RangeError);
    expect(() => sumCents([0.1, 0.2])).toThrow(RangeError);
    expect(() => sumCents(['1' as unknown as number])).toThrow(RangeError);
    expect(() => multiplyCents(LARGEST, 2)).toThrow(RangeError);
    expect(() => multiplyCents(100, 1.5)).toThrow(RangeError);
    expect(() => formatCents(NaN)).toThrow(RangeError);
  });
});

describe('formatPrice', () => {
  it('shows “Free” for zero', () => {
    expect(formatPrice('0.00')).toBe('Free');
    expect(formatPrice('0.50')).toBe('$0.50');
    expect(formatPrice('490.00')).toBe('$490.00');
  });
});
