// Requests to support: who asked, which of the staff takes care of it, and what only staff see. What is said is in the
// request's conversation; notes are kept apart from it, so that no customer can ever be sent one.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { bytea, id, timestamptz } from '#server/db/columns.ts';
import { MAX_NOTE, MAX_SAVED_REPLY, MAX_SAVED_TITLE } from '#shared/features/support/support.rules.ts';
import { conversations } from './message.ts';
import { nullableUserId } from './platform-user.ts';

export const supportRequests = pgTable(
  'support_requests',
  {
    id: id(),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Null: a guest, or a user whose account was deleted. */
    userId: nullableUserId(),
    /** Of a guest; empty for users, whose account knows. */
    guestName: text().notNull().default(''),
    guestEmail: text(),
    /** As typed. It may be wrong, or someone else’s. */
    orderNumber: text().notNull().default(''),
    assigneeId: nullableUserId(),
    createdAt: timestamptz().notNull(),
    firstResponseAt: timestamptz(),
    solvedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('support_requests_conversation_id').on(t.conversationId),
    index('support_requests_user_id').on(t.userId),
    index('support_requests_assignee_id').on(t.assigneeId),
    index('support_requests_guest_email').on(sql`lower(guest_email)`),
    index('support_requests_created_at').on(t.createdAt),
    check('support_requests_one_customer', sql`${t.userId} is null or ${t.guestEmail} is null`),
  ],
);

const requestId = () =>
  integer()
    .notNull()
    .references(() => supportRequests.id, { onDelete: 'cascade' });

/** Keys that open a guest’s request; only their hashes are stored. Every email to the guest has its own. */
export const supportKeys = pgTable(
  'support_keys',
  { keyHash: bytea().primaryKey(), requestId: requestId(), createdAt: timestamptz().notNull() },
  (t) => [index('support_keys_request_id').on(t.requestId)],
);

export const supportNotes = pgTable(
  'support_notes',
  {
    id: id(),
    requestId: requestId(),
    authorId: nullableUserId(),
    text: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('support_notes_request_id').on(t.requestId),
    index('support_notes_author_id').on(t.authorId),
    check('support_notes_text', sql`length(${t.text}) between 1 and ${sql.raw(String(MAX_NOTE))}`),
  ],
);

export const savedReplies = pgTable(
  'saved_replies',
  {
    id: id(),
    title: text().notNull(),
    text: text().notNull(),
    updatedBy: nullableUserId(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('saved_replies_title').on(sql`lower(title)`),
    index('saved_replies_updated_by').on(t.updatedBy),
    check(
      'saved_replies_title_length',
      sql`length(${t.title}) between 1 and ${sql.raw(String(MAX_SAVED_TITLE))}`,
    ),
    check(
      'saved_replies_text_length',
      sql`length(${t.text}) between 1 and ${sql.raw(String(MAX_SAVED_REPLY))}`,
    ),
  ],
);
