// Queries of the catalogue: lists and facets.
import { catalogueQuery } from '#app/lib/query.ts';
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/catalogue/catalogue.contract.ts';
import { resourceFilters, resourceListQuery } from './catalogue-url.ts';

export const listResourcesQuery = (params: URLSearchParams) =>
  catalogueQuery(contract.listResources, { query: resourceListQuery(params) });

export const getResourceFacetsQuery = (params: URLSearchParams) =>
  catalogueQuery(contract.getResourceFacets, { query: resourceFilters(params) });

export const listResourcesOfSellerQuery = (
  id: number,
  query: ContractInput<typeof contract.listResourcesOfSeller>['query'],
) => catalogueQuery(contract.listResourcesOfSeller, { params: { id }, query });

export const getSellerFacetsQuery = (
  id: number,
  query: ContractInput<typeof contract.getResourceFacets>['query'],
) => catalogueQuery(contract.getResourceFacets, { query: { ...query, seller: id } });
