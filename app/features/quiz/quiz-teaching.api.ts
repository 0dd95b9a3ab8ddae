// An instructor's quizzes from the browser's side: results, extra time and tries.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/quiz/quiz-teaching.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type { ItemAnalysis, QuizLearner, TaughtQuiz } from '#shared/features/quiz/quiz-teaching.contract.ts';

export const listTaughtQuizzesQuery = (query: ContractInput<typeof contract.listTaughtQuizzes>['query']) =>
  listQuery(contract.listTaughtQuizzes, { query });

export const getTaughtQuizQuery = (id: number) => freshQuery(contract.getTaughtQuiz, { params: { id } });

export const useSaveQuizAllowance = () =>
  useContractMutation(contract.saveQuizAllowance, { invalidates: [contract.getTaughtQuiz] });
