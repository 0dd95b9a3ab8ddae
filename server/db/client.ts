// The connection pool and the typed database handle that every query takes as its first argument.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** Transactions are started by `inTransaction` alone, so that each retries and recovers the same way. */
type Handle = Omit<NodePgDatabase, 'transaction'>;
export type Db = Handle & { $client: pg.Pool };
export type Tx = Handle & { $client: pg.Client | pg.PoolClient };
/** What a query runs on: the pool, or the transaction it must be part of. */
export type DbOrTx = Db | Tx;
export type { PgTable as DbTable } from '#server/db/drizzle-pg.ts';

/** Columns are camelCase in code and snake_case in PostgreSQL. */
export const CASING = 'snake_case';

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

export type Database = { pool: pg.Pool; db: Db; close(): Promise<void> };

/** Slow statements and locks end with an error instead of waiting forever (DESIGN §5.5). */
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
    // Idle connections stay open: a timer per query costs more than an open connection.
    min: max,
    // Detects a vanished server on idle connections too.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...timeouts,
    ...connection,
  });
  // A broken connection emits `error`, which crashes the process if nobody listens. The pool listens while a connection
  // is idle and replaces it on next use. While it is in use, its query rejects, and the pool drops it when released.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, db: drizzle(pool, { casing: CASING }), close: () => pool.end() };
}

const handles = new WeakMap<Tx['$client'], Tx>();

/** The handle of one connection. Lives as long as the connection, like the statements prepared on it. */
export function handleOf(client: Tx['$client']): Tx {
  const handle = handles.get(client) ?? drizzle(client, { casing: CASING });
  handles.set(client, handle);
  return handle;
}
