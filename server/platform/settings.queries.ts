// The settings row and the keys that sign links, in SQL.
import { eq } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { settings, signingKeys } from '#server/db/schema/platform.ts';

const settingsColumns = {
  siteName: settings.siteName,
  supportEmail: settings.supportEmail,
  isRegistrationOpen: settings.isRegistrationOpen,
  isTwoFactorRequired: settings.isTwoFactorRequired,
  platformFeePoints: settings.platformFeePoints,
  instructorShare: settings.instructorShare,
  memberShare: settings.memberShare,
};

export type Settings = Omit<typeof settings.$inferSelect, 'id' | 'savedAt' | 'backedUpAt'>;

const selectSettings = prepared((db) =>
  db.select(settingsColumns).from(settings).where(eq(settings.id, 1)).prepare('settings'),
);

export async function findSettings(db: DbOrTx): Promise<Settings> {
  return requireRow(await selectSettings(db).execute());
}

/** Locked until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<Settings> {
  return requireRow(await tx.select(settingsColumns).from(settings).where(eq(settings.id, 1)).for('update'));
}

function requireRow([row]: Settings[]): Settings {
  if (!row) throw new Error('The settings row is missing.');
  return row;
}

export async function updateSettingsRow(tx: Tx, values: Settings & { savedAt: Date }): Promise<void> {
  await tx.update(settings).set(values).where(eq(settings.id, 1));
}

export async function findSigningKey(db: DbOrTx, { purpose }: { purpose: string }): Promise<Buffer | null> {
  const [row] = await db
    .select({ key: signingKeys.key })
    .from(signingKeys)
    .where(eq(signingKeys.purpose, purpose));
  return row?.key ?? null;
}

/** If several servers insert one at once, the first one stays. */
export async function insertSigningKey(db: DbOrTx, values: { purpose: string; key: Buffer }): Promise<void> {
  await db.insert(signingKeys).values(values).onConflictDoNothing();
}
