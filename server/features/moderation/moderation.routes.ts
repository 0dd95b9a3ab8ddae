// Binds what officers decide about resources.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  getModeratedResource,
  getModerationCounts,
  listReviewQueue,
  moderateResource,
  moderateResources,
} from '#shared/features/moderation/moderation.contract.ts';
import { moderate, moderateMany } from './moderation.service.ts';
import { countWaiting, getForOfficer, readQueue } from './review-queue.service.ts';

export function registerResourceModerationRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, getModerationCounts, () => countWaiting(ctx));
  bindContract(app, ctx, listReviewQueue, ({ viewer, query }) => readQueue(ctx, viewer, query.tab));
  bindContract(app, ctx, getModeratedResource, ({ viewer, params }) => getForOfficer(ctx, viewer, params.id));
  bindContract(app, ctx, moderateResource, ({ viewer, params, body }) =>
    moderate(ctx, viewer, params.id, body),
  );
  bindContract(app, ctx, moderateResources, ({ viewer, body }) => moderateMany(ctx, viewer, body));
}
