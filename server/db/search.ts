// What someone typed into a search box, as a condition.
import { and, sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** Each is looked for in every text; nobody means more. */
const MOST_WORDS = 12;

/**
 * Every word somewhere in the text, in any order and case. `lowerText` is lower case already, so that its trigram
 * index can be used. Undefined when nothing was typed.
 */
export function containsWords(lowerText: AnyColumn | SQL, typed = ''): SQL | undefined {
  const words = [...new Set(asText(typed).split(/\s+/u).filter(Boolean))].slice(0, MOST_WORDS);
  return and(...words.map((word) => sql`${lowerText} like lower(${`%${escapeLike(word)}%`})`));
}

/** Whatever was typed or pasted, as a text PostgreSQL takes: it refuses a zero byte. */
export function asText(typed: string): string {
  return typed.replaceAll('\0', ' ').toWellFormed().normalize('NFC').trim();
}

/** `%` and `_` mean themselves. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
