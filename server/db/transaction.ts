// Transactions that two people may run at once: PostgreSQL's "try again" answers are tried again.
import { setTimeout as sleep } from 'node:timers/promises';
import { handleOf, type Db, type Tx } from './client.ts';

const ATTEMPTS = 5;
/** serialization_failure, deadlock_detected: the loser changed nothing and may simply repeat. */
const RETRYABLE = new Set(['40001', '40P01']);

/** lock_not_available: others were before us in the queue for a row for longer than a lock may be waited for. */
const QUEUED = '55P03';

export type TransactionOptions = {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** Stands in the queue for a row again, where many want it at once and each is quick: not refused, only later. */
  isPatient?: boolean;
};

/** The PostgreSQL error code, wherever drizzle wrapped it. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code;
  }
  return undefined;
}

/** The name of the constraint that refused a write, so that a rule can say which one in people's words. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('constraint' in at && typeof at.constraint === 'string') return at.constraint;
  }
  return undefined;
}

/** `work` may run several times: it must touch nothing but the transaction it is given. */
export function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { isolation = 'read committed', isPatient = false }: TransactionOptions = {},
): Promise<T> {
  return repeated(() => runOnce(db, work, isolation), { isPatient });
}

/**
 * Not Drizzle's own transaction: that one keeps the connection for ever when BEGIN fails, so that ten lost connections
 * would leave the pool with none. And its handle is new each time, so that nothing prepared could be kept on it.
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
    // A connection that cannot even roll back is closed instead of going back to the pool.
    await client.query('rollback').catch((problem: unknown) => (brokenBy = problem));
    throw error;
  } finally {
    client.release(brokenBy !== undefined);
  }
}

/** A part of a transaction that can fail without ending all of it: what it wrote is taken back, and the error goes on. */
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

/** For work whose writes are one statement, which is a transaction by itself: repeated where it must be, as above. */
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
