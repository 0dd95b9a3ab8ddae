// Sellers as officers see and change them.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
import {
  addSellerNote,
  deleteSellerNote,
  getSellerForStaff,
  listSellersForStaff,
  restoreSeller,
  suspendSeller,
} from '#shared/features/seller/seller-staff.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

/** Colleagues work with the same sellers: what was fetched before shows at once and is looked at again. */
const fresh = { staleTime: 0 } as const;

export const sellersQuery = (query: ContractInput<typeof listSellersForStaff>['query']) => ({
  ...contractQuery(listSellersForStaff, { query }),
  ...fresh,
  placeholderData: keepPreviousData,
});
export const staffSellerQuery = (id: number) => ({
  ...contractQuery(getSellerForStaff, { params: { id } }),
  ...fresh,
});

export type StaffSellers = ContractOutput<typeof listSellersForStaff>;

const TOUCHED = [listSellersForStaff, getSellerForStaff];

function useSellerChange<C extends Contract>(contract: C) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ContractInput<C>) => browserApi.call(contract, input),
    // Also after a refusal: someone else may have been quicker.
    onSettled: () => Promise.all(TOUCHED.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
}

/** After an undo, and once a decision has taken effect. */
export function useRefreshSellers() {
  const client = useQueryClient();
  return () => {
    for (const { path } of TOUCHED) void client.invalidateQueries({ queryKey: [path] });
  };
}

export const useSuspendSeller = () => useSellerChange(suspendSeller);
export const useRestoreSeller = () => useSellerChange(restoreSeller);
export const useAddSellerNote = () => useSellerChange(addSellerNote);
export const useDeleteSellerNote = () => useSellerChange(deleteSellerNote);
