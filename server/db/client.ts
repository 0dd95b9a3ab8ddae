// The connection pool and the typed database handle that every query takes as its first argument.
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

export type Db = NodePgDatabase;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** What a query runs on: the pool, or the transaction it must be part of. */
export type DbOrTx = Db | Tx;

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
    ...timeouts,
    ...connection,
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  const db = drizzle(pool, { casing: 'snake_case' });
  return { pool, db, close: () => pool.end() };
}
