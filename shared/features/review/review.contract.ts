// Reviews of resources and courses: public, written by users who have the item, with one reply by its owner.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE, EVERY_RESOURCE } from '#shared/staff-access.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageQuery } from '#shared/lists.ts';
import { REVIEW_SORTS } from './review.rules.ts';
import { reviewBody, reviewSchema } from './review.schema.ts';

export type { Review } from './review.schema.ts';

const read = {
  method: 'GET',
  access: 'public',
  params: idParams,
  query: z.object({ sort: z.enum(REVIEW_SORTS).default('newest'), ...pageQuery }),
  response: z.array(reviewSchema),
  errors: ['not_found'],
} as const;

export const listResourceReviews = defineContract({
  ...read,
  further: EVERY_RESOURCE,
  path: '/api/resources/:id/reviews',
  summary: 'List the reviews of a resource, ten per page',
});
export const listCurriculumReviews = defineContract({
  ...read,
  further: EVERY_RESOURCE,
  path: '/api/curriculum/:id/reviews',
  summary: 'Same as /api/resources/{id}/reviews',
});
export const listCourseReviews = defineContract({
  ...read,
  further: EVERY_COURSE,
  path: '/api/courses/:id/reviews',
  summary: 'List the reviews of a course, ten per page',
});

const write = {
  method: 'POST',
  access: 'signed-in',
  params: idParams,
  body: reviewBody,
  response: reviewSchema,
  errors: ['not_found', 'forbidden'],
} as const;

export const reviewResource = defineContract({
  ...write,
  path: '/api/resources/:id/reviews',
  summary: 'Create or update the viewer’s review; needs an entitlement',
});
export const reviewCurriculum = defineContract({
  ...write,
  path: '/api/curriculum/:id/reviews',
  summary: 'Same as /api/resources/{id}/reviews',
});
export const reviewCourse = defineContract({
  ...write,
  path: '/api/courses/:id/reviews',
  summary: 'Create or update the viewer’s review; needs an entitlement',
});

export const deleteReview = defineContract({
  method: 'DELETE',
  path: '/api/reviews/:id',
  summary: 'Delete the viewer’s review',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});

export const replyToReview = defineContract({
  method: 'POST',
  path: '/api/reviews/:id/answer',
  summary: 'Reply to a review, once, as its seller or instructor',
  access: 'signed-in',
  params: idParams,
  body: z.object({ body: z.string().trim().min(1).max(2000) }),
  response: reviewSchema,
  errors: ['not_found', 'conflict'],
});
