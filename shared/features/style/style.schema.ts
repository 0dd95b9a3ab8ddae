// Dance styles as staff keep them.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';

export const STYLE_NAME_MAX = 40;
/** As many as the catalogue has numbers for. */
export const MOST_STYLES = 25;

export const styleSchema = z.object({
  name: z.string(),
  /** No longer offered for new things; those that have it keep it, and are found by it. */
  isRetired: z.boolean(),
  /** Listed resources and courses. */
  itemCount: z.int(),
});
export type Style = z.output<typeof styleSchema>;

export const styleName = lineOfText
  .min(2, 'At least two letters')
  .max(STYLE_NAME_MAX, `At most ${STYLE_NAME_MAX} characters`)
  .transform((name) => name.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' '));

export const staffStyleSchema = styleSchema.extend({
  id: z.int(),
  /** In every state, not only on sale. */
  resourceCount: z.int(),
  courseCount: z.int(),
  /** People who name it among their own. */
  peopleCount: z.int(),
});
export type StaffStyle = z.output<typeof staffStyleSchema>;
