// A site without an admin could never get one again.
import type { Tx } from '#server/db/client.ts';
import { AppError } from '#shared/errors.ts';
import { countActiveAdmins, lockAdmins } from './admin-guard.queries.ts';

/**
 * Called after an admin's role or account was taken away, in the same transaction: throws, and so undoes it, when no
 * active admin is left. Two who take away the last two at once are put in line: the second counts what the first left.
 */
export async function keepOneAdmin(tx: Tx): Promise<void> {
  await lockAdmins(tx);
  if ((await countActiveAdmins(tx)) === 0) {
    throw new AppError('conflict', 'One admin must remain. Make someone else an admin first.');
  }
}
