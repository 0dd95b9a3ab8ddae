// Binds what officers decide about resources.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  exportCurriculum,
  getModeratedResource,
  getModerationCounts,
  listAllCurriculum,
  listReviewQueue,
  moderateResource,
  moderateResources,
  toggleFeatured,
} from '#shared/features/moderation/moderation.contract.ts';
import {
  counterNotice,
  dismissNotice,
  getNotice,
  keepDownNotice,
  listMyNotices,
  listNotices,
  putBackNotice,
  upholdNotice,
} from '#shared/features/moderation/rights-notice.contract.ts';
import { moderate, moderateMany, toggleFeaturedOf } from './moderation.service.ts';
import { decideNotice } from './rights-notice-decisions.service.ts';
import {
  fileCounterNotice,
  getNoticeDetail,
  listNoticePage,
  listNoticesOf,
} from './rights-notice.service.ts';
import {
  countWaiting,
  exportInEveryState,
  getForOfficer,
  listInEveryState,
  readQueue,
} from './staff-resources.service.ts';

export function registerResourceModerationRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, getModerationCounts, () => countWaiting(ctx));
  bindContract(app, ctx, listReviewQueue, ({ viewer, query }) => readQueue(ctx, viewer, query.tab));
  bindContract(app, ctx, getModeratedResource, ({ viewer, params }) => getForOfficer(ctx, viewer, params.id));
  bindContract(app, ctx, moderateResource, ({ viewer, params, body }) =>
    moderate(ctx, viewer, params.id, body),
  );
  bindContract(app, ctx, moderateResources, ({ viewer, body }) => moderateMany(ctx, viewer, body));
}

export function registerNoticeRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listNotices, ({ query }) => listNoticePage(ctx, query));
  bindContract(app, ctx, getNotice, ({ viewer, params }) => getNoticeDetail(ctx, viewer, params));
  bindContract(app, ctx, dismissNotice, ({ viewer, params, body }) =>
    decideNotice(ctx, viewer, { ...params, ...body, decision: 'dismiss' }),
  );
  bindContract(app, ctx, upholdNotice, ({ viewer, params, body }) =>
    decideNotice(ctx, viewer, { ...params, ...body, decision: 'uphold' }),
  );
  bindContract(app, ctx, putBackNotice, ({ viewer, params, body }) =>
    decideNotice(ctx, viewer, { ...params, ...body, decision: 'put-back' }),
  );
  bindContract(app, ctx, keepDownNotice, ({ viewer, params, body }) =>
    decideNotice(ctx, viewer, { ...params, ...body, decision: 'keep-down' }),
  );
  bindContract(app, ctx, listMyNotices, ({ viewer, query }) => listNoticesOf(ctx, viewer, query));
  bindContract(app, ctx, counterNotice, ({ viewer, params, body }) =>
    fileCounterNotice(ctx, viewer, { ...params, ...body }),
  );
}

export function registerResourceStaffRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listAllCurriculum, ({ viewer, query }) => listInEveryState(ctx, viewer, query));
  bindContract(app, ctx, exportCurriculum, ({ viewer, query }) => exportInEveryState(ctx, viewer, query));
  bindContract(app, ctx, toggleFeatured, ({ viewer, params }) => toggleFeaturedOf(ctx, viewer, params.id));
}
