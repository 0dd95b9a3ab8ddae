// A seller's own shop from the browser's side: its settings, its numbers and what waits.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import * as applicationContract from '#shared/features/application/application.contract.ts';
import type { ContractOutput } from '#shared/contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as contract from '#shared/features/seller/own-store.contract.ts';
import type { StoreBody } from '#shared/features/seller/own-store.schema.ts';
import * as sellerContract from '#shared/features/seller/seller.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

const fresh = { staleTime: 0 } as const;

export const getOwnStoreQuery = () => ({ ...contractQuery(contract.getOwnStore, {}), ...fresh });
export const listOwnWaitingQuery = () => ({ ...contractQuery(contract.listOwnWaiting, {}), ...fresh });
export const getOwnNumbersQuery = (query: { from: string; to: string }) => ({
  ...contractQuery(contract.getOwnNumbers, { query }),
  ...fresh,
  placeholderData: keepPreviousData,
});
export const listSoldLinesQuery = (page: number) => ({
  ...contractQuery(orderContract.listSoldLines, { query: { page } }),
  ...fresh,
  placeholderData: keepPreviousData,
});
export const listOwnApplicationsQuery = () => ({
  ...contractQuery(applicationContract.listOwnApplications, {}),
  ...fresh,
});
export type OwnApplication = ContractOutput<typeof applicationContract.listOwnApplications>[number];

function useStoreChange<Input>(change: (input: Input) => Promise<contract.OwnStore>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess(store) {
      client.setQueryData(getOwnStoreQuery().queryKey, store);
      return client.invalidateQueries({ queryKey: [sellerContract.getSeller.path] });
    },
  });
}

export const useUpdateOwnStore = () =>
  useStoreChange((body: StoreBody) => browserApi.call(contract.updateOwnStore, { body }));
export const useSetOwnBanner = () =>
  useStoreChange((uploadId: string | null) => browserApi.call(contract.setOwnBanner, { body: { uploadId } }));
