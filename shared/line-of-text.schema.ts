// Schemas for names and titles, for every contract and form with one.
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
  'Remove the invisible characters that change the direction of text. Try typing it instead of pasting';
export const NO_INVISIBLE = 'Remove the invisible characters. Try typing it instead of pasting';
export const NO_LINKS = 'Names can’t contain a web address. If it isn’t one, add a space after the dot';

/** A title, label or tag: anything shown on one line. Emoji and every script are allowed. */
export const lineOfText = z
  .string()
  .trim()
  .refine(isOneLine, NO_CONTROLS)
  .refine((text) => !hasDirectionMarks(text), NO_DIRECTION_MARKS)
  .refine((text) => hasDirectionMarks(text) || !hasInvisible(text), NO_INVISIBLE);

/** The name of a user, seller or studio: it appears in emails to others, so links are not allowed. */
export const nameOfSomeone = lineOfText.refine((text) => !looksLikeLink(text), NO_LINKS);

export const noDomain = {
  check: (text: string): boolean => !looksLikeDomain(text),
  message: 'A username can’t look like a web address',
};
