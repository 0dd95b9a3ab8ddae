// The site's own rows in SQL.
import { eq, lt, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { clientErrors, rateLimits, settings } from '#server/db/schema/site.ts';

const settingsColumns = {
  siteName: settings.siteName,
  supportEmail: settings.supportEmail,
  isRegistrationOpen: settings.isRegistrationOpen,
  isTwoFactorRequired: settings.isTwoFactorRequired,
  platformFeePoints: settings.platformFeePoints,
};

export type Settings = Omit<typeof settings.$inferSelect, 'id'>;

const selectSettings = prepared((db) =>
  db.select(settingsColumns).from(settings).where(eq(settings.id, 1)).prepare('settings'),
);

export async function readSettings(db: DbOrTx): Promise<Settings> {
  return theRow(await selectSettings(db).execute());
}

/** Nobody else changes them until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<Settings> {
  return theRow(await tx.select(settingsColumns).from(settings).where(eq(settings.id, 1)).for('update'));
}

function theRow([row]: Settings[]): Settings {
  if (!row) throw new Error('The settings row is missing.');
  return row;
}

export async function writeSettings(tx: Tx, values: Settings): Promise<void> {
  await tx.update(settings).set(values).where(eq(settings.id, 1));
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
