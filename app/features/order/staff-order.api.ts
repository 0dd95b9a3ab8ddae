// Orders for staff.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/order/staff-order.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const listStaffOrdersQuery = (query: ContractInput<typeof contract.listStaffOrders>['query']) =>
  listQuery(contract.listStaffOrders, { query });

export const getStaffOrderQuery = (id: number) => freshQuery(contract.getStaffOrder, { params: { id } });

export const useResendOrderMail = () =>
  useContractMutation(contract.resendOrderMail, {
    invalidates: [contract.getStaffOrder, contract.listStaffOrders],
    input: (id: number) => ({ params: { id } }),
  });
