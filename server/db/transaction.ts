// Transactions that two people may run at once: PostgreSQL's "try again" answers are tried again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from './client.ts';

const ATTEMPTS = 5;
/** serialization_failure, deadlock_detected: the loser changed nothing and may simply repeat. */
const RETRYABLE = new Set(['40001', '40P01']);

export type TransactionOptions = { isolation?: 'read committed' | 'repeatable read' | 'serializable' };

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
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { isolation = 'read committed' }: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work, { isolationLevel: isolation });
    } catch (error) {
      if (attempt >= ATTEMPTS || !RETRYABLE.has(databaseErrorCode(error) ?? '')) throw error;
      await sleep(2 ** attempt * 5 * (0.5 + Math.random()));
    }
  }
}
