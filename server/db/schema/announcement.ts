// Announcements and who received them: each user once, whatever happens to the job that sends them.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  ANNOUNCEMENT_STATES,
  AUDIENCES,
  MAX_ANNOUNCEMENT_SUBJECT,
  MAX_ANNOUNCEMENT_TEXT,
  type AnnouncementState,
  type Audience,
} from '#shared/features/announcement/announcement.rules.ts';
import { cascadingUserId } from './platform-user.ts';

export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    senderId: cascadingUserId(),
    audience: text().$type<Audience>().notNull(),
    /** The course of students, the resource of holders; null for the others. */
    itemId: integer(),
    subject: text().notNull(),
    text: text().notNull(),
    /** Chosen by the sender's browser, so that sending again after a lost answer sends nothing. */
    clientKey: text(),
    state: text().$type<AnnouncementState>().notNull().default('sending'),
    plannedCount: integer().notNull(),
    recipientCount: integer().notNull().default(0),
    /** The audience is gone through by user id; up to here it is done. */
    reachedUserId: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('announcements_client_key').on(t.senderId, t.clientKey),
    index('announcements_sender_id').on(t.senderId, t.id),
    check('announcements_audience', sql`${t.audience} in (${oneOf(AUDIENCES)})`),
    check('announcements_item', sql`(${t.audience} in ('students', 'holders')) = (${t.itemId} is not null)`),
    check('announcements_state', sql`${t.state} in (${oneOf(ANNOUNCEMENT_STATES)})`),
    check('announcements_subject', sql`length(${t.subject}) <= ${sql.raw(String(MAX_ANNOUNCEMENT_SUBJECT))}`),
    check('announcements_text', sql`length(${t.text}) <= ${sql.raw(String(MAX_ANNOUNCEMENT_TEXT))}`),
  ],
);

export const announcementRecipients = pgTable(
  'announcement_recipients',
  {
    announcementId: integer()
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    userId: cascadingUserId(),
  },
  (t) => [
    primaryKey({ columns: [t.announcementId, t.userId] }),
    index('announcement_recipients_user_id').on(t.userId),
  ],
);
