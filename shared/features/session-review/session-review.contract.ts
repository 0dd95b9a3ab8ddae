// Reviews after sessions: client and instructor review each other, once per booking, and read the other's afterwards.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { REPORT_DECISIONS } from './session-review.rules.ts';
import {
  bookingReviewsSchema,
  clientReviewsSchema,
  reviewReportSchema,
  sessionReviewBody,
  sessionReviewSchema,
} from './session-review.schema.ts';

export const listBookingReviews = defineContract({
  method: 'GET',
  path: '/api/booking-reviews',
  summary: 'List the reviews of the viewer’s bookings, as client or instructor',
  access: 'signed-in',
  query: z.object({
    bookingId: z.preprocess(
      (given) => (given === undefined || Array.isArray(given) ? (given ?? []) : [given]),
      z.array(idText).max(50),
    ),
  }),
  response: z.array(bookingReviewsSchema),
});

export const reviewBooking = defineContract({
  method: 'POST',
  path: '/api/bookings/:id/reviews',
  summary: 'Review the other side of a session, once, within 30 days',
  access: 'signed-in',
  params: idParams,
  body: sessionReviewBody,
  response: bookingReviewsSchema,
  status: 201,
  errors: ['not_found', 'conflict'],
});

export const replyToBookingReview = defineContract({
  method: 'POST',
  path: '/api/booking-reviews/:id/reply',
  summary: 'Reply to a client’s review, once, as the instructor',
  access: 'signed-in',
  params: idParams,
  body: z.object({ text: z.string().trim().min(1).max(2000) }),
  response: sessionReviewSchema,
  errors: ['not_found', 'conflict'],
});

export const reportBookingReview = defineContract({
  method: 'POST',
  path: '/api/booking-reviews/:id/reports',
  summary: 'Report a review to the site’s staff; once per person',
  access: 'signed-in',
  params: idParams,
  body: z.object({ reason: z.string().trim().min(1).max(1000) }),
  errors: ['not_found', 'conflict'],
  rateLimit: { points: 20, seconds: 3600 },
});

export const listInstructorReviews = defineContract({
  method: 'GET',
  path: '/api/instructors/:id/reviews',
  summary: 'List what clients wrote about an instructor, newest first, and how the stars spread',
  access: 'public',
  params: idParams,
  query: z.object({ stars: z.coerce.number().int().min(1).max(5).optional(), ...pageQuery }),
  response: pageOf(sessionReviewSchema).extend({
    /** Number of reviews with one to five stars. */
    histogram: z.array(z.int()),
  }),
  errors: ['not_found'],
});

export const listClientReviews = defineContract({
  method: 'GET',
  path: '/api/instructor/clients/:id/reviews',
  summary: 'List what instructors wrote about a client who booked the viewer',
  access: 'signed-in',
  params: idParams,
  response: clientReviewsSchema,
  errors: ['not_found'],
});

export const listReviewReports = defineContract({
  method: 'GET',
  path: '/api/admin/review-reports',
  summary: 'List open reports of session reviews, oldest first',
  access: { permission: 'bookings.manage' },
  query: z.object(pageQuery),
  response: pageOf(reviewReportSchema),
});

export const decideReviewReport = defineContract({
  method: 'PATCH',
  path: '/api/admin/review-reports/:id',
  summary: 'Dismiss the reports of a session review, or remove the review',
  access: { permission: 'bookings.manage' },
  params: idParams,
  body: z.object({ decision: z.enum(REPORT_DECISIONS) }),
  errors: ['not_found', 'conflict'],
});
