// The books, through the API.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import { getLedgerBalances, listLedger, proveLedger } from '#shared/features/ledger/ledger.contract.ts';
import { getRevenue, type RevenuePeriod } from '#shared/features/ledger/revenue.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

export const ledgerQuery = (query: ContractInput<typeof listLedger>['query']) => ({
  ...contractQuery(listLedger, { query }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});
export type LedgerPage = ContractOutput<typeof listLedger>;

export const balancesQuery = () => ({ ...contractQuery(getLedgerBalances, {}), staleTime: 0 });
export type Balances = ContractOutput<typeof getLedgerBalances>;

export function useProveLedger() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => browserApi.call(proveLedger, {}),
    onSettled: () => client.invalidateQueries({ queryKey: [getLedgerBalances.path] }),
  });
}

export const revenueQuery = (period: RevenuePeriod) => ({
  ...contractQuery(getRevenue, { query: { period } }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});
