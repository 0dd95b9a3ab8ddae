// Quizzes from the browser's side: rules, the open attempt, answers and results.
import type { Answer, Answers } from '#shared/features/quiz/question.rules.ts';
import type { Attempt } from '#shared/features/quiz/quiz.contract.ts';
import * as contract from '#shared/features/quiz/quiz.contract.ts';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type {
  Attempt,
  AttemptSummary,
  Quiz,
  QuizResults,
  ResultQuestion,
} from '#shared/features/quiz/quiz.contract.ts';

export type AskedQuestion = Attempt['questions'][number];

/** What the inputs of every kind of question take. */
export type InputProps<K extends AskedQuestion['kind'] = AskedQuestion['kind']> = {
  question: Extract<AskedQuestion, { kind: K }>;
  /** Where a file of the question is: in the attempt, or in the course while it is previewed. */
  urlOf: (fileId: number) => string;
  answer: Answers[K] | null;
  onAnswer: (answer: Answer | null, isTyping?: boolean) => void;
};

export const getQuizQuery = (id: number) => freshQuery(contract.getQuiz, { params: { id } });

export const getAttemptQuery = (id: number) => freshQuery(contract.getAttempt, { params: { id } });

export const getQuizResultsQuery = (id: number, attempt?: number) =>
  freshQuery(contract.getQuizResults, { params: { id }, query: attempt === undefined ? {} : { attempt } });

export const useStartAttempt = () =>
  useContractMutation(contract.startAttempt, {
    input: (quizId: number) => ({ params: { id: quizId } }),
    onSuccess: (attempt, id, _shown, { client }) => {
      client.setQueryData(getAttemptQuery(attempt.id).queryKey, attempt);
      // The quiz's page shows the attempt at once, no matter which page started it.
      client.setQueryData(
        getQuizQuery(id).queryKey,
        (quiz) => quiz && { ...quiz, openAttemptId: attempt.id },
      );
    },
    invalidates: [contract.getQuiz],
    errorTitle: 'The quiz didn’t start',
  });

export type AnswerToSave = { attemptId: number; questionId: number; answer: unknown; isFlagged: boolean };

/** The page itself says when an answer isn't saved. */
export const useSaveAnswer = () =>
  useContractMutation(contract.saveAnswer, {
    input: ({ attemptId, questionId, answer, isFlagged }: AnswerToSave) => ({
      params: { id: attemptId, questionId },
      body: { answer, isFlagged },
    }),
  });

export const useSubmitAttempt = () =>
  useContractMutation(contract.submitAttempt, {
    input: (id: number) => ({ params: { id } }),
    invalidates: [contract.getQuiz, contract.getQuizResults],
  });

export const attemptFileUrl = (attemptId: number, fileId: number) =>
  `/api/attempts/${attemptId}/files/${fileId}`;

export const quizPath = (quiz: { courseId: number; moduleId: number; id: number }) =>
  `/courses/${quiz.courseId}/modules/${quiz.moduleId}/quizzes/${quiz.id}`;

export const resultsPath = (quizId: number) => `/quizzes/${quizId}/results`;
