// Reviews of resources and courses: read by everyone, written by those who have the thing, answered once by its owner.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
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
  path: '/api/resources/:id/reviews',
  summary: 'Ten reviews of a resource a page; a bare array',
});
export const listCurriculumReviews = defineContract({
  ...read,
  path: '/api/curriculum/:id/reviews',
  summary: 'The same as /api/resources/{id}/reviews',
});
export const listCourseReviews = defineContract({
  ...read,
  path: '/api/courses/:id/reviews',
  summary: 'Ten reviews of a course a page; a bare array',
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
  summary: 'Write one’s review, or change it; only for those entitled',
});
export const reviewCurriculum = defineContract({
  ...write,
  path: '/api/curriculum/:id/reviews',
  summary: 'The same as /api/resources/{id}/reviews',
});
export const reviewCourse = defineContract({
  ...write,
  path: '/api/courses/:id/reviews',
  summary: 'Write one’s review, or change it; only for those entitled',
});

export const deleteReview = defineContract({
  method: 'DELETE',
  path: '/api/reviews/:id',
  summary: 'Take back one’s own review',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});

export const replyToReview = defineContract({
  method: 'POST',
  path: '/api/reviews/:id/answer',
  summary: 'The seller or instructor answers, once',
  access: 'signed-in',
  params: idParams,
  body: z.object({ body: z.string().trim().min(1).max(2000) }),
  response: reviewSchema,
  errors: ['not_found', 'conflict'],
});
