// Sellers' money as staff see and decide about it.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/payout/payout-staff.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

const listed = { staleTime: 0, placeholderData: keepPreviousData } as const;
/** A run takes seconds: whoever waits for it sees it come. */
const WATCHED_MS = 2000;

export const listStaffPayoutsQuery = (query: ContractInput<typeof contract.listStaffPayouts>['query']) => ({
  ...contractQuery(contract.listStaffPayouts, { query }),
  ...listed,
  refetchInterval: ({ state }: { state: { data: StaffPayouts | undefined } }) =>
    (state.data?.counts.processing ?? 0) > 0 ? WATCHED_MS : false,
});
export const listPayoutRunsQuery = (page: number) => ({
  ...contractQuery(contract.listPayoutRuns, { query: { page } }),
  ...listed,
  refetchInterval: ({ state }: { state: { data: PayoutRuns | undefined } }) =>
    state.data?.items.some(({ endedAt }) => endedAt === null) ? WATCHED_MS : false,
});
export const listHeldSellersQuery = (page: number) => ({
  ...contractQuery(contract.listHeldSellers, { query: { page } }),
  ...listed,
});
export const getSellerMoneyQuery = (id: number) => ({
  ...contractQuery(contract.getSellerMoney, { params: { id } }),
  staleTime: 0,
});

export type StaffPayouts = ContractOutput<typeof contract.listStaffPayouts>;
export type PayoutRuns = ContractOutput<typeof contract.listPayoutRuns>;

const TOUCHED = [
  contract.listStaffPayouts,
  contract.listPayoutRuns,
  contract.listHeldSellers,
  contract.getSellerMoney,
];

function useMoneyChange<C extends Contract>(contract: C) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ContractInput<C>) => browserApi.call(contract, input),
    // Also after a refusal: a colleague may have been quicker.
    onSettled: () => Promise.all(TOUCHED.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
}

export const useRunPayoutsNow = () => useMoneyChange(contract.runPayoutsNow);
export const useRetryPayout = () => useMoneyChange(contract.retryPayout);
export const useHoldPayouts = () => useMoneyChange(contract.holdPayouts);
export const useReleasePayouts = () => useMoneyChange(contract.releasePayouts);
export const useSetSellerFee = () => useMoneyChange(contract.setSellerFee);
