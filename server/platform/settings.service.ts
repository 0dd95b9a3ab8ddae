// The settings of the site, as admins change them.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from './session.service.ts';
import { AppError } from '#shared/errors.ts';
import { recordAudit } from './audit.service.ts';
import { lockSettings, writeSettings, type Settings } from '#server/features/site/site.queries.ts';

export async function changeSettings(ctx: AppContext, viewer: Viewer, wanted: Settings): Promise<Settings> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockSettings(tx);
    const after = { ...wanted, siteName: wanted.siteName.normalize('NFC') };
    if (after.isTwoFactorRequired && !before.isTwoFactorRequired && !viewer.hasTwoFactor) {
      throw new AppError(
        'conflict',
        'Set up two-factor sign-in for yourself first, or you would lock yourself out.',
      );
    }
    const names = (Object.keys(before) as (keyof Settings)[]).filter((name) => before[name] !== after[name]);
    if (names.length === 0) return before;
    const only = (settings: Settings) => Object.fromEntries(names.map((name) => [name, settings[name]]));
    await writeSettings(tx, after);
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'settings.update',
      subject: ['settings', 1],
      details: { before: only(before), after: only(after) },
    });
    return after;
  });
}
