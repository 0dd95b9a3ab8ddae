// A seller's own shop from the browser's side: its settings, its numbers and what waits.
import { type MutationFunctionContext } from '@tanstack/react-query';
import * as applicationContract from '#shared/features/application/application.contract.ts';
import type { ContractOutput } from '#shared/contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as contract from '#shared/features/seller/own-store.contract.ts';
import type { StoreBody } from '#shared/features/seller/own-store.schema.ts';
import * as sellerContract from '#shared/features/seller/seller.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const getOwnStoreQuery = () => freshQuery(contract.getOwnStore, {});
export const listOwnWaitingQuery = () => freshQuery(contract.listOwnWaiting, {});
export const getOwnNumbersQuery = (query: { from: string; to: string }) =>
  listQuery(contract.getOwnNumbers, { query });
export const listSoldLinesQuery = (page: number) =>
  listQuery(orderContract.listSoldLines, { query: { page } });
export const listOwnApplicationsQuery = () => freshQuery(applicationContract.listOwnApplications, {});
export type OwnApplication = ContractOutput<typeof applicationContract.listOwnApplications>[number];

const storeChange = {
  invalidates: [sellerContract.getSeller],
  onSuccess: (
    store: contract.OwnStore,
    _input: unknown,
    _shown: unknown,
    { client }: MutationFunctionContext,
  ) => client.setQueryData(getOwnStoreQuery().queryKey, store),
};

export const useUpdateOwnStore = () =>
  useContractMutation(contract.updateOwnStore, { ...storeChange, input: (body: StoreBody) => ({ body }) });
export const useSetOwnBanner = () =>
  useContractMutation(contract.setOwnBanner, {
    ...storeChange,
    input: (uploadId: string | null) => ({ body: { uploadId } }),
  });
