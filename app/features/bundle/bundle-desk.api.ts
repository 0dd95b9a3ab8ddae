// Bundles as those who sell them read and change them: sellers their own, staff those of the house.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as bundle from '#shared/features/bundle/bundle.contract.ts';
import type { BundleFields } from '#shared/features/bundle/bundle.schema.ts';
import type { BundleMove } from '#shared/features/bundle/bundle.rules.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

export type Desk = 'seller' | 'staff';

/** Both look through the same pages. */
export const deskAt = (pathname: string): Desk => (pathname.startsWith('/admin') ? 'staff' : 'seller');
export const HOME: Readonly<Record<Desk, string>> = { seller: '/seller/bundles', staff: '/admin/bundles' };

const SELLER = {
  list: bundle.listOwnBundles,
  things: bundle.listOwnBundleThings,
  one: bundle.getOwnBundle,
  create: bundle.createOwnBundle,
  save: bundle.updateOwnBundle,
  publish: bundle.publishOwnBundle,
  archive: bundle.archiveOwnBundle,
  remove: bundle.deleteOwnBundle,
};
const STAFF = {
  list: bundle.listStaffBundles,
  things: bundle.listStaffBundleThings,
  one: bundle.getStaffBundle,
  create: bundle.createStaffBundle,
  save: bundle.updateStaffBundle,
  publish: bundle.publishStaffBundle,
  archive: bundle.archiveStaffBundle,
  remove: bundle.deleteStaffBundle,
};
const contractsOf = (desk: Desk) => (desk === 'staff' ? STAFF : SELLER);

/** What a colleague or another tab did shows at the next look. */
const fresh = { staleTime: 0 } as const;

export type BundleList = ContractOutput<typeof bundle.listOwnBundles>;
export type BundleListRow = BundleList['items'][number];

export const deskListQuery = (
  desk: Desk,
  { by, ...query }: NonNullable<ContractInput<typeof bundle.listStaffBundles>['query']>,
) => ({
  ...(desk === 'staff'
    ? contractQuery(bundle.listStaffBundles, { query: { ...query, by } })
    : contractQuery(bundle.listOwnBundles, { query })),
  ...fresh,
  placeholderData: keepPreviousData,
});

export const deskBundleQuery = (desk: Desk, id: number) => ({
  ...contractQuery(contractsOf(desk).one, { params: { id } }),
  ...fresh,
  // What is being written must not change under the hand.
  refetchOnWindowFocus: false,
});

export const thingsQuery = (desk: Desk, q: string) => ({
  ...contractQuery(contractsOf(desk).things, { query: q ? { q } : {} }),
  ...fresh,
  placeholderData: keepPreviousData,
});

export function useBundleDesk(desk: Desk) {
  const client = useQueryClient();
  const contracts = contractsOf(desk);
  const forget = () =>
    Promise.all(
      [contracts.list, bundle.listBundles, bundle.getBundle].map(({ path }) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
  const keep = (saved: ContractOutput<typeof bundle.getOwnBundle>) => {
    client.setQueryData(deskBundleQuery(desk, saved.id).queryKey, saved);
    return forget();
  };
  const save = useMutation({
    mutationFn: ({ id, revision, ...body }: BundleFields & { id: number | null; revision: number }) =>
      id === null
        ? browserApi.call(contracts.create, { body })
        : browserApi.call(contracts.save, { params: { id }, body: { ...body, revision } }),
    onSuccess: keep,
  });
  const move = useMutation({
    mutationFn: ({ id, to }: { id: number; to: BundleMove }) =>
      browserApi.call(contracts[to], { params: { id } }),
    onSuccess: keep,
  });
  const remove = useMutation({
    mutationFn: (id: number) => browserApi.call(contracts.remove, { params: { id } }),
    onSuccess: forget,
  });
  return { save, move, remove };
}
