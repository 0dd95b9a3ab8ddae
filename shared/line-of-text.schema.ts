// The schemas of names and titles, for every contract and form that takes one.
import { z } from 'zod';
import {
  hasDirectionMarks,
  hasInvisible,
  isOneLine,
  looksLikeDomain,
  looksLikeLink,
} from './line-of-text.ts';

export const NO_CONTROLS = 'Use one line of text, without line breaks, tabs or control characters';
export const NO_DIRECTION_MARKS =
  'Remove the invisible characters that change the direction of text. Typing it by hand instead of pasting helps';
export const NO_INVISIBLE = 'Remove the invisible characters. Typing it by hand instead of pasting helps';
export const NO_LINKS = 'A name cannot hold a web address. If it is not one, put a space after the dot';

/** A title, a label, a tag: anything a person reads on one line. Emoji and every script are welcome. */
export const lineOfText = z
  .string()
  .trim()
  .refine(isOneLine, NO_CONTROLS)
  .refine((text) => !hasDirectionMarks(text), NO_DIRECTION_MARKS)
  .refine((text) => hasDirectionMarks(text) || !hasInvisible(text), NO_INVISIBLE);

/** Of a person, a shop, a studio: it is written into e-mails to others, so it holds no link. */
export const nameOfSomeone = lineOfText.refine((text) => !looksLikeLink(text), NO_LINKS);

export const noDomain = {
  check: (text: string): boolean => !looksLikeDomain(text),
  message: 'A username cannot look like a web address',
};
