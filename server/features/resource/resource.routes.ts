// Binds what everyone may read of the curriculum store.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  getCurriculumItem,
  getResource,
  listFeaturedResources,
  listRelatedResources,
  listResourcesByIds,
} from '#shared/features/resource/resource.contract.ts';
import { getResourceDetail, listFeatured, listRelated, listResourceCards } from './resource.service.ts';

export function registerResourceRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listFeaturedResources, () => listFeatured(ctx));
  bindContract(app, ctx, listResourcesByIds, ({ query }) => listResourceCards(ctx, query.ids));
  for (const contract of [getResource, getCurriculumItem]) {
    bindContract(app, ctx, contract, ({ viewer, params }) => getResourceDetail(ctx, viewer, params.id));
  }
  bindContract(app, ctx, listRelatedResources, ({ viewer, params }) => listRelated(ctx, viewer, params.id));
}
