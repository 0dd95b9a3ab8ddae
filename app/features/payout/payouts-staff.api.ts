// Sellers' money as staff see and decide about it.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
import {
  getSellerMoney,
  holdPayouts,
  listHeldSellers,
  listPayoutRuns,
  listStaffPayouts,
  releasePayouts,
  retryPayout,
  runPayoutsNow,
  setSellerFee,
} from '#shared/features/payout/payout-staff.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

const listed = { staleTime: 0, placeholderData: keepPreviousData } as const;
/** A run takes seconds: whoever waits for it sees it come. */
const WATCHED_MS = 2000;

export const staffPayoutsQuery = (query: ContractInput<typeof listStaffPayouts>['query']) => ({
  ...contractQuery(listStaffPayouts, { query }),
  ...listed,
  refetchInterval: ({ state }: { state: { data: StaffPayouts | undefined } }) =>
    (state.data?.counts.processing ?? 0) > 0 ? WATCHED_MS : false,
});
export const payoutRunsQuery = (page: number) => ({
  ...contractQuery(listPayoutRuns, { query: { page } }),
  ...listed,
  refetchInterval: ({ state }: { state: { data: PayoutRuns | undefined } }) =>
    state.data?.items.some(({ endedAt }) => endedAt === null) ? WATCHED_MS : false,
});
export const heldSellersQuery = (page: number) => ({
  ...contractQuery(listHeldSellers, { query: { page } }),
  ...listed,
});
export const sellerMoneyQuery = (id: number) => ({
  ...contractQuery(getSellerMoney, { params: { id } }),
  staleTime: 0,
});

export type StaffPayouts = ContractOutput<typeof listStaffPayouts>;
export type PayoutRuns = ContractOutput<typeof listPayoutRuns>;

const TOUCHED = [listStaffPayouts, listPayoutRuns, listHeldSellers, getSellerMoney];

function useMoneyChange<C extends Contract>(contract: C) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ContractInput<C>) => browserApi.call(contract, input),
    // Also after a refusal: a colleague may have been quicker.
    onSettled: () => Promise.all(TOUCHED.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
}

export const useRunPayouts = () => useMoneyChange(runPayoutsNow);
export const useRetryPayout = () => useMoneyChange(retryPayout);
export const useHoldPayouts = () => useMoneyChange(holdPayouts);
export const useReleasePayouts = () => useMoneyChange(releasePayouts);
export const useSetFee = () => useMoneyChange(setSellerFee);
