// People invited to a course who have no account yet, and what course analytics have counted.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { bytea, id, oneOf, timestamptz } from '#server/db/columns.ts';
import { COURSE_ITEMS, type CourseItemType } from '#shared/features/progress/progress.rules.ts';
import { nullableUserId } from './platform-user.ts';
import { courses } from './course.ts';

export const courseInvitations = pgTable(
  'course_invitations',
  {
    id: id(),
    courseId: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    emailKey: text().notNull(),
    /** Hash of the secret in the link. */
    tokenHash: bytea().notNull(),
    invitedBy: nullableUserId(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    acceptedBy: nullableUserId(),
    acceptedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('course_invitations_open')
      .on(t.courseId, t.emailKey)
      .where(sql`accepted_at is null`),
    uniqueIndex('course_invitations_token').on(t.tokenHash),
    index('course_invitations_invited_by').on(t.invitedBy),
    index('course_invitations_accepted_by').on(t.acceptedBy),
  ],
);

/** Counted by a job: adding up every learner's every lesson takes too long to wait for. */
export const courseItemStats = pgTable(
  'course_item_stats',
  {
    courseId: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    itemType: text().$type<CourseItemType>().notNull(),
    itemId: integer().notNull(),
    opened: integer().notNull(),
    completed: integer().notNull(),
    averageSeconds: integer().notNull(),
    /** Learners who played any of its video or audio. */
    viewers: integer().notNull(),
    /** How many of them played each part, first to last; empty without video or audio. */
    partViewers: integer().array().notNull(),
    countedAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.courseId, t.itemType, t.itemId] }),
    check('course_item_stats_item_type', sql`${t.itemType} in (${oneOf(COURSE_ITEMS)})`),
  ],
);
