// Reviews after sessions, as endpoints take and return them.
import { z } from 'zod';
import { idSchema } from '#shared/id.schema.ts';
import { SESSION_REVIEW_MAX } from './session-review.rules.ts';

export const sessionReviewBody = z.object({
  stars: z.int().min(1, 'Choose one to five stars').max(5),
  text: z.string().trim().max(SESSION_REVIEW_MAX, `Use at most ${SESSION_REVIEW_MAX} characters`).default(''),
});

export const sessionReviewSchema = z.object({
  id: idSchema,
  isByClient: z.boolean(),
  stars: z.int(),
  text: z.string(),
  /** First name and initial; “A former member” if the account was deleted. */
  author: z.string(),
  sessionTitle: z.string(),
  createdAt: z.iso.datetime(),
  /** The instructor's, to what a client wrote. */
  reply: z.string().nullable(),
});
export type SessionReview = z.output<typeof sessionReviewSchema>;

/** The reviews of one booking as one of its sides sees them. */
export const bookingReviewsSchema = z.object({
  bookingId: idSchema,
  /** Whether the viewer can write one now. */
  canReview: z.boolean(),
  until: z.iso.datetime(),
  mine: sessionReviewSchema.nullable(),
  /** Whether others can read what the viewer wrote. */
  isPublished: z.boolean(),
  /** Null until both have written one or the time is over. */
  theirs: sessionReviewSchema.nullable(),
  canReply: z.boolean(),
});
export type BookingReviews = z.output<typeof bookingReviewsSchema>;

export const clientReviewsSchema = z.object({
  rating: z.number().nullable(),
  reviewCount: z.int(),
  reviews: z.array(sessionReviewSchema),
});
export type ClientReviews = z.output<typeof clientReviewsSchema>;

export const reviewReportSchema = z.object({
  id: idSchema,
  reporter: z.string(),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  review: sessionReviewSchema,
  /** The booking it is about. */
  bookingId: idSchema,
  about: z.string(),
});
export type ReviewReport = z.output<typeof reviewReportSchema>;
