// Taking a quiz: its rules, attempts, answers and results. What is right leaves the server only in getQuizResults.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { COURSE_FILE_KINDS } from '#shared/features/course/course.rules.ts';
import { COURSE_ITEMS } from '#shared/features/progress/progress.rules.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import {
  ANSWER_MARKS,
  ATTEMPT_STATES,
  GRADING_METHODS,
  QUESTION_KINDS,
  REVIEW_POLICIES,
} from './quiz.rules.ts';
import { anyAnswerSchema, askedQuestionSchema } from './quiz.schema.ts';

const quizErrors = ['not_found', 'payment_required'] as const;

const quizSchema = z.object({
  id: z.int(),
  courseId: z.int(),
  courseTitle: z.string(),
  moduleId: z.int(),
  moduleTitle: z.string(),
  title: z.string(),
  intro: z.string(),
  questionCount: z.int(),
  passPercent: z.int(),
  /** With what this learner was given on top. */
  timeLimitMinutes: z.int().nullable(),
  attemptLimit: z.int().nullable(),
  retryDelayMinutes: z.int(),
  gradingMethod: z.enum(GRADING_METHODS),
  reviewPolicy: z.enum(REVIEW_POLICIES),
  attemptsUsed: z.int(),
  /** Null: as many as they like. */
  attemptsLeft: z.int().nullable(),
  /** Null: now. */
  nextAttemptAt: z.string().nullable(),
  openAttemptId: z.int().nullable(),
  hasPassed: z.boolean(),
  /** Why it can't be taken yet. */
  lockedReason: z.string().nullable(),
});
export type Quiz = z.output<typeof quizSchema>;

export const getQuiz = defineContract({
  method: 'GET',
  path: '/api/quizzes/:id',
  summary: 'The rules of a quiz, and where this learner stands in it; no questions',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: quizSchema,
  errors: quizErrors,
});

const attemptSchema = z.object({
  id: z.int(),
  quizId: z.int(),
  courseId: z.int(),
  moduleId: z.int(),
  title: z.string(),
  number: z.int(),
  state: z.enum(ATTEMPT_STATES),
  startedAt: z.string(),
  deadlineAt: z.string().nullable(),
  /** By the server's clock; null: no time limit. */
  secondsLeft: z.number().nullable(),
  questions: z.array(askedQuestionSchema),
  /** Pictures and videos of the questions; each at /api/attempts/{id}/files/{fileId}. */
  files: z.array(z.object({ id: z.int(), kind: z.enum(COURSE_FILE_KINDS), name: z.string() })),
  answers: z.array(
    z.object({
      questionId: z.int(),
      answer: anyAnswerSchema.nullable(),
      isFlagged: z.boolean(),
      savedAt: z.string(),
    }),
  ),
});
export type Attempt = z.output<typeof attemptSchema>;

export const startAttempt = defineContract({
  method: 'POST',
  path: '/api/quizzes/:id/attempts',
  summary: 'Start an attempt, or go on with the open one: there is never more than one',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: attemptSchema,
  errors: [...quizErrors, 'forbidden', 'conflict'],
});

export const getAttempt = defineContract({
  method: 'GET',
  path: '/api/attempts/:id',
  summary: 'One’s own attempt: questions without what is right, answers so far, time left',
  access: 'signed-in',
  params: idParams,
  response: attemptSchema,
  errors: quizErrors,
});

export const saveAnswer = defineContract({
  method: 'PUT',
  path: '/api/attempts/:id/answers/:questionId',
  summary: 'Save an answer as it is given; refused once the time is up or the attempt is handed in',
  access: 'signed-in',
  params: idParams.extend({ questionId: idText }),
  /** `answer` is checked against the question: its shape depends on the kind. Null takes it back. */
  body: z.object({ answer: z.unknown(), isFlagged: z.boolean().default(false) }),
  response: z.object({ savedAt: z.string(), secondsLeft: z.number().nullable() }),
  errors: [...quizErrors, 'conflict'],
});

export const submitAttempt = defineContract({
  method: 'POST',
  path: '/api/attempts/:id/submit',
  summary: 'Hand in an attempt; doing it twice changes nothing',
  access: 'signed-in',
  params: idParams,
  response: z.object({
    quizId: z.int(),
    state: z.enum(ATTEMPT_STATES),
    hasPassed: z.boolean().nullable(),
    hasCompletedCourse: z.boolean(),
  }),
  errors: quizErrors,
});

const attemptSummary = z.object({
  id: z.int(),
  number: z.int(),
  state: z.enum(ATTEMPT_STATES),
  startedAt: z.string(),
  submittedAt: z.string().nullable(),
  score: z.number().nullable(),
  maxScore: z.number(),
  percent: z.number().nullable(),
  hasPassed: z.boolean().nullable(),
});
export type AttemptSummary = z.output<typeof attemptSummary>;

const resultQuestionSchema = z.object({
  id: z.int(),
  kind: z.enum(QUESTION_KINDS),
  question: z.string(),
  answerText: z.string(),
  points: z.int(),
  /** Null until the review policy allows: “wrong” alone gives away a true-or-false question. */
  earned: z.number().nullable(),
  mark: z.enum(ANSWER_MARKS).nullable(),
  /** From whoever graded it. */
  comment: z.string(),
  correctText: z.string().nullable(),
  feedback: z.string().nullable(),
  explanation: z.string().nullable(),
});
export type ResultQuestion = z.output<typeof resultQuestionSchema>;

const resultsSchema = z.object({
  quiz: quizSchema,
  /** What counts of all attempts; null before anything is graded. */
  percent: z.number().nullable(),
  attempts: z.array(attemptSummary),
  /** The chosen attempt, or the last one handed in. */
  attempt: attemptSummary
    .extend({
      passPercent: z.int(),
      canReview: z.boolean(),
      questions: z.array(resultQuestionSchema),
      reviewLessons: z.array(
        z.object({ id: z.int(), moduleId: z.int(), title: z.string(), kind: z.string(), minutes: z.int() }),
      ),
    })
    .nullable(),
  /** What comes after the quiz in the course. */
  nextItem: z
    .object({ itemType: z.enum(COURSE_ITEMS), id: z.int(), moduleId: z.int(), title: z.string() })
    .nullable(),
});
export type QuizResults = z.output<typeof resultsSchema>;

export const getQuizResults = defineContract({
  method: 'GET',
  path: '/api/quizzes/:id/results',
  summary: 'One’s attempts and what counts; right answers where the review policy allows',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  query: z.object({ attempt: idText.optional() }),
  response: resultsSchema,
  errors: quizErrors,
});
