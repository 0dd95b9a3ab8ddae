// Conversations between users. A message's number in its conversation is given under the conversation's row lock, so
// everyone sees the same order; unread messages are counted from read marks.
import { sql } from '#server/db/drizzle.ts';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  ABOUT_TYPES,
  type AboutType,
  MAX_MESSAGE_TEXT,
  MAX_SUBJECT,
  MESSAGE_FLAGS,
  type MessageFlag,
  REPORT_STATES,
  type ReportState,
  SUPPORT_STATES,
  type SupportState,
} from '#shared/features/message/message.rules.ts';
import { cascadingUserId, nullableUserId } from './platform-user.ts';

const aboutColumns = { aboutType: text().$type<AboutType>(), aboutId: integer() };
const isAbout = (t: { aboutType: AnyPgColumn; aboutId: AnyPgColumn }) =>
  sql`(${t.aboutType} is null) = (${t.aboutId} is null) and ${t.aboutType} in (${oneOf(ABOUT_TYPES)})`;

export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    /** Its members and subject: the same people have one conversation about nothing in particular. */
    threadKey: text().notNull(),
    subject: text().notNull().default(''),
    /** What the latest message with a subject is about. */
    ...aboutColumns,
    startedBy: nullableUserId(),
    /** Started with someone its starter had never written with; these are limited per day. */
    isFirstContact: boolean().notNull(),
    /** Null unless it is with support; then its only member is the user who asked, or nobody for a guest. */
    supportState: text().$type<SupportState>(),
    /** The number of its latest message. */
    lastSeq: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    lastMessageAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('conversations_thread_key').on(t.threadKey),
    index('conversations_last_message_at').on(t.lastMessageAt),
    index('conversations_started_by').on(t.startedBy, t.createdAt),
    index('conversations_support_state')
      .on(t.supportState, t.lastMessageAt)
      .where(sql`support_state is not null`),
    check('conversations_about', isAbout(t)),
    check('conversations_support_state', sql`${t.supportState} in (${oneOf(SUPPORT_STATES)})`),
    check('conversations_subject', sql`length(${t.subject}) <= ${sql.raw(String(MAX_SUBJECT))}`),
    check('conversations_last_seq', sql`${t.lastSeq} >= 0`),
  ],
);

const conversationId = () =>
  integer()
    .notNull()
    .references(() => conversations.id, { onDelete: 'cascade' });

export const conversationMembers = pgTable(
  'conversation_members',
  {
    conversationId: conversationId(),
    userId: cascadingUserId(),
    /** The latest message they have seen. It never goes back. */
    lastReadSeq: integer().notNull().default(0),
    isMuted: boolean().notNull().default(false),
    /** Archived up to this message; a later one brings the conversation back. Null: not archived. */
    archivedSeq: integer(),
    /** What they have typed and not sent. */
    draft: text().notNull().default(''),
    /** The latest message we have emailed them about. */
    mailedSeq: integer().notNull().default(0),
    joinedAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.userId] }),
    index('conversation_members_user_id').on(t.userId),
    check('conversation_members_read', sql`${t.lastReadSeq} >= 0`),
    check('conversation_members_draft', sql`length(${t.draft}) <= ${sql.raw(String(MAX_MESSAGE_TEXT))}`),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: id(),
    conversationId: conversationId(),
    seq: integer().notNull(),
    /** Null: a guest who wrote to support. */
    senderId: nullableUserId(),
    /** Written by staff in the name of support. */
    isFromSupport: boolean().notNull().default(false),
    /** Empty once deleted, and for files without words. */
    text: text().notNull(),
    ...aboutColumns,
    flags: text()
      .array()
      .$type<MessageFlag[]>()
      .notNull()
      .default(sql`'{}'`),
    /** A hash of the text as it is compared with others; null: too short to compare. */
    textHash: text(),
    /** Chosen by the sender's browser, so that sending again after a lost answer adds nothing. */
    clientKey: text(),
    createdAt: timestamptz().notNull(),
    editedAt: timestamptz(),
    deletedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('messages_seq').on(t.conversationId, t.seq),
    uniqueIndex('messages_client_key').on(t.senderId, t.clientKey),
    index('messages_same_text')
      .on(t.senderId, t.textHash, t.createdAt)
      .where(sql`text_hash is not null`),
    // With the conversation, so that a search reads only what its reader may see (extension btree_gin).
    index('messages_search').using('gin', t.conversationId, sql`to_tsvector('simple', text)`),
    check('messages_about', isAbout(t)),
    check('messages_text', sql`length(${t.text}) <= ${sql.raw(String(MAX_MESSAGE_TEXT))}`),
    check('messages_seq_range', sql`${t.seq} > 0`),
    check('messages_flags', sql`${t.flags} <@ array[${oneOf(MESSAGE_FLAGS)}]`),
    check('messages_deleted', sql`${t.deletedAt} is null or ${t.text} = ''`),
  ],
);

const messageId = () =>
  integer()
    .notNull()
    .references(() => messages.id, { onDelete: 'cascade' });

/** Private: only members of the conversation can open them. */
export const messageFiles = pgTable(
  'message_files',
  {
    id: id(),
    messageId: messageId(),
    name: text().notNull(),
    contentType: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    storageKey: text().notNull(),
  },
  (t) => [
    uniqueIndex('message_files_storage_key').on(t.storageKey),
    index('message_files_message_id').on(t.messageId),
  ],
);

export const userBlocks = pgTable(
  'user_blocks',
  { userId: cascadingUserId(), blockedId: cascadingUserId(), createdAt: timestamptz().notNull() },
  (t) => [
    primaryKey({ columns: [t.userId, t.blockedId] }),
    index('user_blocks_blocked_id').on(t.blockedId),
    check('user_blocks_not_self', sql`${t.userId} <> ${t.blockedId}`),
  ],
);

/** A user without a row has the defaults. */
export const messageSettings = pgTable('message_settings', {
  userId: cascadingUserId().primaryKey(),
  /** Others see when they have read something and when they type. Only between people who both show it. */
  showsActivity: boolean().notNull().default(true),
});

export const messageReports = pgTable(
  'message_reports',
  {
    id: id(),
    conversationId: conversationId(),
    /** The message it is about; null: the whole conversation. */
    messageId: integer().references(() => messages.id, { onDelete: 'cascade' }),
    userId: cascadingUserId(),
    reason: text().notNull(),
    /** What the message said then, until the report is decided: its sender can still change or delete it. */
    reportedText: text(),
    state: text().$type<ReportState>().notNull().default('open'),
    createdAt: timestamptz().notNull(),
    decidedBy: nullableUserId(),
    decidedAt: timestamptz(),
  },
  (t) => [
    // One open report per person and conversation.
    uniqueIndex('message_reports_open_once')
      .on(t.conversationId, t.userId)
      .where(sql`state = 'open'`),
    index('message_reports_state').on(t.state, t.id),
    index('message_reports_user_id').on(t.userId),
    index('message_reports_message_id').on(t.messageId),
    index('message_reports_decided_by').on(t.decidedBy),
    check('message_reports_state', sql`${t.state} in (${oneOf(REPORT_STATES)})`),
    check('message_reports_decided', sql`(${t.state} = 'open') = (${t.decidedAt} is null)`),
  ],
);
