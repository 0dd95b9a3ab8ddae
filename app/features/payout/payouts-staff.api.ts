// Payouts, for staff.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/payout/payout-staff.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

/** A run takes seconds; polling shows its progress. */
const WATCHED_MS = 2000;

export const listStaffPayoutsQuery = (query: ContractInput<typeof contract.listStaffPayouts>['query']) => ({
  ...listQuery(contract.listStaffPayouts, { query }),
  refetchInterval: ({ state }: { state: { data: StaffPayouts | undefined } }) =>
    (state.data?.counts.processing ?? 0) > 0 ? WATCHED_MS : false,
});
export const listPayoutRunsQuery = ({ page }: { page: number }) => ({
  ...listQuery(contract.listPayoutRuns, { query: { page } }),
  refetchInterval: ({ state }: { state: { data: PayoutRuns | undefined } }) =>
    state.data?.items.some(({ endedAt }) => endedAt === null) ? WATCHED_MS : false,
});
export const listSellersOnHoldQuery = ({ page }: { page: number }) =>
  listQuery(contract.listSellersOnHold, { query: { page } });
export const getSellerBalanceQuery = (id: number) =>
  freshQuery(contract.getSellerBalance, { params: { id } });

export type StaffPayouts = ContractOutput<typeof contract.listStaffPayouts>;
export type HeldSellers = ContractOutput<typeof contract.listSellersOnHold>;
export type PayoutRuns = ContractOutput<typeof contract.listPayoutRuns>;

const invalidates = [
  contract.listStaffPayouts,
  contract.listPayoutRuns,
  contract.listSellersOnHold,
  contract.getSellerBalance,
];

export const useStartPayoutRun = () => useContractMutation(contract.startPayoutRun, { invalidates });
export const useRetryPayout = () => useContractMutation(contract.retryPayout, { invalidates });
export const useHoldPayouts = () => useContractMutation(contract.holdPayouts, { invalidates });
export const useReleasePayouts = () => useContractMutation(contract.releasePayouts, { invalidates });
export const useSetSellerFee = () => useContractMutation(contract.setSellerFee, { invalidates });
