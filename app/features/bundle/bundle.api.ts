// Public bundle queries.
import * as contract from '#shared/features/bundle/bundle.contract.ts';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import { catalogueQuery, contractQuery } from '#app/lib/query.ts';

export const getBundleQuery = (id: number) => catalogueQuery(contract.getBundle, { params: { id } });

export const listBundlesQuery = (query: ContractInput<typeof contract.listBundles>['query'] = {}) =>
  catalogueQuery(contract.listBundles, { query });

/** Refetched on every visit: the viewer may have bought an item in it since. */
export const getBundleAccessQuery = (id: number) => ({
  ...contractQuery(contract.getBundleAccess, { params: { id } }),
  staleTime: 0,
});
export type BundleAccess = ContractOutput<typeof contract.getBundleAccess>;
