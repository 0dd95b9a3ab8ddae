// Binds reviews after sessions.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/session-review/session-review.contract.ts';
import * as staff from './session-review-staff.service.ts';
import * as service from './session-review.service.ts';

export function registerSessionReviewRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listBookingReviews, ({ viewer, query }) =>
    service.listBookingReviews(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.reviewBooking, ({ viewer, params, body }) =>
    service.reviewBooking(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.replyToBookingReview, ({ viewer, params, body }) =>
    service.replyToBookingReview(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.reportBookingReview, ({ viewer, params, body }) =>
    service.reportBookingReview(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.listInstructorReviews, ({ params, query }) =>
    service.listInstructorReviews(ctx, { ...params, ...query }),
  );
  bindContract(app, ctx, contract.listClientReviews, ({ viewer, params }) =>
    service.listClientReviews(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.listReviewReports, ({ query }) => staff.listReviewReports(ctx, query));
  bindContract(app, ctx, contract.decideReviewReport, ({ viewer, params, body }) =>
    staff.decideReviewReport(ctx, viewer, { ...params, ...body }),
  );
}
