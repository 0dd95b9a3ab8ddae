// Categories of resources and courses, and what staff do with them.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';

export const categorySchema = z.object({
  id: z.int(),
  kind: z.enum(['resource', 'course']),
  parentId: z.int().nullable(),
  name: z.string(),
  slug: z.string(),
  /** How many listed things are in it, its own and those of the categories below. */
  itemCount: z.int(),
});
export type Category = z.output<typeof categorySchema>;

export const CATEGORY_NAME_MAX = 60;
/** “Plans › Warm-ups › Floor work”. */
export const CATEGORY_LEVELS = 3;

export const categoryName = lineOfText
  .min(2, 'At least two letters')
  .max(CATEGORY_NAME_MAX, `At most ${CATEGORY_NAME_MAX} characters`)
  .transform((name) => name.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' '));

export const staffCategorySchema = categorySchema.extend({
  /** In it itself, in every state. */
  ownCount: z.int(),
});
export type StaffCategory = z.output<typeof staffCategorySchema>;
