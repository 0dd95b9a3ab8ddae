// Shop windows from the browser's side: one seller, what they sell, and following them.
import { useQueryClient } from '@tanstack/react-query';
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

/** Shows at once, also in the number of followers, and is taken back when the server refuses. */
export function useFollow(id: number) {
  const client = useQueryClient();
  const show = (isFollowing: boolean) => {
    client.setQueryData(getSellerFollowQuery(id).queryKey, (known) => known && { ...known, isFollowing });
    client.setQueryData(
      getSellerQuery(id).queryKey,
      (known) => known && { ...known, followerCount: known.followerCount + (isFollowing ? 1 : -1) },
    );
  };
  return useContractMutation(
    (isFollowing: boolean) => (isFollowing ? contract.followSeller : contract.unfollowSeller),
    {
      input: () => ({ params: { id } }),
      // Others follow meanwhile: the exact number is the server's.
      invalidates: [contract.getSeller],
      errorTitle: 'That did not work',
      async onMutate(isFollowing) {
        await client.cancelQueries({ queryKey: getSellerFollowQuery(id).queryKey });
        show(isFollowing);
      },
      onError: (_error, isFollowing) => show(!isFollowing),
    },
  );
}
