// Dance styles.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';

export const STYLE_NAME_MAX = 40;
/** The catalogue index has room for this many. */
export const MOST_STYLES = 25;

export const styleSchema = z.object({
  name: z.string(),
  /** Not offered for new items; existing ones keep it and can be filtered by it. */
  isRetired: z.boolean(),
  /** Resources and courses on sale. */
  itemCount: z.int(),
});
export type Style = z.output<typeof styleSchema>;

export const styleName = lineOfText
  .min(2, 'Use at least 2 characters')
  .max(STYLE_NAME_MAX, `At most ${STYLE_NAME_MAX} characters`)
  .transform((name) => name.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' '));

export const staffStyleSchema = styleSchema.extend({
  id: z.int(),
  /** In every state. */
  resourceCount: z.int(),
  courseCount: z.int(),
  /** Users with this style in their profile. */
  peopleCount: z.int(),
});
export type StaffStyle = z.output<typeof staffStyleSchema>;
