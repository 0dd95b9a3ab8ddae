// A seller's money from the browser's side.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/payout/payout.contract.ts';
import * as salesContract from '#shared/features/payout/sales.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

const fresh = { staleTime: 0 } as const;
const listed = { ...fresh, placeholderData: keepPreviousData } as const;

export const getPaymentsOverviewQuery = () => ({
  ...contractQuery(contract.getPaymentsOverview, {}),
  ...fresh,
});
export const getPayoutAccountStatusQuery = () => ({
  ...contractQuery(contract.getPayoutAccountStatus, {}),
  ...fresh,
});
export const getStatementQuery = (query: { month: string; page: number }) => ({
  ...contractQuery(contract.getStatement, { query }),
  ...listed,
});
export const listEarningsQuery = (query: ContractInput<typeof contract.listEarnings>['query']) => ({
  ...contractQuery(contract.listEarnings, { query }),
  ...listed,
});
export const listOwnPayoutsQuery = (page: number) => ({
  ...contractQuery(contract.listOwnPayouts, { query: { page } }),
  ...listed,
});
export const getYearSummaryQuery = (year: number) => ({
  ...contractQuery(contract.getYearSummary, { params: { year } }),
  ...listed,
});
export const getSalesNumbersQuery = (
  query: ContractInput<typeof salesContract.getSalesNumbers>['query'],
) => ({
  ...contractQuery(salesContract.getSalesNumbers, { query }),
  ...listed,
});

export type StatementPage = ContractOutput<typeof contract.getStatement>;

/** Leads to the bank's own form, which is another page, or another site. */
export function useStartPayoutOnboarding() {
  return useMutation({
    mutationFn: () => browserApi.call(contract.startPayoutOnboarding, {}),
    onSuccess: ({ url }) => location.assign(url),
  });
}

export function useAnswerTestBankForm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isComplete: boolean) =>
      browserApi.call(contract.answerTestBankForm, { body: { isComplete } }),
    onSuccess: () =>
      Promise.all(
        [contract.getPaymentsOverview, contract.getPayoutAccountStatus].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}
