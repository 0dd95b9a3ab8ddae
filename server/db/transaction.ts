// Transactions, retried when PostgreSQL reports a serialization failure or a deadlock.
import { setTimeout as sleep } from 'node:timers/promises';
import { handleOf, type Db, type Tx } from './client.ts';

const ATTEMPTS = 5;
/** serialization_failure, deadlock_detected: nothing was changed, so it is safe to retry. */
const RETRYABLE = new Set(['40001', '40P01']);

/** lock_not_available: waited for a row lock longer than lock_timeout. */
const QUEUED = '55P03';

export type TransactionOptions = {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** Also retry after a lock timeout, for rows many transactions want and hold only briefly. */
  isPatient?: boolean;
};

/** The PostgreSQL error code, also from an error wrapped by Drizzle. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code;
  }
  return undefined;
}

/** The name of the violated constraint, so that a service can turn it into a message. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('constraint' in at && typeof at.constraint === 'string') return at.constraint;
  }
  return undefined;
}

/** `work` may run several times: it must have no effects outside the given transaction. */
export function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { isolation = 'read committed', isPatient = false }: TransactionOptions = {},
): Promise<T> {
  return repeated(() => runOnce(db, work, isolation), { isPatient });
}

/**
 * Not Drizzle's own transaction: that one never releases the connection if BEGIN fails, so ten lost connections would
 * empty the pool. It also creates a new handle each time, which would lose prepared statements.
 */
async function runOnce<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  isolation: NonNullable<TransactionOptions['isolation']>,
): Promise<T> {
  const client = await db.$client.connect();
  let brokenBy: unknown;
  try {
    await client.query(`begin isolation level ${isolation}`);
    const result = await work(handleOf(client));
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that cannot roll back is closed instead of returned to the pool.
    await client.query('rollback').catch((problem: unknown) => (brokenBy = problem));
    throw error;
  } finally {
    client.release(brokenBy !== undefined);
  }
}

/** A savepoint: on failure its writes are rolled back and the error is rethrown; the transaction continues. */
export async function inSavepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.$client.query('savepoint part');
  try {
    const result = await work(tx);
    await tx.$client.query('release savepoint part');
    return result;
  } catch (error) {
    await tx.$client.query('rollback to savepoint part');
    throw error;
  }
}

/** For work that writes with a single statement and needs no transaction of its own; retried as above. */
export async function repeated<T>(
  work: () => Promise<T>,
  { isPatient = false }: Pick<TransactionOptions, 'isPatient'> = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = databaseErrorCode(error) ?? '';
      const mayRepeat = RETRYABLE.has(code) || (isPatient && code === QUEUED);
      if (attempt >= ATTEMPTS || !mayRepeat) throw error;
      await sleep(2 ** attempt * 5 * (0.5 + Math.random()));
    }
  }
}
