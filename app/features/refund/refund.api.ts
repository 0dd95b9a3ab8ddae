// Refunds, from the browser's side.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractInput } from '#shared/contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as contract from '#shared/features/refund/refund.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

/** A guest's order opens with the key from the mail. */
export type OrderAddress = { orderId: number; key?: string | undefined };

const keyOf = ({ key }: OrderAddress) => (key ? { key } : {});

/** A refund that is on its way arrives in seconds; until then it is asked about. */
const ASK_AGAIN_MS = 4000;

export const getOrderRefundsQuery = (address: OrderAddress) => ({
  ...contractQuery(contract.getOrderRefunds, { params: { id: address.orderId }, query: keyOf(address) }),
  staleTime: 0,
});

export const isOnItsWay = (refunds: readonly { state: string }[] = []) =>
  refunds.some(({ state }) => state === 'requested');

export const askAgainWhile = (isWaiting: boolean) => (isWaiting ? ASK_AGAIN_MS : false);

function useForgetOrder() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [contract.getOrderRefunds.path] }),
      client.invalidateQueries({ queryKey: [orderContract.getOrder.path] }),
    ]);
}

export function useRequestRefund(address: OrderAddress) {
  const forget = useForgetOrder();
  return useMutation({
    mutationFn: (body: Pick<ContractInput<typeof contract.requestRefund>['body'], 'lineId' | 'reason'>) =>
      browserApi.call(contract.requestRefund, {
        params: { id: address.orderId },
        body: { ...body, ...keyOf(address) },
      }),
    onSettled: forget,
  });
}

export function useWithdrawRefundRequest(address: OrderAddress) {
  const forget = useForgetOrder();
  return useMutation({
    mutationFn: (id: number) =>
      browserApi.call(contract.withdrawRefundRequest, { params: { id }, body: keyOf(address) }),
    onSettled: forget,
  });
}

export const listSellerRefundRequestsQuery = (
  query: ContractInput<typeof contract.listSellerRefundRequests>['query'],
) => ({
  ...contractQuery(contract.listSellerRefundRequests, { query }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});

export function useDecideSellerRefundRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; decision: 'approve' | 'decline'; answer: string }) =>
      browserApi.call(contract.decideSellerRefundRequest, { params: { id }, body }),
    // Also after a refusal: staff may have been quicker.
    onSettled: () => client.invalidateQueries({ queryKey: [contract.listSellerRefundRequests.path] }),
  });
}
