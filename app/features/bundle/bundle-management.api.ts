// Bundles as those who sell them read and change them: sellers their own, staff those of the house.
import { keepPreviousData, type MutationFunctionContext } from '@tanstack/react-query';
import { contractQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as bundle from '#shared/features/bundle/bundle.contract.ts';
import type { OwnBundle } from '#shared/features/bundle/bundle.schema.ts';

export type ManagementScope = 'seller' | 'staff';

/** Both look through the same pages. */
export const managementScopeOf = (pathname: string): ManagementScope =>
  pathname.startsWith('/admin') ? 'staff' : 'seller';
export const HOME: Readonly<Record<ManagementScope, string>> = {
  seller: '/seller/bundles',
  staff: '/admin/bundles',
};

const SELLER = {
  list: bundle.listOwnBundles,
  things: bundle.listOwnBundleItems,
  one: bundle.getOwnBundle,
  create: bundle.createOwnBundle,
  save: bundle.updateOwnBundle,
  publish: bundle.publishOwnBundle,
  archive: bundle.archiveOwnBundle,
  remove: bundle.deleteOwnBundle,
};
const STAFF = {
  list: bundle.listStaffBundles,
  things: bundle.listStaffBundleItems,
  one: bundle.getStaffBundle,
  create: bundle.createStaffBundle,
  save: bundle.updateStaffBundle,
  publish: bundle.publishStaffBundle,
  archive: bundle.archiveStaffBundle,
  remove: bundle.deleteStaffBundle,
};
const contractsOf = (desk: ManagementScope) => (desk === 'staff' ? STAFF : SELLER);

/** What a colleague or another tab did shows at the next look. */
const fresh = { staleTime: 0 } as const;

export type BundleListRow = ContractOutput<typeof bundle.listOwnBundles>['items'][number];

export const managedListQuery = (
  desk: ManagementScope,
  { by, ...query }: NonNullable<ContractInput<typeof bundle.listStaffBundles>['query']>,
) => ({
  ...(desk === 'staff'
    ? contractQuery(bundle.listStaffBundles, { query: { ...query, by } })
    : contractQuery(bundle.listOwnBundles, { query })),
  ...fresh,
  placeholderData: keepPreviousData,
});

export const managedBundleQuery = (desk: ManagementScope, id: number) => ({
  ...contractQuery(contractsOf(desk).one, { params: { id } }),
  ...fresh,
  // What is being written must not change under the hand.
  refetchOnWindowFocus: false,
});

export const itemsQuery = (desk: ManagementScope, q: string) =>
  listQuery(contractsOf(desk).things, { query: q ? { q } : {} });

export function useBundleManagement(desk: ManagementScope) {
  const contracts = contractsOf(desk);
  const options = { invalidates: [contracts.list, bundle.listBundles, bundle.getBundle] };
  const storing = {
    ...options,
    onSuccess: (saved: OwnBundle, _input: unknown, _shown: unknown, { client }: MutationFunctionContext) =>
      client.setQueryData(managedBundleQuery(desk, saved.id).queryKey, saved),
  };
  return {
    create: useContractMutation(contracts.create, storing),
    save: useContractMutation(contracts.save, storing),
    publish: useContractMutation(contracts.publish, storing),
    archive: useContractMutation(contracts.archive, storing),
    remove: useContractMutation(contracts.remove, options),
  };
}
