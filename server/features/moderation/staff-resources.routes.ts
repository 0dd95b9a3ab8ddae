// Binds the lists officers work with.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { exportCurriculum, listAllCurriculum } from '#shared/features/moderation/moderation.contract.ts';
import { toggleFeatured } from '#shared/features/resource/resource.contract.ts';
import { exportInEveryState, listInEveryState, toggleFeaturedOf } from './staff-resources.service.ts';

export function registerResourceStaffRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listAllCurriculum, ({ viewer, query }) => listInEveryState(ctx, viewer, query));
  bindContract(app, ctx, exportCurriculum, ({ viewer, query }) => exportInEveryState(ctx, viewer, query));
  bindContract(app, ctx, toggleFeatured, ({ viewer, params }) => toggleFeaturedOf(ctx, viewer, params.id));
}
