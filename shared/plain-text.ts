// Cleans user text for storage: visible characters and line breaks only.

/** Control characters except line breaks, direction marks, and invisible characters. */
const UNSEEN = /[\p{Cc}\u00AD\u200B\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
/** Joiners stay, since emoji and scripts need them, but do not count as text by themselves. */
const SEEN = /[^\s\p{Cf}\p{Z}]/u;

export function toPlainText(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(UNSEEN, (character) => (character === '\n' ? character : ''))
    .trim();
  return SEEN.test(clean) ? clean : '';
}
