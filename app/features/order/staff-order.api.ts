// Orders and what staff do with them, through the API.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import { giveGrant, listGrants, revokeGrant } from '#shared/features/entitlement/grant.contract.ts';
import {
  getStaffOrder,
  listStaffOrders,
  resendOrderMail,
} from '#shared/features/order/staff-order.contract.ts';
import {
  decideRefundRequest,
  listRefundRequests,
  refundOrder,
  setSandboxDispute,
} from '#shared/features/refund/refund.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

export const staffOrdersQuery = (query: ContractInput<typeof listStaffOrders>['query']) => ({
  ...contractQuery(listStaffOrders, { query }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});
export type StaffOrdersPage = ContractOutput<typeof listStaffOrders>;

export const staffOrderQuery = (id: number) => ({
  ...contractQuery(getStaffOrder, { params: { id } }),
  staleTime: 0,
});

export const refundRequestsQuery = (query: ContractInput<typeof listRefundRequests>['query']) => ({
  ...contractQuery(listRefundRequests, { query }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});
export type RefundRequestsPage = ContractOutput<typeof listRefundRequests>;

export const grantsQuery = (query: ContractInput<typeof listGrants>['query']) => ({
  ...contractQuery(listGrants, { query }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});

/** Whatever was done, or refused because a colleague was quicker: what is shown of orders is asked for again. */
function useOrderAct<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        [getStaffOrder, listStaffOrders, listRefundRequests, listGrants].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}

type RefundInput = ContractInput<typeof refundOrder>['body'] & { orderId: number };

export const useRefundOrder = () =>
  useOrderAct(({ orderId, ...body }: RefundInput) =>
    browserApi.call(refundOrder, { params: { id: orderId }, body }),
  );

export const useResendMail = () =>
  useOrderAct((id: number) => browserApi.call(resendOrderMail, { params: { id } }));

export const useSandboxDispute = () =>
  useOrderAct(
    ({ id, state }: { id: number; state: ContractInput<typeof setSandboxDispute>['body']['state'] }) =>
      browserApi.call(setSandboxDispute, { params: { id }, body: { state } }),
  );

type Decision = ContractInput<typeof decideRefundRequest>['body'] & { id: number };

export const useDecideRequest = () =>
  useOrderAct(({ id, ...body }: Decision) => browserApi.call(decideRefundRequest, { params: { id }, body }));

export const useGiveGrant = () =>
  useOrderAct((body: ContractInput<typeof giveGrant>['body']) => browserApi.call(giveGrant, { body }));

export const useRevokeGrant = () =>
  useOrderAct(({ id, reason }: { id: number; reason: string }) =>
    browserApi.call(revokeGrant, { params: { id }, body: { reason } }),
  );
