// Titles and other people's texts in our sentences: “Ready?” ends one by itself, and a period after it would be one too
// many.

const ENDS_SENTENCE = /[.!?…][”’"')]*$/u;

/** `“Barre basics”.`, `“Ready?”`: at the end of a sentence. */
export const quoteAtEnd = (title: string): string =>
  `“${title}”${ENDS_SENTENCE.test(title.trimEnd()) ? '' : '.'}`;

/** In the middle of a sentence, where a period would end it too early: “Lovely class”, 2 days ago. */
export const quoteInside = (text: string): string => `“${text.trimEnd().replace(/(?<!\.)\.$/u, '')}”`;

/** Without quotes: `Barre basics.`, `Ready?`, `Dance Studio Inc.` */
export const endSentence = (text: string): string =>
  ENDS_SENTENCE.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;
