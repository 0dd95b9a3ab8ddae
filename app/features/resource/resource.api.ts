// What the curriculum's pages read.
import {
  getResourceFacets,
  listFeaturedResources,
  listResources,
  listResourcesByIds,
} from '#shared/features/resource/resource.contract.ts';
import { catalogueQuery } from '#app/lib/query.ts';
import { resourceFilters, resourceListQuery } from '#app/features/catalogue/curriculum-address.ts';

export const resourcesQuery = (params: URLSearchParams) =>
  catalogueQuery(listResources, { query: resourceListQuery(params) });

export const resourceFacetsQuery = (params: URLSearchParams) =>
  catalogueQuery(getResourceFacets, { query: resourceFilters(params) });

export const featuredResourcesQuery = () => catalogueQuery(listFeaturedResources, {});

export const resourcesByIdsQuery = (ids: readonly number[]) =>
  catalogueQuery(listResourcesByIds, { query: { ids: ids.join(',') } });
