// Payments set aside, as staff read and settle them.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/payment-problem/payment-problem.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

export const listPaymentProblemsQuery = (
  query: ContractInput<typeof contract.listPaymentProblems>['query'],
) => ({
  ...contractQuery(contract.listPaymentProblems, { query }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});
export type SetAsidePage = ContractOutput<typeof contract.listPaymentProblems>;

export function useResolvePaymentProblem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, resolution }: { id: number; resolution: string }) =>
      browserApi.call(contract.resolvePaymentProblem, { params: { id }, body: { resolution } }),
    // Also after a refusal: a colleague may have been quicker.
    onSettled: () => client.invalidateQueries({ queryKey: [contract.listPaymentProblems.path] }),
  });
}
