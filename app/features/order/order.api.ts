// Orders and purchases from the browser.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { browserApi } from '#app/lib/api-client.ts';
import { useFreshLinks } from '#app/lib/download.api.ts';
import type { PaidOrder } from '#app/lib/order-address.ts';
import { contractQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/order/order.contract.ts';

/** A guest opens an order with the key from the email. */
export const getOrderQuery = ({ orderId, key }: PaidOrder) =>
  contractQuery(contract.getOrder, { params: { id: orderId }, query: key ? { key } : {} });

export const listPurchasesQuery = (query: ContractInput<typeof contract.listPurchases>['query']) =>
  contractQuery(contract.listPurchases, { query });

export const listOrdersQuery = (query: ContractInput<typeof contract.listOrders>['query']) =>
  listQuery(contract.listOrders, { query });

/** The viewer's sales, as a seller. */
export const listSoldLinesQuery = (page: number) => listQuery(contract.listSoldLines, { query: { page } });

export const useSendOrderLinks = () =>
  useContractMutation(contract.sendOrderLinks, { input: (email: string) => ({ body: { email } }) });

/** For guests with a course: by the key of the order. */
export const useSendStartLink = () =>
  useContractMutation(contract.sendStartLink, {
    input: (body: { orderId: number; key: string }) => ({ body }),
  });

const inputOf = ({ orderId, key }: PaidOrder) => ({ params: { id: orderId }, query: key ? { key } : {} });

const ASK_AGAIN_MS = 10_000;

/** Refetched on focus for refunds and disputes, and polled while files are being prepared. */
export const getOrderFilesQuery = (address: PaidOrder) =>
  queryOptions({
    ...contractQuery(contract.getOrderFiles, inputOf(address)),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.items.some(isInPreparation) ? ASK_AGAIN_MS : false),
  });

export const isInPreparation = ({ itemType, access, files }: contract.OrderItem) =>
  itemType === 'resource' && access === 'open' && files.length === 0;

/** Users download with their session, guests with the order's key. */
export function useGetOrderFiles(address: PaidOrder) {
  const client = useQueryClient();
  return useFreshLinks(async () => {
    const answer = await browserApi.call(contract.getOrderFiles, inputOf(address));
    client.setQueryData(getOrderFilesQuery(address).queryKey, answer);
    return answer.items.flatMap(({ files }) => files);
  });
}
