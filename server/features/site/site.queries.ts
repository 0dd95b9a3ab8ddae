// The site's own rows in SQL.
import { eq, lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { clientErrors, rateLimits, settings } from '#server/db/schema/site.ts';

const selectSettings = prepared((db) =>
  db
    .select({
      siteName: settings.siteName,
      supportEmail: settings.supportEmail,
      isRegistrationOpen: settings.isRegistrationOpen,
      isTwoFactorRequired: settings.isTwoFactorRequired,
    })
    .from(settings)
    .where(eq(settings.id, 1))
    .prepare('settings'),
);

export async function readSettings(db: DbOrTx) {
  const [row] = await selectSettings(db).execute();
  if (!row) throw new Error('The settings row is missing.');
  return row;
}

export async function insertClientError(db: DbOrTx, values: typeof clientErrors.$inferInsert): Promise<void> {
  await db.insert(clientErrors).values(values);
}

export async function deleteClientErrorsBefore(db: DbOrTx, { time }: { time: Date }): Promise<void> {
  await db.delete(clientErrors).where(lt(clientErrors.createdAt, time));
}

export async function deleteEndedRateLimits(db: DbOrTx): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, sql`extract(epoch from now()) * 1000`));
}
