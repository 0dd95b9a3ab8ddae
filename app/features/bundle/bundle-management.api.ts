// Bundles for those who sell them: sellers manage their own, staff the platform's.
import { keepPreviousData, useMutation, type MutationFunctionContext } from '@tanstack/react-query';
import { contractQuery, listQuery } from '#app/lib/query.ts';
import { contractMutation } from '#app/lib/use-contract-mutation.ts';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/bundle/bundle.contract.ts';
import type { OwnBundle } from '#shared/features/bundle/bundle.schema.ts';

export type ManagementScope = 'seller' | 'staff';

/** Sellers and staff use the same pages at different paths. */
export const managementScopeOf = (pathname: string): ManagementScope =>
  pathname.startsWith('/admin') ? 'staff' : 'seller';
export const HOME: Readonly<Record<ManagementScope, string>> = {
  seller: '/seller/bundles',
  staff: '/admin/bundles',
};

export type BundleListRow = ContractOutput<typeof contract.listOwnBundles>['items'][number];
type ListFilter = NonNullable<ContractInput<typeof contract.listStaffBundles>['query']>;

/** Refetched on every visit: a colleague or another tab may have changed it. */
const fresh = { staleTime: 0 } as const;
const freshList = { ...fresh, placeholderData: keepPreviousData } as const;
/** A refetch must not overwrite what the user is typing. */
const freshForm = { ...fresh, refetchOnWindowFocus: false } as const;

export const listOwnBundlesQuery = ({ by: _platformOnly, ...query }: ListFilter) => ({
  ...contractQuery(contract.listOwnBundles, { query }),
  ...freshList,
});
export const listStaffBundlesQuery = (query: ListFilter) => ({
  ...contractQuery(contract.listStaffBundles, { query }),
  ...freshList,
});
export const managedListQuery = (scope: ManagementScope, filter: ListFilter) =>
  scope === 'staff' ? listStaffBundlesQuery(filter) : listOwnBundlesQuery(filter);

export const getOwnBundleQuery = (id: number) => ({
  ...contractQuery(contract.getOwnBundle, { params: { id } }),
  ...freshForm,
});
export const getStaffBundleQuery = (id: number) => ({
  ...contractQuery(contract.getStaffBundle, { params: { id } }),
  ...freshForm,
});
export const managedBundleQuery = (scope: ManagementScope, id: number) =>
  scope === 'staff' ? getStaffBundleQuery(id) : getOwnBundleQuery(id);

export const listOwnBundleItemsQuery = (q: string) =>
  listQuery(contract.listOwnBundleItems, { query: q ? { q } : {} });
export const listStaffBundleItemsQuery = (q: string) =>
  listQuery(contract.listStaffBundleItems, { query: q ? { q } : {} });
export const itemsQuery = (scope: ManagementScope, q: string) =>
  scope === 'staff' ? listStaffBundleItemsQuery(q) : listOwnBundleItemsQuery(q);

function changes(scope: ManagementScope) {
  const list = scope === 'staff' ? contract.listStaffBundles : contract.listOwnBundles;
  return { invalidates: [list, contract.listBundles, contract.getBundle] };
}
const savesBundle = (scope: ManagementScope) => ({
  ...changes(scope),
  onSuccess: (saved: OwnBundle, _input: unknown, _shown: unknown, { client }: MutationFunctionContext) =>
    client.setQueryData(managedBundleQuery(scope, saved.id).queryKey, saved),
});

export const createOwnBundle = contractMutation(contract.createOwnBundle, savesBundle('seller'));
export const updateOwnBundle = contractMutation(contract.updateOwnBundle, savesBundle('seller'));
export const publishOwnBundle = contractMutation(contract.publishOwnBundle, savesBundle('seller'));
export const archiveOwnBundle = contractMutation(contract.archiveOwnBundle, savesBundle('seller'));
export const deleteOwnBundle = contractMutation(contract.deleteOwnBundle, changes('seller'));

export const createStaffBundle = contractMutation(contract.createStaffBundle, savesBundle('staff'));
export const updateStaffBundle = contractMutation(contract.updateStaffBundle, savesBundle('staff'));
export const publishStaffBundle = contractMutation(contract.publishStaffBundle, savesBundle('staff'));
export const archiveStaffBundle = contractMutation(contract.archiveStaffBundle, savesBundle('staff'));
export const deleteStaffBundle = contractMutation(contract.deleteStaffBundle, changes('staff'));

export function useBundleManagement(scope: ManagementScope) {
  const isStaff = scope === 'staff';
  return {
    create: useMutation(isStaff ? createStaffBundle : createOwnBundle),
    save: useMutation(isStaff ? updateStaffBundle : updateOwnBundle),
    publish: useMutation(isStaff ? publishStaffBundle : publishOwnBundle),
    archive: useMutation(isStaff ? archiveStaffBundle : archiveOwnBundle),
    remove: useMutation(isStaff ? deleteStaffBundle : deleteOwnBundle),
  };
}
