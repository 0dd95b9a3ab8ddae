// The ledger, for staff.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import { getLedgerBalances, listLedger, proveLedger } from '#shared/features/ledger/ledger.contract.ts';
import { getRevenue, type RevenuePeriod } from '#shared/features/ledger/revenue.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const ledgerQuery = (query: ContractInput<typeof listLedger>['query']) =>
  listQuery(listLedger, { query });
export type LedgerPage = ContractOutput<typeof listLedger>;

export const balancesQuery = () => freshQuery(getLedgerBalances, {});
export type Balances = ContractOutput<typeof getLedgerBalances>;

export const useProveLedger = () =>
  useContractMutation(proveLedger, { invalidates: [getLedgerBalances], input: () => ({}) });

export const revenueQuery = (period: RevenuePeriod) => listQuery(getRevenue, { query: { period } });
