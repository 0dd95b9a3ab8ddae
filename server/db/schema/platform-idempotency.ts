// Idempotency keys of requests that must not take effect twice.
import { pgTable, text, smallint, jsonb, integer, primaryKey, index } from '#server/db/drizzle-pg.ts';
import { timestamptz } from '#server/db/columns.ts';
import { orders } from './order.ts';

/** The same key and body return the first response and have no further effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The endpoint and the key's owner. */
    scope: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** Null while the first request is running. */
    status: smallint(),
    answer: jsonb().$type<Record<string, unknown>>(),
    /** The order it created, stored before the gateway is called. */
    orderId: integer().references(() => orders.id),
    /** After this time the first request is considered dead, and another one continues with its order. */
    claimedUntil: timestamptz().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key] }),
    index('idempotency_keys_created_at').on(t.createdAt),
    index('idempotency_keys_order_id').on(t.orderId),
  ],
);
