// People invited to a course who have no account yet.
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, id, timestamptz } from '#server/db/columns.ts';
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
