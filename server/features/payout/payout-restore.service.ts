// After a restore nobody is paid twice: what the first site paid out after its backup is not in our books.
import type { DbOrTx } from '#server/db/client.ts';
import { holdRealPayouts } from './payout-restore.queries.ts';

/** As the seller reads it. */
const REASON =
  'The site was restored from a backup. We compare what was paid out since, and then payouts go on.';

/** Answers how many sellers wait until staff have looked. */
export function keepBackPayouts(db: DbOrTx, at: Date): Promise<number> {
  return holdRealPayouts(db, { reason: REASON, at });
}
