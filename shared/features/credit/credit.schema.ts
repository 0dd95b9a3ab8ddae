// What the API takes and says about credit hours.
import { z } from 'zod';
import { idSchema } from '#shared/id.schema.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import {
  CREDIT_SOURCES,
  CREDIT_STATES,
  CREDIT_STEP,
  MAX_CREDIT_FILES,
  MAX_CREDIT_HOURS,
  REVIEWED_STATES,
} from './credit.rules.ts';

const creditFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  bytes: z.int(),
  contentType: z.string(),
});
export type CreditFile = z.output<typeof creditFileSchema>;

export const creditHoursSchema = z.object({
  id: idSchema,
  source: z.enum(CREDIT_SOURCES),
  title: z.string(),
  provider: z.string(),
  doneOn: z.iso.date(),
  hours: z.number(),
  isSafePractice: z.boolean(),
  state: z.enum(CREDIT_STATES),
  /** What is missing, or why it was declined. */
  decisionReason: z.string().nullable(),
  /** The certificate it was earned with; null for outside hours. */
  certificateId: idSchema.nullable(),
  files: z.array(creditFileSchema),
});
export type CreditHours = z.output<typeof creditHoursSchema>;

/** The fields of the form; the browser checks them with the same rules. */
export const creditHoursFields = z.object({
  title: lineOfText.min(1, 'Say what you did.').max(150, 'At most 150 characters.'),
  provider: lineOfText.min(1, 'Say who held it.').max(150, 'At most 150 characters.'),
  doneOn: z.iso.date('Enter the day.'),
  hours: z
    .number('Enter the hours, such as 3 or 4.5.')
    .min(CREDIT_STEP, 'Enter at least half an hour.')
    .max(MAX_CREDIT_HOURS, `Enter at most ${MAX_CREDIT_HOURS} hours. Add a longer training in parts.`)
    .multipleOf(CREDIT_STEP, 'Round to half hours, such as 3 or 4.5.'),
  isSafePractice: z.boolean(),
});
export type CreditHoursFields = z.output<typeof creditHoursFields>;

const uploadIds = z.array(z.string().min(1).max(100)).max(MAX_CREDIT_FILES);

export const addCreditHoursBody = creditHoursFields.extend({
  uploadIds: uploadIds.min(1, 'Add at least one file.'),
});
/** `fileIds` are the files it keeps. */
export const updateCreditHoursBody = creditHoursFields.extend({
  fileIds: z.array(idSchema).max(MAX_CREDIT_FILES),
  uploadIds,
});
export type UpdateCreditHoursBody = z.output<typeof updateCreditHoursBody>;

export const creditReviewSchema = creditHoursSchema.omit({ certificateId: true, files: true }).extend({
  files: z.array(
    creditFileSchema.extend({
      /** The very same file came with other hours, of this person or somebody else. */
      isUsedTwice: z.boolean(),
    }),
  ),
  user: z.object({
    id: idSchema,
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
  }),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
});
export type CreditReview = z.output<typeof creditReviewSchema>;

export const creditCountsSchema = z.record(z.enum(REVIEWED_STATES), z.int());
