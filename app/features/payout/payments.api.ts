// A seller's money from the browser's side.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import {
  answerTestBankForm,
  getPaymentsOverview,
  getPayoutAccountStatus,
  getStatement,
  getYearSummary,
  listEarnings,
  listOwnPayouts,
  startPayoutOnboarding,
} from '#shared/features/payout/payout.contract.ts';
import { getSalesNumbers } from '#shared/features/payout/sales.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

const fresh = { staleTime: 0 } as const;
const listed = { ...fresh, placeholderData: keepPreviousData } as const;

export const overviewQuery = () => ({ ...contractQuery(getPaymentsOverview, {}), ...fresh });
export const accountStatusQuery = () => ({ ...contractQuery(getPayoutAccountStatus, {}), ...fresh });
export const statementQuery = (query: { month: string; page: number }) => ({
  ...contractQuery(getStatement, { query }),
  ...listed,
});
export const earningsQuery = (query: ContractInput<typeof listEarnings>['query']) => ({
  ...contractQuery(listEarnings, { query }),
  ...listed,
});
export const ownPayoutsQuery = (page: number) => ({
  ...contractQuery(listOwnPayouts, { query: { page } }),
  ...listed,
});
export const yearQuery = (year: number) => ({
  ...contractQuery(getYearSummary, { params: { year } }),
  ...listed,
});
export const salesNumbersQuery = (query: ContractInput<typeof getSalesNumbers>['query']) => ({
  ...contractQuery(getSalesNumbers, { query }),
  ...listed,
});

export type StatementPage = ContractOutput<typeof getStatement>;

/** Leads to the bank's own form, which is another page, or another site. */
export function useOnboarding() {
  return useMutation({
    mutationFn: () => browserApi.call(startPayoutOnboarding, {}),
    onSuccess: ({ url }) => location.assign(url),
  });
}

export function useTestBank() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isComplete: boolean) => browserApi.call(answerTestBankForm, { body: { isComplete } }),
    onSuccess: () =>
      Promise.all(
        [getPaymentsOverview, getPayoutAccountStatus].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}
