// The site's own rows in SQL.
import type { DbOrTx } from '#server/db/client.ts';
import { clientErrors } from '#server/db/schema/site.ts';

export async function insertClientError(db: DbOrTx, values: typeof clientErrors.$inferInsert): Promise<void> {
  await db.insert(clientErrors).values(values);
}
