// An instructor's dashboard, students, invitations and course analytics. Admins see every course.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { idParams, idSchema, idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { STUDENT_SORTS, STUDENT_STATES } from './teaching.rules.ts';
import {
  addReportSchema,
  courseAnalyticsSchema,
  courseInvitationSchema,
  instructorDashboardSchema,
  invitationOfferSchema,
  studentDetailSchema,
  studentRowSchema,
  taughtCourseSchema,
} from './teaching.schema.ts';

export const getInstructorDashboard = defineContract({
  method: 'GET',
  path: '/api/instructor/dashboard',
  summary: 'What waits for an instructor, and how their courses are doing',
  access: 'signed-in',
  response: instructorDashboardSchema,
});

export const listTaughtCourses = defineContract({
  method: 'GET',
  path: '/api/instructor/courses',
  summary: 'The caller’s own courses with their numbers, by title; all courses if an admin',
  access: 'signed-in',
  response: z.array(taughtCourseSchema),
});

const studentFilters = {
  q: z.string().trim().max(100).optional(),
  course: idText.optional(),
  state: z.enum(STUDENT_STATES).optional(),
  sort: z.enum(STUDENT_SORTS).default('last-seen'),
};

export const listStudents = defineContract({
  method: 'GET',
  path: '/api/instructor/students',
  summary: 'Students of the caller’s courses with their progress; of all courses if an admin',
  access: 'signed-in',
  further: EVERY_COURSE,
  query: z.object({ ...studentFilters, ...pageQuery }),
  response: pageOf(studentRowSchema),
});

export const exportStudents = defineContract({
  method: 'GET',
  path: '/api/instructor/students.csv',
  summary: 'Export the students as CSV',
  access: 'signed-in',
  further: EVERY_COURSE,
  query: z.object(studentFilters),
  download: 'text/csv',
});

export const getStudent = defineContract({
  method: 'GET',
  path: '/api/instructor/courses/:id/students/:userId',
  summary: 'One student in one course: every lesson and quiz, and what they handed in',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams.extend({ userId: idText }),
  response: studentDetailSchema,
  errors: ['not_found'],
});

export const addStudents = defineContract({
  method: 'POST',
  path: '/api/instructor/courses/:id/students',
  summary: 'Add people by email or username, one a line or as CSV; a report for each line',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({ people: z.string().min(1, 'Add at least one person.').max(100_000) }),
  response: addReportSchema,
  errors: ['not_found', 'unprocessable'],
  rateLimit: { points: 20, seconds: 3600 },
});

export const listInvitations = defineContract({
  method: 'GET',
  path: '/api/instructor/invitations',
  summary: 'Open invitations to the caller’s courses',
  access: 'signed-in',
  further: EVERY_COURSE,
  query: z.object(pageQuery),
  response: pageOf(courseInvitationSchema),
});

export const deleteInvitation = defineContract({
  method: 'DELETE',
  path: '/api/instructor/invitations/:id',
  summary: 'Withdraw an invitation; its link stops working',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  errors: ['not_found'],
});

const tokenParams = z.object({ token: z.string().min(1).max(100) });

export const getCourseInvitation = defineContract({
  method: 'GET',
  path: '/api/course-invitations/:token',
  summary: 'What the link of an invitation offers',
  access: 'public',
  params: tokenParams,
  response: invitationOfferSchema,
  errors: ['gone'],
  rateLimit: { points: 60, seconds: 60 },
});

export const acceptCourseInvitation = defineContract({
  method: 'POST',
  path: '/api/course-invitations/:token',
  summary: 'Take the place in the course; the link works once',
  access: 'signed-in',
  params: tokenParams,
  response: z.object({ courseId: idSchema }),
  errors: ['gone'],
});

export const getCourseAnalytics = defineContract({
  method: 'GET',
  path: '/api/instructor/courses/:id/analytics',
  summary: 'How far students get, where videos lose them, and how long they stay',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: courseAnalyticsSchema,
  errors: ['not_found'],
});
