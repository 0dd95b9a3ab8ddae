// Binds what officers do with resources.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { listAllCurriculum, toggleFeatured } from '#shared/features/resource/resource.contract.ts';
import { listInEveryState, toggleFeaturedOf } from './resource-staff.service.ts';

export function registerResourceStaffRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listAllCurriculum, ({ query }) => listInEveryState(ctx, query));
  bindContract(app, ctx, toggleFeatured, ({ viewer, params }) => toggleFeaturedOf(ctx, viewer, params.id));
}
