// Binds the review queue, the staff view of resources, and rights notices.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/moderation/moderation.contract.ts';
import * as noticeContract from '#shared/features/moderation/rights-notice.contract.ts';
import { decideResource, decideResources, toggleFeatured } from './moderation.service.ts';
import * as decisions from './rights-notice-decisions.service.ts';
import * as notices from './rights-notice.service.ts';
import * as resources from './staff-resources.service.ts';

export function registerModerationRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getModerationCounts, () => resources.getModerationCounts(ctx));
  bindContract(app, ctx, contract.listReviewQueue, ({ viewer, query }) =>
    resources.listReviewQueue(ctx, viewer, query.tab),
  );
  bindContract(app, ctx, contract.listStaffResources, ({ viewer, query }) =>
    resources.listStaffResources(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.exportStaffResources, ({ viewer, query }) =>
    resources.exportStaffResources(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.getStaffResource, ({ viewer, params }) =>
    resources.getStaffResource(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.decideResource, ({ viewer, params, body }) =>
    decideResource(ctx, viewer, params.id, body),
  );
  bindContract(app, ctx, contract.decideResources, ({ viewer, body }) => decideResources(ctx, viewer, body));
  bindContract(app, ctx, contract.toggleFeatured, ({ viewer, params }) =>
    toggleFeatured(ctx, viewer, params.id),
  );
  registerNotices(app, ctx);
}

function registerNotices(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, noticeContract.reportResource, ({ viewer, params, body }) =>
    notices.reportResource(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, noticeContract.listNotices, ({ query }) => notices.listNotices(ctx, query));
  bindContract(app, ctx, noticeContract.getNotice, ({ viewer, params }) =>
    notices.getNotice(ctx, viewer, params),
  );
  bindContract(app, ctx, noticeContract.listOwnNotices, ({ viewer, query }) =>
    notices.listOwnNotices(ctx, viewer, query),
  );
  bindContract(app, ctx, noticeContract.counterNotice, ({ viewer, params, body }) =>
    notices.counterNotice(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, noticeContract.dismissNotice, ({ viewer, params, body }) =>
    decisions.dismissNotice(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, noticeContract.upholdNotice, ({ viewer, params, body }) =>
    decisions.upholdNotice(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, noticeContract.acceptCounterNotice, ({ viewer, params, body }) =>
    decisions.acceptCounterNotice(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, noticeContract.rejectCounterNotice, ({ viewer, params, body }) =>
    decisions.rejectCounterNotice(ctx, viewer, { ...params, ...body }),
  );
}
