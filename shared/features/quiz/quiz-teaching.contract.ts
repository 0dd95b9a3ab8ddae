// Quizzes as instructors see them: results, how each question does, extra time and tries, grading.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { QUESTION_KINDS } from './quiz.rules.ts';

const taughtQuizSchema = z.object({
  id: z.int(),
  title: z.string(),
  courseId: z.int(),
  courseTitle: z.string(),
  moduleId: z.int(),
  questionCount: z.int(),
  passPercent: z.int(),
  learners: z.int(),
  attempts: z.int(),
  /** Of the learners who have a graded attempt; null: nobody has. */
  passRate: z.number().nullable(),
  averagePercent: z.number().nullable(),
  toGrade: z.int(),
});
export type TaughtQuiz = z.output<typeof taughtQuizSchema>;

export const listTaughtQuizzes = defineContract({
  method: 'GET',
  path: '/api/instructor/quizzes',
  summary: 'Quizzes of the courses one teaches, with attempts and pass rate',
  access: 'signed-in',
  query: z.object({ q: z.string().trim().max(100).optional(), ...pageQuery }),
  response: pageOf(taughtQuizSchema),
});

const itemAnalysisSchema = z.object({
  questionId: z.int(),
  kind: z.enum(QUESTION_KINDS),
  question: z.string(),
  /** First tries that are graded. */
  answers: z.int(),
  /** Average share of the points, in percent. */
  percent: z.number(),
  /** From −1 to 1: whether those who do well in the quiz do well here. Null with too few answers. */
  discrimination: z.number().nullable(),
  /** What most of those who missed it answered. */
  commonMistake: z.object({ text: z.string(), count: z.int() }).nullable(),
});
export type ItemAnalysis = z.output<typeof itemAnalysisSchema>;

const quizLearnerSchema = z.object({
  userId: z.int(),
  username: z.string(),
  name: z.string(),
  attempts: z.int(),
  bestPercent: z.number().nullable(),
  hasPassed: z.boolean(),
  lastSubmittedAt: z.string().nullable(),
  extraMinutes: z.int(),
  extraAttempts: z.int(),
  reason: z.string(),
});
export type QuizLearner = z.output<typeof quizLearnerSchema>;

export const getTaughtQuiz = defineContract({
  method: 'GET',
  path: '/api/instructor/quizzes/:id',
  summary: 'One quiz: how each question does, and its learners with what they were given on top',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: taughtQuizSchema.extend({
    timeLimitMinutes: z.int().nullable(),
    attemptLimit: z.int().nullable(),
    items: z.array(itemAnalysisSchema),
    learnersList: z.array(quizLearnerSchema),
  }),
  errors: ['not_found'],
});

export const saveQuizAllowance = defineContract({
  method: 'PUT',
  path: '/api/instructor/quizzes/:id/allowances',
  summary:
    'Give one learner more time or tries; an open attempt gets the time at once. Zero of both takes it back',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({
    /** A user name or email address of someone in the course. */
    learner: z.string().trim().min(1, 'Whose allowance is it?').max(320),
    extraMinutes: z.int().min(0).max(480),
    extraAttempts: z.int().min(0).max(100),
    reason: z.string().trim().max(500).default(''),
  }),
  errors: ['not_found', 'unprocessable'],
});

export const gradeAnswer = defineContract({
  method: 'PUT',
  path: '/api/attempts/:id/answers/:questionId/grade',
  summary: 'Grade an answer to an open question; for the course’s instructor and staff',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams.extend({ questionId: idText }),
  body: z.object({
    points: z.number().min(0).max(100).multipleOf(0.25),
    comment: z.string().trim().max(4000).default(''),
  }),
  response: z.object({ isGraded: z.boolean() }),
  errors: ['not_found', 'conflict'],
});
