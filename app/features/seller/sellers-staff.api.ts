// Sellers as officers see and change them.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import {
  addSellerNote,
  deleteSellerNote,
  getSellerForStaff,
  listSellersForStaff,
  restoreSeller,
  suspendSeller,
} from '#shared/features/seller/seller-staff.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation, useInvalidate } from '#app/lib/use-contract-mutation.ts';

export const sellersQuery = (query: ContractInput<typeof listSellersForStaff>['query']) =>
  listQuery(listSellersForStaff, { query });
export const staffSellerQuery = (id: number) => freshQuery(getSellerForStaff, { params: { id } });

export type StaffSellers = ContractOutput<typeof listSellersForStaff>;

const invalidates = [listSellersForStaff, getSellerForStaff];

export const useRefreshSellers = () => useInvalidate(invalidates);

export const useSuspendSeller = () => useContractMutation(suspendSeller, { invalidates });
export const useRestoreSeller = () => useContractMutation(restoreSeller, { invalidates });
export const useAddSellerNote = () => useContractMutation(addSellerNote, { invalidates });
export const useDeleteSellerNote = () => useContractMutation(deleteSellerNote, { invalidates });
