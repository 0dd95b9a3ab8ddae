// Money: whole cents internally, a decimal string such as "24.00" in the API, "$24.00" on pages. No floating point.
import { formatCount } from './numbers.ts';

export const DEFAULT_CURRENCY = 'USD';
export const DEFAULT_LOCALE = 'en-US';

const DECIMAL_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const WIRE_DECIMAL = /^(-?)(\d{1,16})(?:\.(\d{1,2}))?$/;

// Creating a formatter costs far more than using it, and a price list uses it hundreds of times.
const formatters = new Map<string, Intl.NumberFormat>();
const FORMATTERS_KEPT = 50;

function createFormatter(currency: string, locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    // Shows a minus for real debts only: never "-$0.00".
    signDisplay: 'negative',
  });
}

function formatterFor(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = formatters.get(key);
  if (known) return known;
  let formatter: Intl.NumberFormat;
  try {
    formatter = createFormatter(currency, locale);
  } catch {
    // A page must not crash over a wrong setting; Intl throws on unknown currencies and locales.
    return formatterFor(DEFAULT_CURRENCY, DEFAULT_LOCALE);
  }
  if (formatters.size >= FORMATTERS_KEPT) formatters.clear();
  formatters.set(key, formatter);
  return formatter;
}

function readAmount(value: unknown): number | bigint {
  if (typeof value === 'bigint') return value;
  const amount = typeof value === 'string' && DECIMAL_NUMBER.test(value.trim()) ? Number(value) : value;
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : 0;
}

/** An amount in whole units of the currency, as people read it. Spec §5: missing, empty or non-numeric is $0.00. */
export function formatMoney(value: unknown, currency = DEFAULT_CURRENCY, locale = DEFAULT_LOCALE): string {
  if (currency === DEFAULT_CURRENCY && locale === DEFAULT_LOCALE && typeof value === 'string') {
    const cents = parseWireDecimal(value);
    if (cents !== null) return dollars(cents);
  }
  return formatterFor(currency, locale).format(readAmount(value));
}

/**
 * Formats nearly every price on the site. By hand, because creating an Intl formatter blocks a phone for a tenth of a
 * second while the page hydrates.
 */
function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}$${formatCount(Number(digits.slice(0, -2)))}.${digits.slice(-2)}`;
}

/** The same for an amount in cents. */
export function formatCents(cents: number, currency = DEFAULT_CURRENCY, locale = DEFAULT_LOCALE): string {
  return formatMoney(centsToDecimal(cents), currency, locale);
}

/** The price on a card: “$24.00”, “Free”. */
export function formatPrice(price: string): string {
  return readAmount(price) === 0 ? 'Free' : formatMoney(price);
}

function requireCents(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new RangeError(`Not a whole number of cents: ${String(value)}`);
}

/** 2400 becomes "24.00". Throws RangeError for anything but a safe whole number. */
export function centsToDecimal(cents: number): string {
  const digits = String(Math.abs(requireCents(cents))).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Whether decimalToCents accepts the value; for schemas and forms. */
export function isDecimalMoney(value: unknown): value is string {
  return typeof value === 'string' && parseWireDecimal(value) !== null;
}

/**
 * "24.00" becomes 2400, by digits and not by multiplication. "24" and "24.5" are accepted too. Throws RangeError for
 * anything else: input is checked with isDecimalMoney first, so an invalid value here is a bug and must not turn into a
 * price.
 */
export function decimalToCents(decimal: string): number {
  const cents = typeof decimal === 'string' ? parseWireDecimal(decimal) : null;
  if (cents === null) throw new RangeError('Not an amount of money with at most two decimals.');
  return cents;
}

function parseWireDecimal(text: string): number | null {
  const parts = WIRE_DECIMAL.exec(text);
  if (!parts) return null;
  const [, sign, whole = '', fraction = ''] = parts;
  const cents = Number(whole + fraction.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return null;
  // Without the check for zero, "-0.00" would become -0.
  return sign === '-' && cents !== 0 ? -cents : cents;
}

/** Adds amounts in cents. Throws RangeError as soon as one, or the sum, is not a safe whole number. */
export function sumCents(amounts: Iterable<number>): number {
  let sum = 0;
  for (const amount of amounts) sum = requireCents(sum + requireCents(amount));
  return sum;
}

/** Unit price times quantity. Throws RangeError like sumCents. */
export function multiplyCents(cents: number, quantity: number): number {
  const product = requireCents(requireCents(cents) * requireCents(quantity));
  return product === 0 ? 0 : product;
}
