// Binds the catalogue's lists, its facets and the suggestions while typing.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/catalogue/catalogue.contract.ts';
import { getResourceFacets } from './catalogue-facets.service.ts';
import { suggestSearches } from './catalogue-suggest.service.ts';
import { listResources, listResourcesOfCategory, listResourcesOfSeller } from './catalogue.service.ts';

export function registerCatalogueRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listResources, ({ query }) => listResources(ctx, query));
  bindContract(app, ctx, contract.listCurriculum, ({ query }) => listResources(ctx, query));
  bindContract(app, ctx, contract.listResourcesOfSeller, ({ params, query }) =>
    listResourcesOfSeller(ctx, params.id, query),
  );
  bindContract(app, ctx, contract.listResourcesOfCategory, ({ params, query }) =>
    listResourcesOfCategory(ctx, params.id, query),
  );
  bindContract(app, ctx, contract.getResourceFacets, ({ query }) => getResourceFacets(ctx, query));
  bindContract(app, ctx, contract.suggestSearches, ({ query }) => suggestSearches(ctx, query.q));
}
