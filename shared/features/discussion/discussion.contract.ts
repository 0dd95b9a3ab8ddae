// Questions and answers under lessons, for enrolled learners, the course's instructor and admins.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { MAX_POST_TEXT, REPORT_DECISIONS } from './discussion.rules.ts';
import { openQuestionSchema, postReportSchema, postSchema, questionSchema } from './discussion.schema.ts';

const text = z.string().trim().min(1, 'Write something first.').max(MAX_POST_TEXT);

export const listDiscussion = defineContract({
  method: 'GET',
  path: '/api/lessons/:id/discussion',
  summary: 'List the questions under a lesson with their answers, newest first',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  query: z.object(pageQuery),
  response: pageOf(questionSchema).extend({ canModerate: z.boolean() }),
  errors: ['not_found', 'payment_required', 'forbidden'],
});

export const createPost = defineContract({
  method: 'POST',
  path: '/api/lessons/:id/discussion',
  summary: 'Ask a question, or answer one',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({
    text,
    questionId: idSchema.nullable().default(null),
    atSecond: z.int().min(0).max(86_400).nullable().default(null),
  }),
  status: 201,
  response: postSchema,
  errors: ['not_found', 'payment_required', 'forbidden'],
  rateLimit: { points: 60, seconds: 3600 },
});

export const editPost = defineContract({
  method: 'PATCH',
  path: '/api/discussion-posts/:id',
  summary: 'Update the viewer’s own question or answer',
  access: 'signed-in',
  params: idParams,
  body: z.object({ text }),
  response: postSchema,
  errors: ['not_found'],
});

export const deletePost = defineContract({
  method: 'DELETE',
  path: '/api/discussion-posts/:id',
  summary: 'Delete the viewer’s own post, or as instructor or admin any post in the course',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  errors: ['not_found'],
});

export const voteForPost = defineContract({
  method: 'PUT',
  path: '/api/discussion-posts/:id/vote',
  summary: 'Mark a question or answer as helpful; once per person',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: z.object({ votes: z.int() }),
  errors: ['not_found', 'conflict'],
});

export const removeVote = defineContract({
  method: 'DELETE',
  path: '/api/discussion-posts/:id/vote',
  summary: 'Remove the viewer’s vote',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: z.object({ votes: z.int() }),
  errors: ['not_found'],
});

export const reportPost = defineContract({
  method: 'POST',
  path: '/api/discussion-posts/:id/reports',
  summary: 'Report a question or answer to the course’s instructor; once per person',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({ reason: z.string().trim().min(3, 'Say what is wrong with it.').max(1000) }),
  errors: ['not_found', 'conflict'],
});

export const listOpenQuestions = defineContract({
  method: 'GET',
  path: '/api/instructor/open-questions',
  summary: 'List unanswered questions in the viewer’s courses, oldest first',
  access: 'signed-in',
  query: z.object(pageQuery),
  response: pageOf(openQuestionSchema),
});

export const listPostReports = defineContract({
  method: 'GET',
  path: '/api/instructor/post-reports',
  summary: 'List open reports in the viewer’s courses; admins see all courses',
  access: 'signed-in',
  further: EVERY_COURSE,
  query: z.object(pageQuery),
  response: pageOf(postReportSchema),
});

export const decidePostReport = defineContract({
  method: 'POST',
  path: '/api/instructor/post-reports/:id',
  summary: 'Dismiss a report, or remove the post it is about',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({ decision: z.enum(REPORT_DECISIONS) }),
  errors: ['not_found', 'conflict'],
});
