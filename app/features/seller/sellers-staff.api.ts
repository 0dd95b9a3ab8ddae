// Sellers for staff.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/seller/seller-staff.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation, useInvalidate } from '#app/lib/use-contract-mutation.ts';

export const listStaffSellersQuery = (query: ContractInput<typeof contract.listStaffSellers>['query']) =>
  listQuery(contract.listStaffSellers, { query });
export const getStaffSellerQuery = (id: number) => freshQuery(contract.getStaffSeller, { params: { id } });

export type StaffSellers = ContractOutput<typeof contract.listStaffSellers>;

const invalidates = [contract.listStaffSellers, contract.getStaffSeller];

export const useRefreshSellers = () => useInvalidate(invalidates);

export const useSuspendSeller = () => useContractMutation(contract.suspendSeller, { invalidates });
export const useRestoreSeller = () => useContractMutation(contract.restoreSeller, { invalidates });
export const useCreateSellerNote = () => useContractMutation(contract.createSellerNote, { invalidates });
export const useDeleteSellerNote = () => useContractMutation(contract.deleteSellerNote, { invalidates });
