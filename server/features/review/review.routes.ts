// Binds reviews of resources and courses.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/review/review.contract.ts';
import * as service from './review.service.ts';

export function registerReviewRoutes(app: FastifyInstance, ctx: AppContext): void {
  for (const alias of [contract.listResourceReviews, contract.listCurriculumReviews]) {
    bindContract(app, ctx, alias, ({ viewer, params, query }) =>
      service.listResourceReviews(ctx, viewer, { ...params, ...query }),
    );
  }
  bindContract(app, ctx, contract.listCourseReviews, ({ viewer, params, query }) =>
    service.listCourseReviews(ctx, viewer, { ...params, ...query }),
  );
  for (const alias of [contract.reviewResource, contract.reviewCurriculum]) {
    bindContract(app, ctx, alias, ({ viewer, params, body }) =>
      service.reviewResource(ctx, viewer, { ...params, ...body }),
    );
  }
  bindContract(app, ctx, contract.reviewCourse, ({ viewer, params, body }) =>
    service.reviewCourse(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.deleteReview, ({ viewer, params }) =>
    service.deleteReview(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.replyToReview, ({ viewer, params, body }) =>
    service.replyToReview(ctx, viewer, { ...params, ...body }),
  );
}
