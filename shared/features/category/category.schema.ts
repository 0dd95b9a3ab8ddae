// Categories of resources and courses.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';

export const categorySchema = z.object({
  id: z.int(),
  kind: z.enum(['resource', 'course']),
  parentId: z.int().nullable(),
  name: z.string(),
  slug: z.string(),
  /** Items on sale in it and its descendants. */
  itemCount: z.int(),
});
export type Category = z.output<typeof categorySchema>;

export const CATEGORY_NAME_MAX = 60;
/** “Plans › Warm-ups › Floor work”. */
export const CATEGORY_LEVELS = 3;

export const categoryName = lineOfText
  .min(2, 'Use at least 2 characters')
  .max(CATEGORY_NAME_MAX, `At most ${CATEGORY_NAME_MAX} characters`)
  .transform((name) => name.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' '));

export const staffCategorySchema = categorySchema.extend({
  /** Items directly in it, in every state. */
  ownCount: z.int(),
});
export type StaffCategory = z.output<typeof staffCategorySchema>;
