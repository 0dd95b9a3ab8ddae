// A seller's own shop from the browser's side: its settings, its numbers and what waits.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { listMyApplications } from '#shared/features/profile/profile.contract.ts';
import type { ContractOutput } from '#shared/contract.ts';
import { listSoldLines } from '#shared/features/order/order.contract.ts';
import {
  getOwnNumbers,
  getOwnStore,
  listOwnWaiting,
  setOwnBanner,
  updateOwnStore,
  type OwnStore,
} from '#shared/features/seller/own-store.contract.ts';
import type { StoreBody } from '#shared/features/seller/own-store.schema.ts';
import { getSeller } from '#shared/features/seller/seller.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

const fresh = { staleTime: 0 } as const;

export const ownStoreQuery = () => ({ ...contractQuery(getOwnStore, {}), ...fresh });
export const waitingQuery = () => ({ ...contractQuery(listOwnWaiting, {}), ...fresh });
export const ownNumbersQuery = (query: { from: string; to: string }) => ({
  ...contractQuery(getOwnNumbers, { query }),
  ...fresh,
  placeholderData: keepPreviousData,
});
export const soldLinesQuery = (page: number) => ({
  ...contractQuery(listSoldLines, { query: { page } }),
  ...fresh,
  placeholderData: keepPreviousData,
});
export const myApplicationsQuery = () => ({ ...contractQuery(listMyApplications, {}), ...fresh });
export type MyApplication = ContractOutput<typeof listMyApplications>[number];

function useStoreChange<Input>(change: (input: Input) => Promise<OwnStore>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess(store) {
      client.setQueryData(ownStoreQuery().queryKey, store);
      return client.invalidateQueries({ queryKey: [getSeller.path] });
    },
  });
}

export const useUpdateStore = () =>
  useStoreChange((body: StoreBody) => browserApi.call(updateOwnStore, { body }));
export const useSetBanner = () =>
  useStoreChange((uploadId: string | null) => browserApi.call(setOwnBanner, { body: { uploadId } }));
