// Sellers as officers see and change them.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/seller/seller-staff.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation, useInvalidate } from '#app/lib/use-contract-mutation.ts';

export const sellersQuery = (query: ContractInput<typeof contract.listSellersForStaff>['query']) =>
  listQuery(contract.listSellersForStaff, { query });
export const staffSellerQuery = (id: number) => freshQuery(contract.getSellerForStaff, { params: { id } });

export type StaffSellers = ContractOutput<typeof contract.listSellersForStaff>;

const invalidates = [contract.listSellersForStaff, contract.getSellerForStaff];

export const useRefreshSellers = () => useInvalidate(invalidates);

export const useSuspendSeller = () => useContractMutation(contract.suspendSeller, { invalidates });
export const useRestoreSeller = () => useContractMutation(contract.restoreSeller, { invalidates });
export const useAddSellerNote = () => useContractMutation(contract.addSellerNote, { invalidates });
export const useDeleteSellerNote = () => useContractMutation(contract.deleteSellerNote, { invalidates });
