// Orders, refund requests and grants, for staff.
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
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const staffOrdersQuery = (query: ContractInput<typeof listStaffOrders>['query']) =>
  listQuery(listStaffOrders, { query });

export const staffOrderQuery = (id: number) => freshQuery(getStaffOrder, { params: { id } });

export const refundRequestsQuery = (query: ContractInput<typeof listRefundRequests>['query']) =>
  listQuery(listRefundRequests, { query });
export type RefundRequestsPage = ContractOutput<typeof listRefundRequests>;

export const grantsQuery = (query: ContractInput<typeof listGrants>['query']) =>
  listQuery(listGrants, { query });

const invalidates = [getStaffOrder, listStaffOrders, listRefundRequests, listGrants];

type RefundInput = ContractInput<typeof refundOrder>['body'] & { orderId: number };

export const useRefundOrder = () =>
  useContractMutation(refundOrder, {
    invalidates,
    input: ({ orderId, ...body }: RefundInput) => ({ params: { id: orderId }, body }),
  });

export const useResendMail = () =>
  useContractMutation(resendOrderMail, { invalidates, input: (id: number) => ({ params: { id } }) });

type DisputeState = ContractInput<typeof setSandboxDispute>['body']['state'];

export const useSandboxDispute = () =>
  useContractMutation(setSandboxDispute, {
    invalidates,
    input: ({ id, state }: { id: number; state: DisputeState }) => ({ params: { id }, body: { state } }),
  });

type Decision = ContractInput<typeof decideRefundRequest>['body'] & { id: number };

export const useDecideRequest = () =>
  useContractMutation(decideRefundRequest, {
    invalidates,
    input: ({ id, ...body }: Decision) => ({ params: { id }, body }),
  });

export const useGiveGrant = () =>
  useContractMutation(giveGrant, {
    invalidates,
    input: (body: ContractInput<typeof giveGrant>['body']) => ({ body }),
  });

export const useRevokeGrant = () =>
  useContractMutation(revokeGrant, {
    invalidates,
    input: ({ id, reason }: { id: number; reason: string }) => ({ params: { id }, body: { reason } }),
  });
