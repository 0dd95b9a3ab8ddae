// What someone wrote, as it is kept and shown: words and line breaks, nothing that a reader cannot see.

/** Control characters but the line break, marks that turn the direction of the text around them, and empty ones. */
const UNSEEN = /[\p{Cc}\u00AD\u200B\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
/** Joiners are kept, since emoji and scripts need them; but they are no words by themselves. */
const SEEN = /[^\s\p{Cf}\p{Z}]/u;

export function toPlainText(text: string): string {
  const kept = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(UNSEEN, (character) => (character === '\n' ? character : ''))
    .trim();
  return SEEN.test(kept) ? kept : '';
}
