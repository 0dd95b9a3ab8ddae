// Every mail the site writes, sent or not. Without an SMTP server this table is where people read them.
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/db/columns.ts';

export const mailOutbox = pgTable(
  'mail_outbox',
  {
    /** Also the Message-ID, so that a mail sent twice after a crash is recognised as one. */
    id: uuid().primaryKey().defaultRandom(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text(),
    createdAt: timestamptz().notNull(),
    sentAt: timestamptz(),
    /** A worker is sending it now, until then at the latest. */
    claimedUntil: timestamptz(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** The site was restored from a backup since it was written: it may have been sent, so only staff send it. */
    heldBackAt: timestamptz(),
    /** Where one click ends mails of this kind (RFC 8058); null: nobody can do without them. */
    offUrl: text(),
  },
  (t) => [
    index('mail_outbox_created_at').on(t.createdAt),
    index('mail_outbox_to').on(t.to),
    index('mail_outbox_unsent')
      .on(t.createdAt)
      .where(sql`sent_at is null`),
    check('mail_outbox_one_line', sql`${t.to} !~ '[[:cntrl:]]' and ${t.subject} !~ '[[:cntrl:]]'`),
  ],
);

/**
 * One row for each mail of a kind that strangers can cause, for a day. Apart from the outbox, because deleting an
 * account empties that; the key is a hash, so nothing here is about anyone.
 */
export const mailLimits = pgTable(
  'mail_limits',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Of kind and recipient. */
    keyHash: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('mail_limits_key').on(t.keyHash, t.createdAt),
    index('mail_limits_created_at').on(t.createdAt),
  ],
);
