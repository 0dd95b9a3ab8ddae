// Assignments: learners hand in, the course's instructor or an admin grades.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { GRADES, MAX_SUBMISSION_FILES, MAX_SUBMISSION_TEXT, SUBMISSION_STATES } from './assignment.rules.ts';
import {
  assessmentSessionsSchema,
  assignmentSchema,
  courseAssessorSchema,
  gradedSubmissionSchema,
  submissionRowSchema,
  submissionSchema,
} from './assignment.schema.ts';

export const getAssignment = defineContract({
  method: 'GET',
  path: '/api/lessons/:id/assignment',
  summary: 'Get an assignment and the viewer’s submissions with their feedback',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: assignmentSchema,
  errors: ['not_found', 'payment_required', 'forbidden'],
});

export const listAssessmentSessions = defineContract({
  method: 'GET',
  path: '/api/lessons/:id/assessment-sessions',
  summary: 'List the sessions assessors offer for a practical assessment, to book one',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: assessmentSessionsSchema,
  errors: ['not_found', 'payment_required', 'forbidden'],
});

export const submitAssignment = defineContract({
  method: 'POST',
  path: '/api/lessons/:id/submissions',
  summary: 'Hand in a text and uploads; one submission at a time until it’s returned',
  access: 'signed-in',
  params: idParams,
  body: z.object({
    text: z.string().trim().max(MAX_SUBMISSION_TEXT).default(''),
    uploadIds: z.array(z.string().min(1).max(100)).max(MAX_SUBMISSION_FILES).default([]),
    /** Asks for a live session instead: the text says when. */
    isLive: z.boolean().default(false),
  }),
  status: 201,
  response: submissionSchema,
  errors: ['not_found', 'payment_required', 'forbidden', 'conflict', 'unprocessable'],
});

export const listSubmissionsToGrade = defineContract({
  method: 'GET',
  path: '/api/instructor/submissions',
  summary: 'List submissions in the viewer’s courses (admins: all), longest waiting first',
  access: 'signed-in',
  further: EVERY_COURSE,
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
  summary: 'Get a submission with rubric, comments and earlier ones, to grade it',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: gradedSubmissionSchema,
  errors: ['not_found'],
});

export const addSubmissionComment = defineContract({
  method: 'POST',
  path: '/api/instructor/submissions/:id/comments',
  summary: 'Comment on a submission before it is graded, pinned to a second of its video',
  access: 'signed-in',
  further: EVERY_COURSE,
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
  further: EVERY_COURSE,
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const gradeSubmission = defineContract({
  method: 'POST',
  path: '/api/instructor/submissions/:id/grade',
  summary: 'Pass a submission or return it for another try, once',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({
    grade: z.enum(GRADES),
    rubricPoints: z.record(z.string().max(60), z.int().min(0).max(1000)).default({}),
    feedback: z.string().trim().max(10_000).default(''),
  }),
  response: gradedSubmissionSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const setAssessmentSession = defineContract({
  method: 'PUT',
  path: '/api/instructor/submissions/:id/session',
  summary: 'Set when and where a live assessment takes place; emails the learner',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({ startsAt: z.iso.datetime(), place: lineOfText.min(1, 'Add a place or a link.').max(500) }),
  response: gradedSubmissionSchema,
  errors: ['not_found', 'forbidden', 'conflict', 'unprocessable'],
});

export const listCourseAssessors = defineContract({
  method: 'GET',
  path: '/api/instructor/courses/:id/assessors',
  summary: 'Instructors who assess this course besides its own instructor and staff',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: z.array(courseAssessorSchema),
  errors: ['not_found'],
});

export const addCourseAssessor = defineContract({
  method: 'POST',
  path: '/api/instructor/courses/:id/assessors',
  summary: 'Let another instructor assess this course, by email address or username',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({ user: lineOfText.min(1, 'Enter an email address or username.').max(254) }),
  response: z.array(courseAssessorSchema),
  errors: ['not_found', 'unprocessable'],
});

export const removeCourseAssessor = defineContract({
  method: 'DELETE',
  path: '/api/instructor/courses/:id/assessors/:userId',
  summary: 'Take an assessor off a course; what they assessed stays',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams.extend({ userId: idText }),
  errors: ['not_found'],
});
