// The form a seller edits their settings with.
import { z } from 'zod';
import { lineOfText, nameOfSomeone } from '#shared/line-of-text.schema.ts';
import { SLUG_MAX } from './slug.rules.ts';

export const SELLER_TEXT_MAX = { name: 60, tagline: 120, about: 4000, policies: 4000, vacationNote: 300 };

const atMost = (max: number) => `At most ${max} characters`;
const oneLine = (max: number) => lineOfText.max(max, atMost(max));
const paragraphs = (max: number) => z.string().trim().max(max, atMost(max));

export const sellerBody = z.object({
  name: nameOfSomeone.min(2, 'Enter a name').max(SELLER_TEXT_MAX.name, atMost(SELLER_TEXT_MAX.name)),
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .min(2, 'At least 2 characters')
    .max(SLUG_MAX, atMost(SLUG_MAX))
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Letters from a to z, digits, and single hyphens between them')
    .regex(/[a-z]/, 'At least one letter'),
  tagline: oneLine(SELLER_TEXT_MAX.tagline),
  about: paragraphs(SELLER_TEXT_MAX.about),
  policies: paragraphs(SELLER_TEXT_MAX.policies),
  vacationNote: oneLine(SELLER_TEXT_MAX.vacationNote),
});
export type SellerBody = z.output<typeof sellerBody>;
