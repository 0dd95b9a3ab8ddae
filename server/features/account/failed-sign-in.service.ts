// Failed tries to sign in: counted for the owner to see, who is written to when someone is guessing the password.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import type { FailedSignIns } from '#shared/features/account/security.contract.ts';
import { lockPerson } from './credential.queries.ts';
import { deviceName } from './device-name.ts';
import {
  addFailedSignIn,
  claimWarning,
  readFailedSignIns,
  type FailedTry,
} from './failed-sign-in.queries.ts';
import { listSessionsOf } from '#server/platform/session.queries.ts';

/** As many in a day, from places the owner never signed in from, are no slip of the finger. */
export const GUESSES_IN_A_WAVE = 20;
const DAYS_SHOWN = 14;
/** Strangers cause these mails: never more than one a day. */
const PAUSE_MS = 86_400_000;
const NOBODY = 0;

/** The same work for names nobody has: the time it takes must not tell which names exist. */
export async function recordFailedSignIn(ctx: AppContext, tried: FailedTry): Promise<void> {
  const total = await addFailedSignIn(ctx.db, { ...tried, now: ctx.clock.now() });
  if (tried.isKnown || total !== GUESSES_IN_A_WAVE) return;
  await ctx.jobs.send(ctx.db, warnOfGuessingJob, { userId: tried.userId ?? NOBODY });
}

export const warnOfGuessingJob = defineJob({
  name: 'account.warn-of-guessing',
  data: z.object({ userId: z.int() }),
  afterRestore: 'forget',
  run: (ctx, { userId }) => warnOfGuessing(ctx, userId),
});

/** Only to a confirmed address: an account opened with somebody's address is no way to send them mails. */
async function warnOfGuessing(ctx: AppContext, userId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const person = await lockPerson(tx, { userId });
    if (!person?.isEmailVerified) return;
    const now = ctx.clock.now();
    const tries = await claimWarning(tx, { userId, now, since: new Date(now.getTime() - PAUSE_MS) });
    if (!tries) return;
    const sessions = await listSessionsOf(tx, { userId, now });
    const { siteName, supportEmail } = await getSettings({ db: tx });
    const { publicUrl } = ctx.config;
    await queueMail(ctx, tx, {
      to: person.email,
      subject: `Someone is trying to guess your password at ${siteName}`,
      text: [
        'Hello,',
        `since ${inWords(tries.firstAt)} someone has been trying passwords at your account: ${tries.wrong + tries.refused} tries so far, from about ${tries.addresses} different ${tries.addresses === 1 ? 'address' : 'addresses'}. We turn most of them away without looking at the password.`,
        signInsText(sessions.filter(({ createdAt }) => createdAt >= tries.firstAt)),
        `While this lasts, your password may be refused in a browser you have not used here before. You can always get in with a link we mail you:\n${publicUrl}/sign-in-link`,
        `To be safer still, use a long password that you use nowhere else, and set up an authenticator app. Both are on the Security page of your profile:\n${publicUrl}/profile/security`,
        `If you cannot get in, write to ${supportEmail}. We send this mail at most once a day, however long it goes on.`,
      ].join('\n\n'),
    });
  });
}

type SignIn = { userAgent: string; createdAt: Date };

function signInsText(signIns: readonly SignIn[]): string {
  if (signIns.length === 0) {
    return 'None of these tries had the right password, and nobody has signed in to your account since they began.';
  }
  const list = signIns.map(({ userAgent, createdAt }) => `${deviceName(userAgent)}, ${inWords(createdAt)}`);
  return `None of these tries had the right password. Since they began, your account was signed in to from:\n${list.join('\n')}\nIf that was not you, choose a new password now.`;
}

function inWords(time: Date): string {
  const day = time.toLocaleDateString('en-US', { timeZone: 'UTC', day: 'numeric', month: 'long' });
  return `${day}, ${time.toISOString().slice(11, 16)} UTC`;
}

export async function listFailedSignIns(ctx: AppContext, { id }: { id: number }): Promise<FailedSignIns[]> {
  const rows = await readFailedSignIns(ctx.db, { userId: id });
  return rows.slice(0, DAYS_SHOWN).map(({ day, wrong, refused, addresses, fromKnown, lastAt }) => ({
    day,
    tries: wrong + refused,
    refused,
    addresses,
    fromKnown,
    lastAt: lastAt.toISOString(),
  }));
}
