// What learners hand in for assignments, and what graders say about it.
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import { SUBMISSION_STATES, type SubmissionState } from '#shared/features/assignment/assignment.rules.ts';
import { nullableUserId, users } from './platform-user.ts';
import { lessons } from './course.ts';

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
  },
  (t) => [
    uniqueIndex('submissions_number').on(t.lessonId, t.userId, t.number),
    // Nothing further is handed in while one waits for a grader or has passed.
    uniqueIndex('submissions_one_live')
      .on(t.lessonId, t.userId)
      .where(sql`state <> 'returned'`),
    index('submissions_user_id').on(t.userId),
    index('submissions_graded_by').on(t.gradedBy),
    index('submissions_waiting')
      .on(t.lessonId, t.submittedAt)
      .where(sql`state = 'submitted'`),
    check('submissions_state', sql`${t.state} in (${oneOf(SUBMISSION_STATES)})`),
    check('submissions_graded', sql`(${t.state} = 'submitted') = (${t.gradedAt} is null)`),
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
