// The classroom: a course with the viewer's progress, its lessons, enrollments and notes.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { NOTE_FORMATS } from './learning.rules.ts';
import {
  certificateProgressSchema,
  certificateRequirementsSchema,
  classroomSchema,
  enrollmentSchema,
  lessonSchema,
  newNoteBody,
  noteBody,
  noteSchema,
} from './learning.schema.ts';

export type {
  CertificateProgress,
  CertificateRequirements,
  Classroom,
  ClassroomItem,
  Enrollment,
  Lesson,
  LessonNote,
} from './learning.schema.ts';

export const getClassroom = defineContract({
  method: 'GET',
  path: '/api/courses/:id/learning',
  summary: 'Get a course’s outline with the viewer’s progress, locks and where to resume',
  access: 'public',
  params: idParams,
  response: classroomSchema,
  errors: ['not_found'],
});

export const getLesson = defineContract({
  method: 'GET',
  path: '/api/lessons/:id',
  summary: 'Get a lesson’s content: previews for everyone, the rest for enrolled learners',
  access: 'public',
  further: EVERY_COURSE,
  params: idParams,
  response: lessonSchema,
  errors: ['not_found', 'unauthenticated', 'payment_required', 'forbidden'],
});

/** What a person decided about the viewer’s work; quizzes that grade themselves aren’t in it. */
const ownGradeSchema = z.object({
  kind: z.enum(['assignment', 'quiz']),
  /** Of the lesson or quiz. */
  id: idSchema,
  title: z.string(),
  course: z.object({ id: idSchema, title: z.string() }),
  hasPassed: z.boolean(),
  gradedAt: z.iso.datetime(),
});
export type OwnGrade = z.infer<typeof ownGradeSchema>;

export const listOwnGrades = defineContract({
  method: 'GET',
  path: '/api/grades',
  summary: 'List grades the viewer got in the last two weeks, the latest first',
  access: 'signed-in',
  response: z.array(ownGradeSchema),
});

export const getFreeLesson = defineContract({
  method: 'GET',
  path: '/api/courses/:id/preview/:lessonId',
  summary: 'Get a lesson that its instructor marked as free, as everyone sees it',
  access: 'public',
  params: idParams.extend({ lessonId: idParams.shape.id }),
  response: lessonSchema,
  errors: ['not_found'],
});

export const listEnrollments = defineContract({
  method: 'GET',
  path: '/api/enrollments',
  summary: 'List the viewer’s courses with progress and the next lesson; a bare array',
  access: 'signed-in',
  response: z.array(enrollmentSchema),
});

export const createEnrollment = defineContract({
  method: 'POST',
  path: '/api/enrollments',
  summary: 'Enroll in a free course',
  access: 'signed-in',
  body: z.object({ courseId: idSchema }),
  response: enrollmentSchema,
  errors: ['not_found', 'payment_required', 'conflict'],
});

export const enrollForFree = defineContract({
  method: 'POST',
  path: '/api/courses/:id/enrol',
  summary: 'Enroll in a free course; the same as POST /api/enrollments',
  access: 'signed-in',
  params: idParams,
  response: enrollmentSchema,
  errors: ['not_found', 'payment_required', 'conflict'],
});

export const getCertificateRequirements = defineContract({
  method: 'GET',
  path: '/api/courses/:id/certificate-requirements',
  summary: 'Get what the certificate of a course takes',
  access: 'public',
  params: idParams,
  response: certificateRequirementsSchema,
  errors: ['not_found'],
});

export const getCertificateProgress = defineContract({
  method: 'GET',
  path: '/api/courses/:id/certificate-progress',
  summary: 'Get how far the viewer is toward the certificate of a course',
  access: 'signed-in',
  params: idParams,
  response: certificateProgressSchema,
  errors: ['not_found'],
});

export const repeatCourse = defineContract({
  method: 'POST',
  path: '/api/courses/:id/repeat',
  summary: 'Start a completed course again to renew a certificate; its progress starts from nothing',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found', 'payment_required', 'conflict'],
});

export const listNotes = defineContract({
  method: 'GET',
  path: '/api/courses/:id/notes',
  summary: 'List the viewer’s notes of a course in the order of its lessons',
  access: 'signed-in',
  params: idParams,
  response: z.array(noteSchema),
  errors: ['not_found'],
});

export const exportNotes = defineContract({
  method: 'GET',
  path: '/api/courses/:id/notes/export',
  summary: 'Download the viewer’s notes of a course as Markdown or plain text',
  access: 'signed-in',
  params: idParams,
  query: z.object({ format: z.enum(NOTE_FORMATS).default('md') }),
  download: 'text/plain',
  errors: ['not_found'],
});

export const createNote = defineContract({
  method: 'POST',
  path: '/api/lessons/:id/notes',
  summary: 'Add a note to a lesson, at a second of its recording or in general',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: newNoteBody,
  response: noteSchema,
  errors: ['not_found', 'payment_required', 'forbidden', 'conflict'],
});

export const updateNote = defineContract({
  method: 'PATCH',
  path: '/api/notes/:id',
  summary: 'Change the text of a note',
  access: 'signed-in',
  params: idParams,
  body: noteBody,
  response: noteSchema,
  errors: ['not_found'],
});

export const deleteNote = defineContract({
  method: 'DELETE',
  path: '/api/notes/:id',
  summary: 'Delete a note',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});
