// What someone wrote, as it is kept and shown: words and line breaks, nothing that a reader cannot see.

/** Control characters but the line break, and marks that turn the direction of the text around them. */
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

export function toPlainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(UNSEEN, (character) => (character === '\n' ? character : ''))
    .trim();
}
