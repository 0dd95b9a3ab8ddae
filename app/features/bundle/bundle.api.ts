// Bundles as everyone reads them.
import { getBundle, getMyBundle, listBundles } from '#shared/features/bundle/bundle.contract.ts';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import { catalogueQuery, contractQuery } from '#app/lib/query.ts';

export const bundleQuery = (id: number) => catalogueQuery(getBundle, { params: { id } });

export const bundlesQuery = (query: ContractInput<typeof listBundles>['query'] = {}) =>
  catalogueQuery(listBundles, { query });

/** Asked anew at each visit: something in it may have been bought since. */
export const myBundleQuery = (id: number) => ({
  ...contractQuery(getMyBundle, { params: { id } }),
  staleTime: 0,
});
export type MyBundle = ContractOutput<typeof getMyBundle>;
