// Binds reviews of resources and courses.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  answerReview,
  deleteReview,
  listCourseReviews,
  listCurriculumReviews,
  listResourceReviews,
  reviewCourse,
  reviewCurriculum,
  reviewResource,
} from '#shared/features/review/review.contract.ts';
import { answerOnce, listReviews, takeBackReview, writeReview } from './review.service.ts';

export function registerReviewRoutes(app: FastifyInstance, ctx: AppContext): void {
  const resource = (itemId: number) => ({ itemType: 'resource' as const, itemId });
  const course = (itemId: number) => ({ itemType: 'course' as const, itemId });

  for (const contract of [listResourceReviews, listCurriculumReviews]) {
    bindContract(app, ctx, contract, ({ viewer, params, query }) =>
      listReviews(ctx, viewer, { ...resource(params.id), ...query }),
    );
  }
  bindContract(app, ctx, listCourseReviews, ({ viewer, params, query }) =>
    listReviews(ctx, viewer, { ...course(params.id), ...query }),
  );
  for (const contract of [reviewResource, reviewCurriculum]) {
    bindContract(app, ctx, contract, ({ viewer, params, body }) =>
      writeReview(ctx, viewer, { ...resource(params.id), ...body }),
    );
  }
  bindContract(app, ctx, reviewCourse, ({ viewer, params, body }) =>
    writeReview(ctx, viewer, { ...course(params.id), ...body }),
  );
  bindContract(app, ctx, deleteReview, ({ viewer, params }) => takeBackReview(ctx, viewer, params.id));
  bindContract(app, ctx, answerReview, ({ viewer, params, body }) =>
    answerOnce(ctx, viewer, { ...params, ...body }),
  );
}
