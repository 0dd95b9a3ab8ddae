// Site settings that admins change, and the keys that sign links.
import { randomBytes } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import { recordAudit } from './audit.service.ts';
import type { Viewer } from './session.service.ts';
import {
  findSettings,
  findSigningKey,
  insertSigningKey,
  lockSettings,
  updateSettingsRow,
  type Settings,
} from './settings.queries.ts';

/** Inside a transaction pass `{ db: tx }`: waiting for a second pooled connection can deadlock. */
export async function getSettings({ db }: { db: DbOrTx }): Promise<Settings> {
  return findSettings(db);
}

type Share = 'instructorShare' | 'memberShare';
type SettingsInput = Omit<Settings, Share> & { [share in Share]?: number | undefined };

/** A share that is left out stays as it is. */
export async function updateSettings(
  ctx: AppContext,
  viewer: Viewer,
  input: SettingsInput,
): Promise<Settings> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockSettings(tx);
    const after = {
      ...input,
      instructorShare: input.instructorShare ?? before.instructorShare,
      memberShare: input.memberShare ?? before.memberShare,
      siteName: input.siteName.normalize('NFC'),
    };
    if (after.isTwoFactorRequired && !before.isTwoFactorRequired && !viewer.hasTwoFactor) {
      throw new AppError(
        'conflict',
        'Set up two-factor sign-in for your own account first. Otherwise you would lock yourself out.',
      );
    }
    const names = (Object.keys(before) as (keyof Settings)[]).filter((name) => before[name] !== after[name]);
    // Saved as they were: an admin has looked at them and agrees.
    await updateSettingsRow(tx, { ...after, savedAt: ctx.clock.now() });
    if (names.length === 0) return before;
    const changed = (settings: Settings) => Object.fromEntries(names.map((name) => [name, settings[name]]));
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'settings.update',
      subject: ['settings', 1],
      details: { before: changed(before), after: changed(after) },
    });
    return after;
  });
}

/** Stored in the database so that every server uses the same key; created at first use. */
export async function getSigningKey({ db }: { db: DbOrTx }, purpose: string): Promise<Buffer> {
  const found = await findSigningKey(db, { purpose });
  if (found) return found;
  await insertSigningKey(db, { purpose, key: randomBytes(32) });
  const created = await findSigningKey(db, { purpose });
  if (!created) throw new Error(`The signing key for ${purpose} could not be stored.`);
  return created;
}
