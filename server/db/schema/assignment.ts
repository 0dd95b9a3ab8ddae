// What learners hand in for assignments, and what graders say about it.
import { sql } from '#server/db/drizzle.ts';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  GRADES,
  SUBMISSION_STATES,
  type Grade,
  type SubmissionState,
} from '#shared/features/assignment/assignment.rules.ts';
import { nullableUserId, users } from './platform-user.ts';
import { courses, lessons } from './course.ts';
import { reservations } from './reservation.ts';

export const submissions = pgTable(
  'submissions',
  {
    id: id(),
    lessonId: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** 1, 2, 3 …: one more after each return. */
    number: smallint().notNull(),
    state: text().$type<SubmissionState>().notNull().default('submitted'),
    text: text().notNull().default(''),
    submittedAt: timestamptz().notNull(),
    gradedAt: timestamptz(),
    gradedBy: nullableUserId(),
    /** Points per line of the rubric: `{ "posture": 3 }`. */
    rubricPoints: jsonb().$type<Record<string, number>>(),
    feedback: text().notNull().default(''),
    /** A practical assessment in person or by video call: `text` says when the learner could. */
    isLive: boolean().notNull().default(false),
    /** The live session was booked: date and place are the booking's. While none is confirmed, nothing waits for a grade. */
    reservationId: integer().references(() => reservations.id),
    /** When the learner started the course again: passed for that time, not for this one. */
    pastAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('submissions_number').on(t.lessonId, t.userId, t.number),
    // Nothing further is handed in while one waits for a grader or has passed.
    uniqueIndex('submissions_one_live')
      .on(t.lessonId, t.userId)
      .where(sql`state <> 'returned' and past_at is null`),
    // Lets assessments name the learner as well, so that a check can compare them with the assessor.
    uniqueIndex('submissions_learner').on(t.id, t.userId),
    index('submissions_user_id').on(t.userId),
    uniqueIndex('submissions_reservation').on(t.reservationId),
    index('submissions_graded_by').on(t.gradedBy),
    index('submissions_waiting')
      .on(t.lessonId, t.submittedAt)
      .where(sql`state = 'submitted'`),
    check('submissions_state', sql`${t.state} in (${oneOf(SUBMISSION_STATES)})`),
    check('submissions_graded', sql`(${t.state} = 'submitted') = (${t.gradedAt} is null)`),
    check('submissions_booked', sql`${t.reservationId} is null or ${t.isLive}`),
    check('submissions_not_own', sql`${t.gradedBy} <> ${t.userId}`),
  ],
);

const submissionId = () =>
  integer()
    .notNull()
    .references(() => submissions.id, { onDelete: 'cascade' });

export const submissionFiles = pgTable(
  'submission_files',
  {
    id: id(),
    submissionId: submissionId(),
    name: text().notNull(),
    contentType: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    storageKey: text().notNull(),
    seconds: numeric({ precision: 9, scale: 3, mode: 'number' }),
  },
  (t) => [
    uniqueIndex('submission_files_storage_key').on(t.storageKey),
    index('submission_files_submission_id').on(t.submissionId),
  ],
);

/** A grader's remark, pinned to a second of the video where there is one. */
export const submissionComments = pgTable(
  'submission_comments',
  {
    id: id(),
    submissionId: submissionId(),
    userId: nullableUserId(),
    atSecond: numeric({ precision: 9, scale: 3, mode: 'number' }),
    text: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('submission_comments_submission_id').on(t.submissionId),
    index('submission_comments_user_id').on(t.userId),
    check('submission_comments_text', sql`length(${t.text}) between 1 and 5000`),
  ],
);

/** What each of two assessors decided, without having seen the other's decision. */
export const assessments = pgTable(
  'assessments',
  {
    id: id(),
    submissionId: integer().notNull(),
    learnerId: integer().notNull(),
    assessorId: nullableUserId(),
    /** 1 for the first, 2 for the second: there is no third. */
    position: smallint().notNull(),
    grade: text().$type<Grade>().notNull(),
    rubricPoints: jsonb().$type<Record<string, number>>().notNull(),
    feedback: text().notNull().default(''),
    gradedAt: timestamptz().notNull(),
  },
  (t) => [
    foreignKey({
      name: 'assessments_submission',
      columns: [t.submissionId, t.learnerId],
      foreignColumns: [submissions.id, submissions.userId],
    }).onDelete('cascade'),
    uniqueIndex('assessments_assessor').on(t.submissionId, t.assessorId),
    uniqueIndex('assessments_position').on(t.submissionId, t.position),
    index('assessments_assessor_id').on(t.assessorId),
    check('assessments_not_own', sql`${t.assessorId} <> ${t.learnerId}`),
    check('assessments_position', sql`${t.position} in (1, 2)`),
    check('assessments_grade', sql`${t.grade} in (${oneOf(GRADES)})`),
  ],
);

/** When and where a live assessment takes place, as agreed by hand: for those that aren't booked. */
export const assessmentSessions = pgTable(
  'assessment_sessions',
  {
    submissionId: integer()
      .primaryKey()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    startsAt: timestamptz().notNull(),
    /** An address or a link. */
    place: text().notNull(),
    setBy: nullableUserId(),
    setAt: timestamptz().notNull(),
  },
  (t) => [
    index('assessment_sessions_set_by').on(t.setBy),
    check('assessment_sessions_place', sql`length(${t.place}) between 1 and 500`),
  ],
);

/** Instructors who assess a course besides its own instructor and staff. */
export const courseAssessors = pgTable(
  'course_assessors',
  {
    courseId: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id),
    addedBy: nullableUserId(),
    addedAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.courseId, t.userId] }),
    index('course_assessors_user_id').on(t.userId),
    index('course_assessors_added_by').on(t.addedBy),
  ],
);
