// Binds questions, answers, votes and reports.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/discussion/discussion.contract.ts';
import * as service from './discussion.service.ts';

export function registerDiscussionRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listDiscussion, ({ viewer, params, query }) =>
    service.listDiscussion(ctx, viewer, { ...params, ...query }),
  );
  bindContract(app, ctx, contract.createPost, ({ viewer, params, body }) =>
    service.createPost(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.editPost, ({ viewer, params, body }) =>
    service.editPost(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.deletePost, ({ viewer, params }) =>
    service.deletePost(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.voteForPost, ({ viewer, params }) =>
    service.voteForPost(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.removeVote, ({ viewer, params }) =>
    service.removeVote(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.reportPost, ({ viewer, params, body }) =>
    service.reportPost(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.listOpenQuestions, ({ viewer, query }) =>
    service.listOpenQuestions(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.listPostReports, ({ viewer, query }) =>
    service.listPostReports(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.decidePostReport, ({ viewer, params, body }) =>
    service.decidePostReport(ctx, viewer, { ...params, ...body }),
  );
}
