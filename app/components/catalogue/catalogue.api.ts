// Public queries that several features need: search suggestions and the categories of resources.
import * as contract from '#shared/features/catalogue/catalogue.contract.ts';
import * as categoryContract from '#shared/features/category/category.contract.ts';
import { contractQuery } from '#app/lib/query.ts';

export const suggestSearchesQuery = (q: string) => contractQuery(contract.suggestSearches, { query: { q } });

export const listCategoriesQuery = (kind: 'resource' | 'course') =>
  contractQuery(categoryContract.listCategories, { query: { kind } });
