// A person's own data: all of it as a file, and all of it gone.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { tidyOwnCoverJob } from '#server/features/cover/own-cover.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import { DEFAULT_CURRENCY, formatCents } from '#shared/money.ts';
import { sumOwed } from './privacy-payouts.queries.ts';
import { ACCOUNT_PARTS, type Whose } from './privacy-registry.ts';
import { takePicturesOff } from './privacy-selling.queries.ts';
import { keepOneAdmin } from '#server/features/user-admin/admin-guard.service.ts';
import { removeAvatarFile, scheduleAvatarRemoval } from '#server/features/profile/avatar.service.ts';
import { lockProven, provePassword } from '#server/features/account/own-password.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';

/** All parts as they were at one moment. */
export async function exportAccount(ctx: AppContext, viewer: Viewer): Promise<Record<string, unknown>> {
  const exportedAt = ctx.clock.now().toISOString();
  const whose: Whose = { userId: viewer.id, email: viewer.email };
  return inTransaction(
    ctx.db,
    async (tx) => {
      const file: Record<string, unknown> = { exportedAt };
      for (const part of ACCOUNT_PARTS) file[part.name] = await part.collect(tx, whose);
      return file;
    },
    { isolation: 'repeatable read' },
  );
}

/** The account's row stays, because records of others refer to it; the person goes. */
export async function deleteAccount(
  ctx: AppContext,
  viewer: Viewer,
  { password }: { password: string },
): Promise<void> {
  const proof = await provePassword(ctx, viewer, password);
  const picture = await inTransaction(ctx.db, async (tx) => {
    const { id: userId, email, roles, profileImageUrl } = await lockProven(tx, proof);
    const now = ctx.clock.now();
    await refuseWhileOwed(tx, userId);
    await letGoOfPictures(ctx, tx, { userId, now });
    for (const part of ACCOUNT_PARTS) await part.erase?.(tx, { userId, email, now });
    if (roles.includes('admin')) await keepOneAdmin(tx);
    await recordAudit(ctx, tx, {
      actor: { id: userId },
      action: 'account.delete',
      subject: ['user', userId],
      userId,
    });
    await scheduleAvatarRemoval(ctx, tx, profileImageUrl);
    await queueFarewell(ctx, tx, email);
    return profileImageUrl;
  });
  await removeAvatarFile(ctx, picture);
}

/** With the account the way to their bank is forgotten: nobody could pay them any more. */
async function refuseWhileOwed(tx: Tx, userId: number): Promise<void> {
  const { owedCents, sentCents } = await sumOwed(tx, { userId });
  if (owedCents <= 0 && sentCents <= 0) return;
  const sum = formatCents(Math.max(owedCents, 0) + sentCents, DEFAULT_CURRENCY);
  const { supportEmail } = await getSettings({ db: tx });
  throw new AppError(
    'conflict',
    `${sum} from your sales have not reached your bank yet. Delete your account once they are paid out (see Seller Payments), or write to ${supportEmail}.`,
  );
}

/** The banner of their shop and the covers they made; each file goes once nothing shows it. */
async function letGoOfPictures(ctx: AppContext, tx: Tx, whose: { userId: number; now: Date }): Promise<void> {
  for (const key of await takePicturesOff(tx, whose)) await ctx.jobs.send(tx, tidyOwnCoverJob, { key });
}

/** Without the name: it is the last thing kept of them, until old mails are removed. */
async function queueFarewell(ctx: AppContext, tx: Tx, email: string): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    to: email,
    subject: `Your account at ${siteName} is deleted`,
    text: [
      'Hello,',
      `your account at ${siteName} was deleted just now, as you asked, and with it everything we knew about you. What others still need, such as records of purchases, stays without your name.`,
      `If it was not you, write to ${supportEmail} soon.`,
      'We were glad to have you with us.',
    ].join('\n\n'),
  });
}
