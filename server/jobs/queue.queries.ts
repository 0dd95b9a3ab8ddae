// Lets pg-boss speak through a handle of ours, so that a job is written in its cause's transaction.
import { sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { Db as JobDatabase } from 'pg-boss';
import type { DbOrTx } from '#server/db/client.ts';

export function asJobDatabase(db: DbOrTx): JobDatabase {
  return fromDrizzle(db, sql);
}
