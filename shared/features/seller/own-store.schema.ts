// What a seller writes about their shop.
import { z } from 'zod';
import { SLUG_MAX } from './slug.rules.ts';

export const STORE_TEXT_MAX = { name: 60, tagline: 120, about: 4000, policies: 4000, vacationNote: 300 };

const atMost = (max: number) => `At most ${max} characters`;
const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, atMost(max))
    .regex(/^[^\p{Cc}]*$/u, 'One line of text');
/** PostgreSQL has no place for the character zero. */
const paragraphs = (max: number) =>
  z
    .string()
    .trim()
    .max(max, atMost(max))
    .regex(/^[^\0]*$/, 'Plain text');

export const storeBody = z.object({
  name: oneLine(STORE_TEXT_MAX.name).min(2, 'Your shop needs a name'),
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .min(2, 'At least 2 characters')
    .max(SLUG_MAX, atMost(SLUG_MAX))
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Letters from a to z, digits, and single hyphens between them')
    .regex(/[a-z]/, 'At least one letter'),
  tagline: oneLine(STORE_TEXT_MAX.tagline),
  about: paragraphs(STORE_TEXT_MAX.about),
  policies: paragraphs(STORE_TEXT_MAX.policies),
  vacationNote: oneLine(STORE_TEXT_MAX.vacationNote),
});
export type StoreBody = z.output<typeof storeBody>;
