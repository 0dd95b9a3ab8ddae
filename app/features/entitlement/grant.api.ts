// Access that staff grant without a payment.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/entitlement/grant.contract.ts';
import * as orderContract from '#shared/features/order/staff-order.contract.ts';
import { listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const listGrantsQuery = (query: ContractInput<typeof contract.listGrants>['query']) =>
  listQuery(contract.listGrants, { query });

const invalidates = [contract.listGrants, orderContract.getStaffOrder, orderContract.listStaffOrders];

export const useCreateGrant = () =>
  useContractMutation(contract.createGrant, {
    invalidates,
    input: (body: ContractInput<typeof contract.createGrant>['body']) => ({ body }),
  });

export const useRevokeGrant = () =>
  useContractMutation(contract.revokeGrant, {
    invalidates,
    input: ({ id, reason }: { id: number; reason: string }) => ({ params: { id }, body: { reason } }),
  });
