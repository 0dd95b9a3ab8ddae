// Help articles, as the API takes and answers them.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';

/** In the order of the help page. */
export const HELP_TOPICS = [
  'buying',
  'refunds',
  'courses',
  'certificates',
  'booking',
  'selling',
  'privacy',
] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];

export const HELP_TOPIC_LABELS: Readonly<Record<HelpTopic, string>> = {
  buying: 'Buying',
  refunds: 'Refunds',
  courses: 'Courses',
  certificates: 'Certificates',
  booking: 'Booking a session',
  selling: 'Selling and teaching',
  privacy: 'Your account and privacy',
};

export const MAX_HELP_TITLE = 100;
export const MAX_HELP_TEXT = 10_000;

export const helpArticleSchema = z.object({
  slug: z.string(),
  title: z.string(),
  topic: z.enum(HELP_TOPICS),
  /** Its first sentences. */
  summary: z.string(),
});
export type HelpArticle = z.output<typeof helpArticleSchema>;

export const helpArticleDetailSchema = helpArticleSchema.extend({ html: z.string(), updatedAt: z.string() });
export type HelpArticleDetail = z.output<typeof helpArticleDetailSchema>;

export const staffHelpArticleSchema = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  topic: z.enum(HELP_TOPICS),
  text: z.string(),
  isPublished: z.boolean(),
  updatedAt: z.string(),
});
export type StaffHelpArticle = z.output<typeof staffHelpArticleSchema>;

const text = z
  .string()
  .trim()
  .min(1, 'Write the article')
  .max(MAX_HELP_TEXT, 'Use at most 10,000 characters');

export const helpArticleBody = z.object({
  title: lineOfText.min(1, 'Give it a title').max(MAX_HELP_TITLE, 'Use at most 100 characters'),
  topic: z.enum(HELP_TOPICS),
  text,
  isPublished: z.boolean(),
});
export type HelpArticleBody = z.input<typeof helpArticleBody>;

export const helpPreviewBody = z.object({ text: z.string().max(MAX_HELP_TEXT) });
