// Email: queued in the transaction that causes it, sent by a job afterwards, exactly once as far as SMTP allows.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { createMailer, MailRefusedError } from '#server/integrations/mail.ts';
import { defineJob } from '#server/jobs/job.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { textForMail } from '#shared/line-of-text.ts';
import {
  claimMail,
  countLimitedMails,
  holdUnsentMails,
  insertLimitedMail,
  insertMail,
  isMailWaiting,
  lockMailLimit,
  markMailSent,
  recordMailFailure,
} from './mail.queries.ts';
import { getSettings } from './settings.service.ts';

/** Longer than one delivery may take (see the mailer's deadline), so that a live worker never loses its claim. */
const CLAIM_SECONDS = 120;

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** One-click unsubscribe, for emails users can opt out of. */
  unsubscribeUrl?: string;
};

/** One address, with nothing that could start a second header or add a second recipient. */
const ADDRESS = /^[^\s\p{Cc}<>()[\],;:"\\@]+@[^\s\p{Cc}<>()[\],;:"\\@]+$/u;
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;

/** The email exists if and only if `tx` commits; it is sent soon after. */
export async function queueMail(ctx: AppContext, tx: Tx, mail: Mail): Promise<void> {
  if (mail.to.length > 254 || !ADDRESS.test(mail.to)) {
    throw new AppError('unprocessable', "We can't send email to this address. Please check it.");
  }
  if (mail.subject.length > 300 || !ONE_LINE.test(mail.subject)) {
    throw new AppError('unprocessable', 'The subject of an email is one line of at most 300 characters.');
  }
  const { to, html, unsubscribeUrl } = mail;
  // Names, titles and reasons are user input: strip control and text-direction characters.
  const [subject, text] = [textForMail(mail.subject), textForMail(mail.text)];
  const createdAt = ctx.clock.now();
  const { id } = await insertMail(tx, { to, subject, text, html, unsubscribeUrl, createdAt });
  // Without an SMTP server there is nothing to send; admins read the outbox.
  if (ctx.config.smtpUrl) await ctx.jobs.send(tx, deliverMailJob, { id });
}

/**
 * After a restore: emails that were unsent in the backup may have been sent since by the original site. Staff review them
 * and send those that didn't arrive. Returns how many there are.
 */
export function holdMails(db: DbOrTx, at: Date): Promise<number> {
  return holdUnsentMails(db, { at });
}

async function deliverMail(ctx: AppContext, id: string): Promise<void> {
  const mailer = createMailer(ctx.config);
  if (!mailer) return;
  const mail = await claimMail(ctx.db, { id, seconds: CLAIM_SECONDS });
  if (!mail) {
    // Either it was sent, or another worker has claimed it. In that case check again later, in case that worker dies.
    if (await isMailWaiting(ctx.db, { id })) throw new Error('The mail is being sent by another worker');
    return;
  }
  const from = ctx.config.mailFrom ?? (await getSiteAddress(ctx));
  const failure = await mailer.deliver({ ...mail, from }).then(() => null, toError);
  if (failure) {
    await recordMailFailure(ctx.db, { id, error: failure.message.slice(0, 500) });
    // The recipient's server rejected it for good, so retrying won't help. The outbox shows why.
    if (failure instanceof MailRefusedError) return;
    // Without the cause: it may name the recipient, and errors thrown by jobs are logged.
    throw new Error('The mail could not be delivered');
  }
  await markMailSent(ctx.db, { id, at: ctx.clock.now() });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('unknown');
}

async function getSiteAddress(ctx: AppContext): Promise<{ name: string; address: string }> {
  const { siteName, supportEmail } = await getSettings(ctx);
  return { name: siteName, address: supportEmail };
}

export const deliverMailJob = defineJob({
  name: 'mail.deliver',
  data: z.object({ id: z.uuid() }),
  retryLimit: 12,
  retryDelay: 20,
  concurrency: 2,
  // After a restore the outbox itself holds unsent emails.
  afterRestore: 'forget',
  run: (ctx, { id }) => deliverMail(ctx, id),
});

/**
 * Emails that strangers can trigger are limited per recipient and kind, whatever addresses the requests come from. Kinds
 * not listed here are caused by the reader or by staff. Sign-in links have their own limit (sign-in.service.ts): one that
 * strangers could use up would lock the owner out.
 */
export const MAIL_LIMITS = {
  'order-links': { perHour: 3, perDay: 10 },
  'confirm-address': { perHour: 5, perDay: 10 },
  // Counted separately: strangers who change their address to someone else's must not use up that user's confirmations.
  'change-address': { perHour: 5, perDay: 10 },
  'reset-password': { perHour: 5, perDay: 10 },
  'free-order': { perHour: 5, perDay: 20 },
  'seat-offer': { perHour: 10, perDay: 20 },
  'seat-ended': { perHour: 10, perDay: 20 },
  'new-version': { perHour: 10, perDay: 30 },
} as const;
export type MailKind = keyof typeof MAIL_LIMITS;

const HOUR_MS = 3_600_000;

/** `anna+one@` and `anna+two@` are the same mailbox. */
export function recipientKey(address: string): string {
  const [, local = '', domain = ''] = /^([^@]*)@(.*)$/.exec(identityKey(address)) ?? [];
  return `${local.replace(/(?<=.)\+.*/, '')}@${domain}`;
}

/**
 * Counts one email. False means this recipient has had enough of them and it must not be sent; the caller isn't told,
 * because that would reveal whether the address is known. Call it before creating a link: a new link replaces the one
 * emailed before.
 */
export async function claimMailQuota(
  ctx: AppContext,
  tx: Tx,
  { to, kind }: { to: string; kind: MailKind },
): Promise<boolean> {
  const keyHash = createHash('sha256')
    .update(`${kind} ${recipientKey(to)}`)
    .digest('hex');
  const createdAt = ctx.clock.now();
  const since = (milliseconds: number) => new Date(createdAt.getTime() - milliseconds);
  const { perHour, perDay } = MAIL_LIMITS[kind];
  await lockMailLimit(tx, { keyHash });
  if ((await countLimitedMails(tx, { keyHash, since: since(HOUR_MS) })) >= perHour) return false;
  if ((await countLimitedMails(tx, { keyHash, since: since(24 * HOUR_MS) })) >= perDay) return false;
  await insertLimitedMail(tx, { keyHash, createdAt });
  return true;
}
