// Assignments: learners hand in, the course's instructor or an admin grades.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { GRADES, MAX_SUBMISSION_FILES, MAX_SUBMISSION_TEXT, SUBMISSION_STATES } from './assignment.rules.ts';
import {
  assignmentSchema,
  gradedSubmissionSchema,
  submissionRowSchema,
  submissionSchema,
} from './assignment.schema.ts';

export const getAssignment = defineContract({
  method: 'GET',
  path: '/api/lessons/:id/assignment',
  summary: 'What an assignment asks for, and the caller’s submissions with their feedback',
  access: 'signed-in',
  params: idParams,
  response: assignmentSchema,
  errors: ['not_found', 'payment_required', 'forbidden'],
});

export const submitAssignment = defineContract({
  method: 'POST',
  path: '/api/lessons/:id/submissions',
  summary: 'Hand in a text and checked uploads of the purpose submission; one at a time until it is returned',
  access: 'signed-in',
  params: idParams,
  body: z.object({
    text: z.string().trim().max(MAX_SUBMISSION_TEXT).default(''),
    uploadIds: z.array(z.string().min(1).max(100)).max(MAX_SUBMISSION_FILES).default([]),
  }),
  status: 201,
  response: submissionSchema,
  errors: ['not_found', 'payment_required', 'forbidden', 'conflict', 'unprocessable'],
});

export const listSubmissionsToGrade = defineContract({
  method: 'GET',
  path: '/api/instructor/submissions',
  summary: 'Submissions for the caller’s courses, for all courses if an admin; those that wait longest first',
  access: 'signed-in',
  query: z.object({
    state: z.enum(SUBMISSION_STATES).default('submitted'),
    course: idText.optional(),
    q: z.string().trim().max(100).optional(),
    ...pageQuery,
  }),
  response: pageOf(submissionRowSchema).extend({
    counts: z.object({ submitted: z.int(), returned: z.int(), passed: z.int() }),
  }),
});

export const getSubmission = defineContract({
  method: 'GET',
  path: '/api/instructor/submissions/:id',
  summary: 'One submission with rubric, comments and earlier ones, for those who grade it',
  access: 'signed-in',
  params: idParams,
  response: gradedSubmissionSchema,
  errors: ['not_found'],
});

export const addSubmissionComment = defineContract({
  method: 'POST',
  path: '/api/instructor/submissions/:id/comments',
  summary: 'Comment on a submission before it is graded, pinned to a second of its video',
  access: 'signed-in',
  params: idParams,
  body: z.object({
    atSecond: z.number().min(0).max(86_400).nullable().default(null),
    text: z.string().trim().min(1, 'Write a comment first.').max(5000),
  }),
  status: 201,
  response: submissionSchema.shape.comments.element,
  errors: ['not_found', 'conflict'],
});

export const deleteSubmissionComment = defineContract({
  method: 'DELETE',
  path: '/api/instructor/submission-comments/:id',
  summary: 'Remove a comment before the submission is graded',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const gradeSubmission = defineContract({
  method: 'POST',
  path: '/api/instructor/submissions/:id/grade',
  summary: 'Pass a submission or return it for another try; once',
  access: 'signed-in',
  params: idParams,
  body: z.object({
    grade: z.enum(GRADES),
    rubricPoints: z.record(z.string().max(60), z.int().min(0).max(1000)).default({}),
    feedback: z.string().trim().max(10_000).default(''),
  }),
  response: gradedSubmissionSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});
