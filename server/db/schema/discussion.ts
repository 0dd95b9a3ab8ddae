// Questions and answers under lessons, for enrolled learners and the course's instructor.
import { sql } from '#server/db/drizzle.ts';
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import { REPORT_STATES, type ReportState } from '#shared/features/discussion/discussion.rules.ts';
import { cascadingUserId, nullableUserId } from './platform-user.ts';
import { lessons } from './course.ts';

export const discussionPosts = pgTable(
  'discussion_posts',
  {
    id: id(),
    lessonId: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    /** Null: a question; otherwise an answer to it. */
    questionId: integer().references((): AnyPgColumn => discussionPosts.id, { onDelete: 'cascade' }),
    /** Null once the account was deleted. */
    userId: nullableUserId(),
    text: text().notNull(),
    atSecond: integer(),
    createdAt: timestamptz().notNull(),
    editedAt: timestamptz(),
    /** Hidden by its author or by staff; a question with answers keeps its place. */
    deletedAt: timestamptz(),
  },
  (t) => [
    index('discussion_posts_lesson_id').on(t.lessonId, t.createdAt),
    index('discussion_posts_question_id').on(t.questionId),
    index('discussion_posts_user_id').on(t.userId),
    check('discussion_posts_text', sql`length(${t.text}) between 1 and 5000`),
  ],
);

const postId = () =>
  integer()
    .notNull()
    .references(() => discussionPosts.id, { onDelete: 'cascade' });

export const discussionVotes = pgTable(
  'discussion_votes',
  { postId: postId(), userId: cascadingUserId() },
  (t) => [primaryKey({ columns: [t.postId, t.userId] }), index('discussion_votes_user_id').on(t.userId)],
);

export const discussionReports = pgTable(
  'discussion_reports',
  {
    id: id(),
    postId: postId(),
    userId: cascadingUserId(),
    reason: text().notNull(),
    state: text().$type<ReportState>().notNull().default('open'),
    createdAt: timestamptz().notNull(),
    decidedBy: nullableUserId(),
    decidedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('discussion_reports_once').on(t.postId, t.userId),
    index('discussion_reports_user_id').on(t.userId),
    index('discussion_reports_decided_by').on(t.decidedBy),
    check('discussion_reports_state', sql`${t.state} in (${oneOf(REPORT_STATES)})`),
  ],
);
