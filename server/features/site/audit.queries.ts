// The audit log in SQL.
import type { DbOrTx } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema/site.ts';

export async function insertAudit(db: DbOrTx, values: typeof auditLog.$inferInsert): Promise<void> {
  await db.insert(auditLog).values(values);
}
