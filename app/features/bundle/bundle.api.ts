// Bundles as everyone reads them.
import * as contract from '#shared/features/bundle/bundle.contract.ts';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import { catalogueQuery, contractQuery } from '#app/lib/query.ts';

export const getBundleQuery = (id: number) => catalogueQuery(contract.getBundle, { params: { id } });

export const listBundlesQuery = (query: ContractInput<typeof contract.listBundles>['query'] = {}) =>
  catalogueQuery(contract.listBundles, { query });

/** Asked anew at each visit: something in it may have been bought since. */
export const getBundleAccessQuery = (id: number) => ({
  ...contractQuery(contract.getBundleAccess, { params: { id } }),
  staleTime: 0,
});
export type BundleAccess = ContractOutput<typeof contract.getBundleAccess>;
