// Binds rights notices: what officers decide and sellers answer.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
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
import { fileCounterNotice } from './rights-notice-answer.service.ts';
import { decideNotice } from './rights-notice-decisions.service.ts';
import { getNoticeDetail, listNoticePage, listNoticesOf } from './rights-notice.service.ts';

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
