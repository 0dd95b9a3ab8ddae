// Public seller pages: one seller, their resources, and following them.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/lib/api-client.ts';
import { catalogueQuery, contractQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { ContractOutput, ContractInput } from '#shared/contract.ts';
import * as catalogueContract from '#shared/features/catalogue/catalogue.contract.ts';
import * as contract from '#shared/features/seller/seller.contract.ts';

export type Seller = ContractOutput<typeof contract.getSeller>;

export const getSellerQuery = (id: number) => catalogueQuery(contract.getSeller, { params: { id } });

export const getSellerFollowQuery = (id: number) =>
  contractQuery(contract.getSellerFollow, { params: { id } });

export const listResourcesOfSellerQuery = (
  id: number,
  query: ContractInput<typeof catalogueContract.listResourcesOfSeller>['query'],
) => catalogueQuery(catalogueContract.listResourcesOfSeller, { params: { id }, query });

export const getResourceFacetsQuery = (
  id: number,
  query: ContractInput<typeof catalogueContract.getResourceFacets>['query'],
) => catalogueQuery(catalogueContract.getResourceFacets, { query: { ...query, seller: id } });

/** Shows at once, in the follower count too, and is reverted if the server refuses. */
function changeFollow(client: QueryClient, id: number, isFollowing: boolean) {
  const show = (shown: boolean) => {
    client.setQueryData(
      getSellerFollowQuery(id).queryKey,
      (known) => known && { ...known, isFollowing: shown },
    );
    client.setQueryData(
      getSellerQuery(id).queryKey,
      (known) => known && { ...known, followerCount: known.followerCount + (shown ? 1 : -1) },
    );
  };
  return {
    input: () => ({ params: { id } }),
    // Other users follow too; only the server knows the exact count.
    invalidates: [contract.getSeller],
    errorTitle: isFollowing ? 'Couldn’t follow this seller' : 'Couldn’t unfollow this seller',
    async onMutate() {
      await client.cancelQueries({ queryKey: getSellerFollowQuery(id).queryKey });
      show(isFollowing);
    },
    onError: () => show(!isFollowing),
  };
}

export const useFollowSeller = (id: number) =>
  useContractMutation(contract.followSeller, changeFollow(useQueryClient(), id, true));
export const useUnfollowSeller = (id: number) =>
  useContractMutation(contract.unfollowSeller, changeFollow(useQueryClient(), id, false));

export const findSellerBySlug = (api: ApiClient, slug: string) =>
  api.call(contract.findSellerBySlug, { params: { slug } });
