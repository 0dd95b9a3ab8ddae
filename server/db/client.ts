// The connection pool and the typed database handle that every query takes as its first argument.
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** `$client` is the pool: a transaction has none, so it cannot be taken for the whole database. */
export type Db = NodePgDatabase & { $client: pg.Pool };
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];
/** What a query runs on: the pool, one connection, or the transaction it must be part of. */
export type DbOrTx = NodePgDatabase | Tx;

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

export type Database = { pool: pg.Pool; db: Db; close(): Promise<void> };

/** Nothing waits for ever: a slow statement or a held lock ends as an error (DESIGN §5.5). */
const TIMEOUTS = {
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
  connectionTimeoutMillis: 10_000,
};

export function connectDatabase(
  connection: Connection,
  { max = 10, timeouts = TIMEOUTS }: { max?: number; timeouts?: typeof TIMEOUTS } = {},
): Database {
  const pool = new pg.Pool({
    application_name: 'releve',
    max,
    // None is closed for being idle: a clock set and stopped for each query costs more than an open connection.
    min: max,
    // A machine that vanished without a word is noticed on an idle connection too.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...timeouts,
    ...connection,
  });
  // A connection that breaks emits `error`, which ends the process when nobody listens. The pool listens while a
  // connection is idle and replaces it at the next use; while one is in use, whoever uses it gets the error from its
  // query, and the pool drops the connection when it comes back.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, db: drizzle(pool, DRIZZLE), close: () => pool.end() };
}

const DRIZZLE = { casing: 'snake_case' } as const;
const handles = new WeakMap<pg.PoolClient, NodePgDatabase>();

/** The same typed handle over one connection, for work that must stay on it. */
export function handleOf(client: pg.PoolClient): NodePgDatabase {
  const handle = handles.get(client) ?? drizzle(client, DRIZZLE);
  handles.set(client, handle);
  return handle;
}
