// What is added to a document when somebody downloads it: their name in the foot of each page.
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea, users } from './account.ts';
import { resourceFiles } from './resource.ts';

/** Kept so that parts of one download fit together; made anew when it is asked for after it was removed. */
export const licenceStamps = pgTable(
  'licence_stamps',
  {
    fileId: integer()
      .notNull()
      .references(() => resourceFiles.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Of the words, the document and the way they are drawn: another one means that it is to be made again. */
    mark: text().notNull(),
    /** What comes behind the document; null: it could not be stamped and is sent as it is. */
    tail: bytea(),
    tailBytes: integer().notNull().default(0),
    /** Why not, for staff. */
    refusal: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.fileId, t.userId] }),
    check('licence_stamps_tail', sql`(${t.tail} is null) = (${t.refusal} is not null)`),
    check('licence_stamps_bytes', sql`${t.tailBytes} = coalesce(length(${t.tail}), 0)`),
  ],
);
