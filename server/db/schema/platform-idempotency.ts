// Requests that must not happen twice, by the key they carry.
import { pgTable, text, smallint, jsonb, integer, primaryKey, index } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/db/columns.ts';
import { orders } from './order.ts';

/** An answer given once is given again: the same key and body never do a thing twice. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Which endpoint, and whose key it is. */
    scope: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** Null while the first of them is at work. */
    status: smallint(),
    answer: jsonb().$type<Record<string, unknown>>(),
    /** The order it made, known before the gateway is asked. */
    orderId: integer().references(() => orders.id),
    /** After that the first of them has died, and another goes on with its order. */
    claimedUntil: timestamptz().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key] }),
    index('idempotency_keys_created_at').on(t.createdAt),
    index('idempotency_keys_order_id').on(t.orderId),
  ],
);
