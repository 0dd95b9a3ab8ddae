// Turns the text of a search box into a condition.
import { and, sql, type AnyColumn, type SQL } from '#server/db/drizzle.ts';

/** Each word is another condition; nobody needs more. */
const MOST_WORDS = 12;

/**
 * Every word must occur somewhere in the text, in any order and case. `lowerText` must be lower case already, so that
 * its trigram index applies. Undefined if nothing was typed.
 */
export function containsWords(lowerText: AnyColumn | SQL, typed = ''): SQL | undefined {
  const words = [...new Set(asText(typed).split(/\s+/u).filter(Boolean))].slice(0, MOST_WORDS);
  return and(...words.map((word) => sql`${lowerText} like lower(${`%${escapeLike(word)}%`})`));
}

/** Typed or pasted text in a form PostgreSQL accepts: it rejects zero bytes. */
export function asText(typed: string): string {
  return typed.replaceAll('\0', ' ').toWellFormed().normalize('NFC').trim();
}

/** Escapes `%` and `_`. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
