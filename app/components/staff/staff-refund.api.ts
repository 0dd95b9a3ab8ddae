// Refunds, refund requests and disputes for staff: used by the order page and by the refund queue.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as memberContract from '#shared/features/billing/staff-member.contract.ts';
import * as orderContract from '#shared/features/order/staff-order.contract.ts';
import * as contract from '#shared/features/refund/refund.contract.ts';
import { listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const listRefundRequestsQuery = (query: ContractInput<typeof contract.listRefundRequests>['query']) =>
  listQuery(contract.listRefundRequests, { query });
export type RefundRequestsPage = ContractOutput<typeof contract.listRefundRequests>;

/** A refunded invoice ends a membership. */
const invalidates = [
  orderContract.getStaffOrder,
  orderContract.listStaffOrders,
  contract.listRefundRequests,
  memberContract.getMember,
  memberContract.listMembers,
];

type RefundInput = ContractInput<typeof contract.refundOrder>['body'] & { orderId: number };

export const useRefundOrder = () =>
  useContractMutation(contract.refundOrder, {
    invalidates,
    input: ({ orderId, ...body }: RefundInput) => ({ params: { id: orderId }, body }),
  });

type DisputeState = ContractInput<typeof contract.setSandboxDispute>['body']['state'];

export const useSetSandboxDispute = () =>
  useContractMutation(contract.setSandboxDispute, {
    invalidates,
    input: ({ id, state }: { id: number; state: DisputeState }) => ({ params: { id }, body: { state } }),
  });

type Decision = ContractInput<typeof contract.decideRefundRequest>['body'] & { id: number };

export const useDecideRefundRequest = () =>
  useContractMutation(contract.decideRefundRequest, {
    invalidates,
    input: ({ id, ...body }: Decision) => ({ params: { id }, body }),
  });
