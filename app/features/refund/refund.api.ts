// Refunds and refund requests, for buyers and sellers.
import { queryOptions } from '@tanstack/react-query';
import type { ContractInput } from '#shared/contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as contract from '#shared/features/refund/refund.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

/** A guest's order opens with the key from the email. */
export type OrderAddress = { orderId: number; key?: string | undefined };

const keyOf = ({ key }: OrderAddress) => (key ? { key } : {});

/** A pending refund usually completes within seconds, so it is polled. */
const ASK_AGAIN_MS = 4000;

export const getOrderRefundsQuery = (address: OrderAddress) =>
  freshQuery(contract.getOrderRefunds, { params: { id: address.orderId }, query: keyOf(address) });

export const isRefundPending = (refunds: readonly { state: string }[] = []) =>
  refunds.some(({ state }) => state === 'requested');

export const refetchWhile = (isWaiting: boolean) => (isWaiting ? ASK_AGAIN_MS : false);

const invalidates = [contract.getOrderRefunds, orderContract.getOrder];

type RefundBody = ContractInput<typeof contract.requestRefund>['body'];

export const useRequestRefund = (address: OrderAddress) =>
  useContractMutation(contract.requestRefund, {
    invalidates,
    input: (body: Pick<RefundBody, 'lineId' | 'reason'>) => ({
      params: { id: address.orderId },
      body: { ...body, ...keyOf(address) },
    }),
  });

export const useWithdrawRefundRequest = (address: OrderAddress) =>
  useContractMutation(contract.withdrawRefundRequest, {
    invalidates,
    input: (id: number) => ({ params: { id }, body: keyOf(address) }),
  });

export const listSellerRefundRequestsQuery = (
  query: ContractInput<typeof contract.listSellerRefundRequests>['query'],
) => listQuery(contract.listSellerRefundRequests, { query });

export const useDecideSellerRefundRequest = () =>
  useContractMutation(contract.decideSellerRefundRequest, {
    invalidates: [contract.listSellerRefundRequests],
    input: ({ id, ...body }: { id: number; decision: 'approve' | 'decline'; answer: string }) => ({
      params: { id },
      body,
    }),
  });

/** What was bought twice. A refund that is on its way usually completes within seconds. */
export const listDoublePurchasesQuery = () =>
  queryOptions({
    ...freshQuery(contract.listDoublePurchases, {}),
    refetchInterval: ({ state }) =>
      refetchWhile(state.data?.some((double) => double.state === 'refunding') ?? false),
  });

export const useRefundDoublePurchase = () =>
  useContractMutation(contract.refundDoublePurchase, {
    invalidates: [
      contract.listDoublePurchases,
      orderContract.listOrders,
      orderContract.listPurchases,
      orderContract.getOrder,
      contract.getOrderRefunds,
    ],
    input: (id: number) => ({ params: { id } }),
  });
