// Applications to sell or teach in SQL.
import type { DbOrTx } from '#server/db/client.ts';
import { applications } from '#server/db/schema/account.ts';

/** Null when one of that kind already waits. */
export async function insertApplication(db: DbOrTx, values: typeof applications.$inferInsert) {
  const [row] = await db.insert(applications).values(values).onConflictDoNothing().returning();
  return row ?? null;
}
