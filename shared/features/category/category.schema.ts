// What resources and courses are sorted into.
import { z } from 'zod';

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
