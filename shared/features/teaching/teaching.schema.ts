// Students, invitations and analytics as an instructor sees them.
import { z } from 'zod';
import { openQuestionSchema } from '#shared/features/discussion/discussion.schema.ts';
import { submissionRowSchema } from '#shared/features/assignment/assignment.schema.ts';
import { SUBMISSION_STATES } from '#shared/features/assignment/assignment.rules.ts';
import { COURSE_STATES } from '#shared/features/course/course.rules.ts';
import { COURSE_ITEMS } from '#shared/features/progress/progress.rules.ts';
import { ADD_OUTCOMES, STUDENT_STATES } from './teaching.rules.ts';

const course = z.object({ id: z.int(), title: z.string() });

export const studentRowSchema = z.object({
  /** `course-user`: one row for each place in a course. */
  id: z.string(),
  userId: z.int(),
  name: z.string(),
  username: z.string(),
  imageUrl: z.string().nullable(),
  course,
  state: z.enum(STUDENT_STATES),
  /** 0–100. */
  progress: z.int(),
  enrolledAt: z.string(),
  lastSeenAt: z.string().nullable(),
  /** The first lesson or quiz that isn't completed. */
  nextItem: z.string().nullable(),
  /** Average of the best attempts, 0–100. */
  quizPercent: z.int().nullable(),
});
export type StudentRow = z.output<typeof studentRowSchema>;

export const studentDetailSchema = z.object({
  ...studentRowSchema.shape,
  completedAt: z.string().nullable(),
  secondsSpent: z.int(),
  items: z.array(
    z.object({
      itemType: z.enum(COURSE_ITEMS),
      itemId: z.int(),
      title: z.string(),
      module: z.string(),
      openedAt: z.string().nullable(),
      completedAt: z.string().nullable(),
      secondsSpent: z.int(),
      /** Best result of a quiz, 0–100. */
      bestPercent: z.int().nullable(),
      attempts: z.int(),
    }),
  ),
  submissions: z.array(
    z.object({
      id: z.int(),
      lesson: z.string(),
      number: z.int(),
      state: z.enum(SUBMISSION_STATES),
      submittedAt: z.string(),
    }),
  ),
});
export type StudentDetail = z.output<typeof studentDetailSchema>;

export const taughtCourseSchema = z.object({
  ...course.shape,
  state: z.enum(COURSE_STATES),
  students: z.int(),
  completed: z.int(),
  toGrade: z.int(),
  openQuestions: z.int(),
  rating: z.number().nullable(),
  reviewCount: z.int(),
});
export type TaughtCourse = z.output<typeof taughtCourseSchema>;

export const instructorDashboardSchema = z.object({
  toGrade: z.object({ count: z.int(), oldest: submissionRowSchema.nullable() }),
  questions: z.object({ count: z.int(), items: z.array(openQuestionSchema) }),
  reports: z.int(),
  stuck: z.object({ count: z.int(), items: z.array(studentRowSchema) }),
  /** Of the last 30 days and the 30 before. */
  enrollments: z.object({ count: z.int(), before: z.int() }),
  completions: z.object({ count: z.int(), before: z.int() }),
  rating: z.object({ average: z.number().nullable(), count: z.int() }),
  /** With courses and sessions, in USD: this calendar month (UTC) by kind, the one before, and what isn't paid out yet. */
  earnings: z.object({
    month: z.string(),
    courses: z.object({ amount: z.string(), sales: z.int() }),
    bookings: z.object({ amount: z.string(), sales: z.int() }),
    before: z.string(),
    owed: z.string(),
  }),
  courses: z.array(taughtCourseSchema),
});
export type InstructorDashboard = z.output<typeof instructorDashboardSchema>;

export const addReportSchema = z.object({
  results: z.array(
    z.object({ line: z.int(), text: z.string(), outcome: z.enum(ADD_OUTCOMES), message: z.string() }),
  ),
});
export type AddReport = z.output<typeof addReportSchema>;

export const courseInvitationSchema = z.object({
  id: z.int(),
  email: z.string(),
  course,
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type CourseInvitation = z.output<typeof courseInvitationSchema>;

export const invitationOfferSchema = z.object({
  course,
  instructor: z.string(),
  /** Null while signed out: whoever opens the link may read the offer, not the address. */
  email: z.string().nullable(),
});
export type InvitationOffer = z.output<typeof invitationOfferSchema>;

export const courseAnalyticsSchema = z.object({
  course,
  students: z.int(),
  completed: z.int(),
  /** When items and videos were counted; null before anyone has opened anything. */
  countedAt: z.string().nullable(),
  items: z.array(
    z.object({
      itemType: z.enum(COURSE_ITEMS),
      itemId: z.int(),
      title: z.string(),
      module: z.string(),
      opened: z.int(),
      completed: z.int(),
      averageSeconds: z.int(),
    }),
  ),
  /** Of each video or audio: percent of its viewers who played each part, first to last. */
  videos: z.array(
    z.object({
      lessonId: z.int(),
      title: z.string(),
      seconds: z.number(),
      viewers: z.int(),
      retention: z.array(z.int()),
    }),
  ),
});
export type CourseAnalytics = z.output<typeof courseAnalyticsSchema>;
