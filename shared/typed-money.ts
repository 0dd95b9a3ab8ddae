// Amounts as people type them.

/** Commas between groups of three digits: 1,250 and 1,250,000.50, but not 0,500. */
const GROUPED = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{0,2}))?$/;
/** The same the other way round. A point alone is never between groups: 1.250 may mean either, and is refused. */
const GROUPED_BY_POINTS = /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{0,2})$/;
const PLAIN = /^(\d{0,13})(?:[.,](\d{0,2}))?$/;

/**
 * “12,50” is "12.50" and “1,250” is "1250.00": a comma is a decimal comma unless exactly three digits follow it. Null if
 * it isn't an amount.
 */
export function parseTypedMoney(typed: string): string | null {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (!/\d/.test(text) || text.length > 30) return null;
  const found = GROUPED.exec(text) ?? GROUPED_BY_POINTS.exec(text) ?? PLAIN.exec(text);
  if (!found) return null;
  const [, whole = '', fraction = ''] = found;
  const digits = whole.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0';
  return digits.length > 13 ? null : `${digits}.${fraction.padEnd(2, '0')}`;
}

/** What is typed as the API expects it; anything that isn't an amount is left for its rules to refuse. */
export const normalizeMoney = (typed: string): string => parseTypedMoney(typed) ?? typed.trim();
