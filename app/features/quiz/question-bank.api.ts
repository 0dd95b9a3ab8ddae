// The question bank from the browser's side.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/quiz/question-bank.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type { TaughtQuestion, WrittenQuestion } from '#shared/features/quiz/question-bank.contract.ts';

export const listTaughtQuestionsQuery = (
  query: ContractInput<typeof contract.listTaughtQuestions>['query'],
) => listQuery(contract.listTaughtQuestions, { query });

export const getTaughtQuestionQuery = (id: number) =>
  freshQuery(contract.getTaughtQuestion, { params: { id } });

const touched = {
  invalidates: [contract.listTaughtQuestions, contract.getTaughtQuestion],
};

export const useCreateBankQuestion = () => useContractMutation(contract.createBankQuestion, touched);
export const useUpdateBankQuestion = () => useContractMutation(contract.updateBankQuestion, touched);
export const useDeleteBankQuestion = () =>
  useContractMutation(contract.deleteBankQuestion, {
    ...touched,
    input: (id: number) => ({ params: { id } }),
  });
