// The announcement form's schema.
import { z } from 'zod';
import { idSchema } from '#shared/id.schema.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import {
  AUDIENCES,
  ITEM_AUDIENCES,
  MAX_ANNOUNCEMENT_SUBJECT,
  MAX_ANNOUNCEMENT_TEXT,
} from './announcement.rules.ts';

/** What is typed; the rest of the body is chosen. */
export const announcementText = z.object({
  subject: lineOfText
    .min(1, 'Write a subject')
    .max(MAX_ANNOUNCEMENT_SUBJECT, `At most ${MAX_ANNOUNCEMENT_SUBJECT} characters`),
  text: z
    .string()
    .max(MAX_ANNOUNCEMENT_TEXT, `At most ${MAX_ANNOUNCEMENT_TEXT.toLocaleString('en-US')} characters`)
    .refine((text) => text.trim() !== '', 'Write your announcement'),
});
export type AnnouncementText = z.input<typeof announcementText>;

export const createAnnouncementBody = announcementText
  .extend({
    audience: z.enum(AUDIENCES),
    itemId: idSchema.nullish(),
    /** Repeated with the same key, it is sent once. */
    key: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .optional(),
  })
  .refine(
    ({ audience, itemId }) => ITEM_AUDIENCES.includes(audience) === (itemId !== undefined && itemId !== null),
    { path: ['itemId'], message: 'Choose who gets it' },
  );
export type CreateAnnouncementBody = z.input<typeof createAnnouncementBody>;
