// The ledger, for staff.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/ledger/ledger.contract.ts';
import * as revenueContract from '#shared/features/ledger/ledger.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const ledgerQuery = (query: ContractInput<typeof contract.listLedger>['query']) =>
  listQuery(contract.listLedger, { query });
export type LedgerPage = ContractOutput<typeof contract.listLedger>;

export const balancesQuery = () => freshQuery(contract.getLedgerBalances, {});
export type Balances = ContractOutput<typeof contract.getLedgerBalances>;

export const useProveLedger = () =>
  useContractMutation(contract.proveLedger, { invalidates: [contract.getLedgerBalances], input: () => ({}) });

export const revenueQuery = (period: revenueContract.RevenuePeriod) =>
  listQuery(revenueContract.getRevenue, { query: { period } });
