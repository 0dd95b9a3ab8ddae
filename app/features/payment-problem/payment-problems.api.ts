// Payment problems, for staff.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/payment-problem/payment-problem.contract.ts';
import { listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const listPaymentProblemsQuery = (
  query: ContractInput<typeof contract.listPaymentProblems>['query'],
) => listQuery(contract.listPaymentProblems, { query });

export const useResolvePaymentProblem = () =>
  useContractMutation(contract.resolvePaymentProblem, {
    invalidates: [contract.listPaymentProblems],
    input: ({ id, resolution }: { id: number; resolution: string }) => ({
      params: { id },
      body: { resolution },
    }),
  });
