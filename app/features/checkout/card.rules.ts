// Formats and checks a card as people type it: grouped digits, MM / YY. The bank has the last word.

const NUMBER_DIGITS = 19;
/** American Express groups 4, 6 and 5 digits. */
const AMEX = /^3[47]/;

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

export function formatCardNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, NUMBER_DIGITS);
  const groups = AMEX.test(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,9})?$/.exec(digits)?.slice(1) : null;
  return (groups ?? digits.match(/\d{1,4}/g) ?? []).filter(Boolean).join(' ');
}

/** “4/29”, “0429”, “04/2029” and “429” all become “04 / 29”. The slash appears with the year, so that deleting works. */
export function formatExpiry(typed: string): string {
  const parted = /^\s*(\d{1,2})\s*[/.-]\s*(.*)$/.exec(typed);
  const digits = digitsOf(typed);
  const isShort = Number(digits[0]) > 1;
  const month = (parted?.[1] ?? digits.slice(0, isShort ? 1 : 2)).padStart(isShort || parted ? 2 : 0, '0');
  const rest = parted ? digitsOf(parted[2] ?? '') : digits.slice(isShort ? 1 : 2);
  const year = rest.length >= 4 ? rest.slice(2, 4) : rest;
  return year ? `${month} / ${year}` : month;
}

/** Where the caret goes after regrouping: behind as many digits as before. */
export function caretAfterDigits(text: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    if (/\d/.test(text.charAt(at))) seen += 1;
    if (seen === digits) return at + 1;
  }
  return text.length;
}

export function parseExpiry(text: string): { expMonth: number; expYear: number } | null {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(text) ?? [];
  const expMonth = Number(month);
  return year && expMonth >= 1 && expMonth <= 12 ? { expMonth, expYear: 2000 + Number(year) } : null;
}

export function cardNumberProblem(text: string): string | undefined {
  const digits = digitsOf(text);
  if (digits.length < 12) return 'Enter the card number.';
  return isWellFormed(digits) ? undefined : 'The card number has a typo. Check it.';
}

/** The last digit is a checksum (Luhn), which catches any single wrong digit. */
function isWellFormed(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((all, digit, at) => {
      const value = digit * (at % 2 === 1 ? 2 : 1);
      return all + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** A card is valid to the end of its month. */
export function expiryProblem(text: string, now: Date): string | undefined {
  const expiry = parseExpiry(text);
  if (!expiry) return 'Enter the expiry date as month and year.';
  const { expMonth, expYear } = expiry;
  const isOver =
    expYear < now.getFullYear() || (expYear === now.getFullYear() && expMonth < now.getMonth() + 1);
  return isOver ? 'This card has expired. Use another one.' : undefined;
}

export function cvcProblem(text: string): string | undefined {
  return /^\d{3,4}$/.test(text.trim()) ? undefined : 'Enter the 3- or 4-digit security code.';
}
