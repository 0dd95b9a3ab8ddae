// Orders, refund requests and grants, for staff.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as grantContract from '#shared/features/entitlement/grant.contract.ts';
import * as contract from '#shared/features/order/staff-order.contract.ts';
import * as refundContract from '#shared/features/refund/refund.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const listStaffOrdersQuery = (query: ContractInput<typeof contract.listStaffOrders>['query']) =>
  listQuery(contract.listStaffOrders, { query });

export const getStaffOrderQuery = (id: number) => freshQuery(contract.getStaffOrder, { params: { id } });

export const listRefundRequestsQuery = (
  query: ContractInput<typeof refundContract.listRefundRequests>['query'],
) => listQuery(refundContract.listRefundRequests, { query });
export type RefundRequestsPage = ContractOutput<typeof refundContract.listRefundRequests>;

export const listGrantsQuery = (query: ContractInput<typeof grantContract.listGrants>['query']) =>
  listQuery(grantContract.listGrants, { query });

const invalidates = [
  contract.getStaffOrder,
  contract.listStaffOrders,
  refundContract.listRefundRequests,
  grantContract.listGrants,
];

type RefundInput = ContractInput<typeof refundContract.refundOrder>['body'] & { orderId: number };

export const useRefundOrder = () =>
  useContractMutation(refundContract.refundOrder, {
    invalidates,
    input: ({ orderId, ...body }: RefundInput) => ({ params: { id: orderId }, body }),
  });

export const useResendOrderMail = () =>
  useContractMutation(contract.resendOrderMail, { invalidates, input: (id: number) => ({ params: { id } }) });

type DisputeState = ContractInput<typeof refundContract.setSandboxDispute>['body']['state'];

export const useSetSandboxDispute = () =>
  useContractMutation(refundContract.setSandboxDispute, {
    invalidates,
    input: ({ id, state }: { id: number; state: DisputeState }) => ({ params: { id }, body: { state } }),
  });

type Decision = ContractInput<typeof refundContract.decideRefundRequest>['body'] & { id: number };

export const useDecideRefundRequest = () =>
  useContractMutation(refundContract.decideRefundRequest, {
    invalidates,
    input: ({ id, ...body }: Decision) => ({ params: { id }, body }),
  });

export const useCreateGrant = () =>
  useContractMutation(grantContract.createGrant, {
    invalidates,
    input: (body: ContractInput<typeof grantContract.createGrant>['body']) => ({ body }),
  });

export const useRevokeGrant = () =>
  useContractMutation(grantContract.revokeGrant, {
    invalidates,
    input: ({ id, reason }: { id: number; reason: string }) => ({ params: { id }, body: { reason } }),
  });
