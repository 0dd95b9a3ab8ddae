// Failed sign-ins: recorded for the user to see, and reported by email when someone is guessing the password. The limits
// on attempts are in sign-in.service.ts.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { listSessionRows } from '#server/platform/session.queries.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { lockActiveUser } from '#server/platform/user.queries.ts';
import type { FailedSignIns } from '#shared/features/account/account.schema.ts';
import {
  claimWarning,
  insertFailedSignIn,
  listFailedSignInRows,
  type FailedSignIn,
} from './account.queries.ts';
import { deviceName } from './session.service.ts';

/** This many in a day from unknown devices are no typos. */
export const FAILED_SIGN_IN_WARNING_COUNT = 20;
const DAYS_SHOWN = 14;
/** Strangers cause these emails, so there is at most one a day. */
const WARNING_PAUSE_MS = 86_400_000;
const NOBODY = 0;

/** Does the same work for names nobody has, so that the response time doesn't reveal which names exist. */
export async function recordFailedSignIn(ctx: AppContext, attempt: FailedSignIn): Promise<void> {
  const total = await insertFailedSignIn(ctx.db, { ...attempt, now: ctx.clock.now() });
  if (attempt.isKnownDevice || total !== FAILED_SIGN_IN_WARNING_COUNT) return;
  await ctx.jobs.send(ctx.db, warnAboutFailedSignInsJob, { userId: attempt.userId ?? NOBODY });
}

export const warnAboutFailedSignInsJob = defineJob({
  name: 'account.warn-about-failed-sign-ins',
  data: z.object({ userId: z.int() }),
  afterRestore: 'forget',
  run: (ctx, { userId }) => warnAboutFailedSignIns(ctx, userId),
});

/** Only to confirmed addresses: registering with someone's address must not be a way to send them email. */
async function warnAboutFailedSignIns(ctx: AppContext, userId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockActiveUser(tx, { id: userId });
    if (!user?.isEmailVerified) return;
    const now = ctx.clock.now();
    const since = new Date(now.getTime() - WARNING_PAUSE_MS);
    const attempts = await claimWarning(tx, { userId, now, since });
    if (!attempts) return;
    const { firstAt, failedCount, blockedCount, addresses } = attempts;
    const sessions = await listSessionRows(tx, { userId, now });
    const { siteName, supportEmail } = await getSettings({ db: tx });
    const { publicUrl } = ctx.config;
    await queueMail(ctx, tx, {
      kind: 'account-security',
      to: user.email,
      link: '/profile/security',
      subject: `Failed sign-in attempts on your ${siteName} account`,
      text: [
        'Hi,',
        `Since ${formatTime(firstAt)} someone has been trying passwords on your account: ${failedCount + blockedCount} attempts so far, from about ${addresses} different ${addresses === 1 ? 'address' : 'addresses'}. We reject most of them without checking the password.`,
        describeSignIns(sessions.filter(({ createdAt }) => createdAt >= firstAt)),
        `While this goes on, we may refuse your password in a browser you haven’t used here before. You can always sign in with a link we email you:\n${publicUrl}/sign-in-link`,
        `To make your account safer, choose a long password that you use nowhere else, and set up an authenticator app. You can do both on the Security page of your profile:\n${publicUrl}/profile/security`,
        `If you can’t sign in, email ${supportEmail}. We send this email at most once a day.`,
      ].join('\n\n'),
    });
  });
}

function describeSignIns(signIns: readonly { userAgent: string; createdAt: Date }[]): string {
  if (signIns.length === 0) {
    return 'None of these attempts had the right password, and nobody has signed in to your account since they started.';
  }
  const list = signIns.map(
    ({ userAgent, createdAt }) => `${deviceName(userAgent)}, ${formatTime(createdAt)}`,
  );
  return `None of these attempts had the right password. Since they started, someone has signed in to your account from:\n${list.join('\n')}\nIf it wasn’t you, choose a new password now.`;
}

function formatTime(time: Date): string {
  const day = time.toLocaleDateString('en-US', { timeZone: 'UTC', day: 'numeric', month: 'long' });
  return `${day}, ${time.toISOString().slice(11, 16)} UTC`;
}

export async function listFailedSignIns(ctx: AppContext, { id }: { id: number }): Promise<FailedSignIns[]> {
  const rows = await listFailedSignInRows(ctx.db, { userId: id, limit: DAYS_SHOWN });
  return rows.map(({ day, failedCount, blockedCount, addresses, knownDeviceCount, lastAt }) => ({
    day,
    tries: failedCount + blockedCount,
    refused: blockedCount,
    addresses,
    fromKnown: knownDeviceCount,
    lastAt: lastAt.toISOString(),
  }));
}
