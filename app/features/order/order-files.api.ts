// What an order gives: read when its page opens, and asked for again at each download, because links live five minutes.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as contract from '#shared/features/order/order-files.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';
import { useFreshLinks } from '#app/lib/use-download.ts';
import type { PaidOrder } from '#app/features/checkout/payment-course.ts';

const inputOf = ({ orderId, key }: PaidOrder) => ({ params: { id: orderId }, query: key ? { key } : {} });

const ASK_AGAIN_MS = 10_000;

/** What was refunded or disputed since shows at the next look; files that are still being prepared, by themselves. */
export const getOrderFilesQuery = (address: PaidOrder) =>
  queryOptions({
    ...contractQuery(contract.getOrderFiles, inputOf(address)),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.items.some(isInPreparation) ? ASK_AGAIN_MS : false),
  });

export const isInPreparation = ({ itemType, access, files }: contract.OrderItem) =>
  itemType === 'resource' && access === 'open' && files.length === 0;

/** An account downloads as itself, a guest by the order's key. */
export function useGetOrderFiles(address: PaidOrder) {
  const client = useQueryClient();
  return useFreshLinks(async () => {
    const answer = await browserApi.call(contract.getOrderFiles, inputOf(address));
    client.setQueryData(getOrderFilesQuery(address).queryKey, answer);
    return answer.items.flatMap(({ files }) => files);
  });
}
