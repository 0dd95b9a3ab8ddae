// The ledger, for staff.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/ledger/ledger.contract.ts';
import * as revenueContract from '#shared/features/ledger/ledger.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const listLedgerQuery = (query: ContractInput<typeof contract.listLedger>['query']) =>
  listQuery(contract.listLedger, { query });
export type LedgerPage = ContractOutput<typeof contract.listLedger>;

export const getLedgerBalancesQuery = () => freshQuery(contract.getLedgerBalances, {});
export type Balances = ContractOutput<typeof contract.getLedgerBalances>;

export const useCheckLedger = () =>
  useContractMutation(contract.checkLedger, { invalidates: [contract.getLedgerBalances], input: () => ({}) });

export const getRevenueQuery = (period: revenueContract.RevenuePeriod) =>
  listQuery(revenueContract.getRevenue, { query: { period } });
