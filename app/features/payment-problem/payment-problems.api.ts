// Payments set aside, as staff read and settle them.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import {
  listPaymentProblems,
  resolvePaymentProblem,
} from '#shared/features/payment-problem/payment-problem.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

export const setAsideQuery = (query: ContractInput<typeof listPaymentProblems>['query']) => ({
  ...contractQuery(listPaymentProblems, { query }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});
export type SetAsidePage = ContractOutput<typeof listPaymentProblems>;

export function useSettlePayment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, resolution }: { id: number; resolution: string }) =>
      browserApi.call(resolvePaymentProblem, { params: { id }, body: { resolution } }),
    // Also after a refusal: a colleague may have been quicker.
    onSettled: () => client.invalidateQueries({ queryKey: [listPaymentProblems.path] }),
  });
}
