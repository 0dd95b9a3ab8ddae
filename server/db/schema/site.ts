// Errors that pages reported from browsers.
import { index, pgTable, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, timestamptz } from '#server/db/columns.ts';

export const clientErrors = pgTable(
  'client_errors',
  {
    id: id(),
    reference: text().notNull(),
    message: text().notNull(),
    path: text().notNull(),
    stack: text(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('client_errors_reference').on(t.reference),
    index('client_errors_created_at').on(t.createdAt),
  ],
);
