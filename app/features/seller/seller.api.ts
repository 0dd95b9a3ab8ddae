// Shop windows from the browser's side: one seller, what they sell, and following them.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { catalogueQuery, contractQuery } from '#app/lib/query.ts';
import type { ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/seller/seller.contract.ts';

export type Seller = ContractOutput<typeof contract.getSeller>;

export const getSellerQuery = (id: number) => catalogueQuery(contract.getSeller, { params: { id } });

export const getMySellerQuery = (id: number) => contractQuery(contract.getMySeller, { params: { id } });

/** Shows at once, also in the number of followers, and is taken back when the server refuses. */
export function useFollow(id: number) {
  const client = useQueryClient();
  const show = (isFollowing: boolean) => {
    client.setQueryData(getMySellerQuery(id).queryKey, (known) => known && { ...known, isFollowing });
    client.setQueryData(
      getSellerQuery(id).queryKey,
      (known) => known && { ...known, followerCount: known.followerCount + (isFollowing ? 1 : -1) },
    );
  };
  return useMutation({
    mutationFn: (isFollowing: boolean) =>
      browserApi.call(isFollowing ? contract.followSeller : contract.unfollowSeller, { params: { id } }),
    async onMutate(isFollowing) {
      await client.cancelQueries({ queryKey: getMySellerQuery(id).queryKey });
      show(isFollowing);
    },
    onError(error, isFollowing) {
      show(!isFollowing);
      toast({ title: 'That did not work', description: failureTextOf(error), variant: 'destructive' });
    },
    // Others follow meanwhile: the exact number is the server's.
    onSettled: () => client.invalidateQueries({ queryKey: getSellerQuery(id).queryKey }),
  });
}
