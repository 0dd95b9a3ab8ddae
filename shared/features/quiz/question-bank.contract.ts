// The question bank of a course: questions that belong to no quiz. Quizzes draw from it at random, by tag. For the course's
// instructor and admins; what changes here counts from the next attempt on.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { COURSE_FILE_KINDS } from '#shared/features/course/course.rules.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { QUESTION_KINDS } from './quiz.rules.ts';
import { questionSchema, questionTag } from './quiz.schema.ts';

const taughtQuestionSchema = z.object({
  id: z.int(),
  kind: z.enum(QUESTION_KINDS),
  question: z.string(),
  /** In words; instructors see it. */
  correctText: z.string(),
  points: z.int(),
  tags: z.array(z.string()),
  courseId: z.int(),
  courseTitle: z.string(),
  /** Null: only in the bank. */
  quizId: z.int().nullable(),
  quizTitle: z.string().nullable(),
});
export type TaughtQuestion = z.output<typeof taughtQuestionSchema>;

export const QUESTION_PLACES = ['bank', 'quiz'] as const;

export const listTaughtQuestions = defineContract({
  method: 'GET',
  path: '/api/instructor/questions',
  summary: 'List the questions of the courses the viewer teaches: in the bank and in quizzes',
  access: 'signed-in',
  query: z.object({
    q: z.string().trim().max(100).optional(),
    tag: questionTag.optional(),
    kind: z.enum(QUESTION_KINDS).optional(),
    place: z.enum(QUESTION_PLACES).optional(),
    courseId: z.coerce.number().int().positive().optional(),
    ...pageQuery,
  }),
  response: pageOf(taughtQuestionSchema).extend({ tags: z.array(z.string()) }),
});

/** Whole, key included. */
const writtenQuestionSchema = z.object({
  id: z.int(),
  courseId: z.int(),
  courseTitle: z.string(),
  quizId: z.int().nullable(),
  question: questionSchema,
  /** What it shows. */
  file: z.object({ id: z.int(), kind: z.enum(COURSE_FILE_KINDS), name: z.string() }).nullable(),
});
export type WrittenQuestion = z.output<typeof writtenQuestionSchema>;

export const getTaughtQuestion = defineContract({
  method: 'GET',
  path: '/api/instructor/questions/:id',
  summary: 'Get a question with its answer key, to edit or copy it',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: writtenQuestionSchema,
  errors: ['not_found'],
});

export const createBankQuestion = defineContract({
  method: 'POST',
  path: '/api/instructor/questions',
  summary: 'Add a question to a course’s bank',
  access: 'signed-in',
  body: z.object({ courseId: idSchema, question: questionSchema }),
  response: z.object({ id: z.int() }),
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const updateBankQuestion = defineContract({
  method: 'PUT',
  path: '/api/instructor/questions/:id',
  summary: 'Replace a question of the bank. Attempts under way keep the one they began with',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({ question: questionSchema }),
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const deleteBankQuestion = defineContract({
  method: 'DELETE',
  path: '/api/instructor/questions/:id',
  summary: 'Take a question out of the bank; results keep it',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  errors: ['not_found', 'conflict'],
});
