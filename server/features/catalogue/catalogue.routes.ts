// Binds the catalogue's lists, its facets and the suggestions while typing.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  getResourceFacets,
  listCurriculum,
  listResources,
  listResourcesOfCategory,
  listResourcesOfSeller,
  suggestSearches,
} from '#shared/features/catalogue/catalogue.contract.ts';
import { getCatalogueFacets } from './catalogue-facets.service.ts';
import { listSuggestions } from './catalogue-search.service.ts';
import { listCatalogue, listCatalogueOfCategory, listCatalogueOfSeller } from './catalogue.service.ts';

export function registerResourceListRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listResources, ({ query }) => listCatalogue(ctx, query));
  bindContract(app, ctx, listCurriculum, ({ query }) => listCatalogue(ctx, query));
  bindContract(app, ctx, listResourcesOfSeller, ({ params, query }) =>
    listCatalogueOfSeller(ctx, params.id, query),
  );
  bindContract(app, ctx, listResourcesOfCategory, ({ params, query }) =>
    listCatalogueOfCategory(ctx, params.id, query),
  );
  bindContract(app, ctx, getResourceFacets, ({ query }) => getCatalogueFacets(ctx, query));
  bindContract(app, ctx, suggestSearches, ({ query }) => listSuggestions(ctx, query.q));
}
