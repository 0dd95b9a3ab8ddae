// Queries of the catalogue: lists and facets.
import { catalogueQuery } from '#app/lib/query.ts';
import { getResourceFacets, listResources } from '#shared/features/catalogue/catalogue.contract.ts';
import { resourceFilters, resourceListQuery } from './catalogue-url.ts';

export const resourcesQuery = (params: URLSearchParams) =>
  catalogueQuery(listResources, { query: resourceListQuery(params) });

export const resourceFacetsQuery = (params: URLSearchParams) =>
  catalogueQuery(getResourceFacets, { query: resourceFilters(params) });
