// The site's own rows in SQL.
import { lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { clientErrors, rateLimits } from '#server/db/schema/site.ts';

export async function insertClientError(db: DbOrTx, values: typeof clientErrors.$inferInsert): Promise<void> {
  await db.insert(clientErrors).values(values);
}

export async function deleteClientErrorsBefore(db: DbOrTx, { time }: { time: Date }): Promise<void> {
  await db.delete(clientErrors).where(lt(clientErrors.createdAt, time));
}

export async function deleteEndedRateLimits(db: DbOrTx): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, sql`extract(epoch from now()) * 1000`));
}
