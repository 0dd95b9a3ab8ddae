// What is added to a document when somebody downloads it: their name in the foot of each page.
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from '#server/db/columns.ts';
import { users } from './account.ts';
import { orders } from './order.ts';
import { resourceFiles } from './resource.ts';

/** Kept so that parts of one download fit together; made anew when it is asked for after it was removed. */
export const licenceStamps = pgTable(
  'licence_stamps',
  {
    fileId: integer()
      .notNull()
      .references(() => resourceFiles.id, { onDelete: 'cascade' }),
    /** Whose copy it is: an account's, or that of a guest's order. */
    userId: integer().references(() => users.id),
    orderId: integer().references(() => orders.id),
    /** Of the words, the document and the way they are drawn: another one means that it is to be made again. */
    mark: text().notNull(),
    /** What comes behind the document; null: it could not be stamped and is sent as it is. */
    tail: bytea(),
    tailBytes: integer().notNull().default(0),
    /** Why not, for staff. */
    refusal: text(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    unique('licence_stamps_one_copy').on(t.fileId, t.userId, t.orderId).nullsNotDistinct(),
    index('licence_stamps_order_id').on(t.orderId),
    check('licence_stamps_holder', sql`num_nonnulls(${t.userId}, ${t.orderId}) = 1`),
    check('licence_stamps_tail', sql`(${t.tail} is null) = (${t.refusal} is not null)`),
    check('licence_stamps_bytes', sql`${t.tailBytes} = coalesce(length(${t.tail}), 0)`),
  ],
);
