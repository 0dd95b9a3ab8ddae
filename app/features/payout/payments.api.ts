// A seller's payments.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/payout/payout.contract.ts';
import * as salesContract from '#shared/features/payout/sales.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const getPaymentsOverviewQuery = () => freshQuery(contract.getPaymentsOverview, {});
export const getPayoutAccountStatusQuery = () => freshQuery(contract.getPayoutAccountStatus, {});
export const getStatementQuery = (query: { month: string; page: number }) =>
  listQuery(contract.getStatement, { query });
export const listEarningsQuery = (query: ContractInput<typeof contract.listEarnings>['query']) =>
  listQuery(contract.listEarnings, { query });
export const listOwnPayoutsQuery = (page: number) => listQuery(contract.listOwnPayouts, { query: { page } });
export const getYearSummaryQuery = (year: number) => listQuery(contract.getYearSummary, { params: { year } });
export const getSalesStatsQuery = (query: ContractInput<typeof salesContract.getSalesStats>['query']) =>
  listQuery(salesContract.getSalesStats, { query });

export type StatementPage = ContractOutput<typeof contract.getStatement>;

/** Redirects to the bank's own form, on another page or another site. */
export const useStartPayoutOnboarding = () =>
  useContractMutation(contract.startPayoutOnboarding, {
    input: () => ({}),
    onSuccess: ({ url }) => location.assign(url),
  });

export const useSubmitTestBankForm = () =>
  useContractMutation(contract.submitTestBankForm, {
    invalidates: [contract.getPaymentsOverview, contract.getPayoutAccountStatus],
    input: (isComplete: boolean) => ({ body: { isComplete } }),
  });
