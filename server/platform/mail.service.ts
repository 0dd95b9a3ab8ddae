// Mail: written into the outbox with its cause, sent by a job afterwards, exactly once as far as SMTP allows.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { createMailer, MailRefusedError } from '#server/integrations/mail.ts';
import { defineJob } from '#server/jobs/job.ts';
import { AppError } from '#shared/errors.ts';
import { textForMail } from '#shared/line-of-text.ts';
import {
  claimMail,
  holdBackUnsentMails,
  insertMail,
  isMailWaiting,
  markMailSent,
  recordMailFailure,
} from './mail.queries.ts';
import { getSettings } from '#server/platform/settings.service.ts';

/** Longer than one delivery may take (see the mailer's deadline), so that a claim is never taken over alive. */
const CLAIM_SECONDS = 120;

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Where one click ends mails of this kind: for those that people can do without. */
  offUrl?: string;
};

/** One address, nothing that could begin a second header or a second recipient. */
const ADDRESS = /^[^\s\p{Cc}<>()[\],;:"\\@]+@[^\s\p{Cc}<>()[\],;:"\\@]+$/u;
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;

/** The mail exists exactly when `tx` commits; it is sent soon after. */
export async function queueMail(ctx: AppContext, tx: Tx, mail: Mail): Promise<void> {
  if (mail.to.length > 254 || !ADDRESS.test(mail.to)) {
    throw new AppError('unprocessable', 'This mail address cannot be written to. Please check it.');
  }
  if (mail.subject.length > 300 || !ONE_LINE.test(mail.subject)) {
    throw new AppError('unprocessable', 'The subject of a mail is one line of at most 300 characters.');
  }
  const { to, html, offUrl } = mail;
  // Whatever a name, a title or a reason held: nothing in a mail turns text around or rings a bell.
  const [subject, text] = [textForMail(mail.subject), textForMail(mail.text)];
  const { id } = await insertMail(tx, { to, subject, text, html, offUrl, createdAt: ctx.clock.now() });
  // Without a server to send it there is nothing to do: admins read it in the outbox.
  if (ctx.config.smtpUrl) await ctx.jobs.send(tx, deliverMailJob, { id });
}

/**
 * After a restore: whatever was unsent when the backup was made may have been sent since by the site it was made of.
 * Staff see these mails and send what did not arrive. Answers how many they are.
 */
export function keepBackMails(db: DbOrTx, at: Date): Promise<number> {
  return holdBackUnsentMails(db, { at });
}

/** Does nothing when the mail was sent already, or when no SMTP server is configured. */
async function deliverMail(ctx: AppContext, id: string): Promise<void> {
  const mailer = createMailer(ctx.config);
  if (!mailer) return;
  const mail = await claimMail(ctx.db, { id, seconds: CLAIM_SECONDS });
  if (!mail) {
    // Sent: done. Claimed by another worker: look again later, in case that one dies.
    if (await isMailWaiting(ctx.db, { id })) throw new Error('The mail is being sent by another worker');
    return;
  }
  const from = ctx.config.mailFrom ?? (await ownAddress(ctx));
  const failure = await mailer.deliver({ ...mail, from }).then(() => null, toError);
  if (failure) {
    await recordMailFailure(ctx.db, { id, error: failure.message.slice(0, 500) });
    // The recipient's server said never: trying again would only annoy it. The outbox shows why.
    if (failure instanceof MailRefusedError) return;
    // Without its cause: that may name the recipient, and what a job throws is logged.
    throw new Error('The mail could not be delivered');
  }
  await markMailSent(ctx.db, { id, at: ctx.clock.now() });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('unknown');
}

async function ownAddress(ctx: AppContext): Promise<{ name: string; address: string }> {
  const { siteName, supportEmail } = await getSettings(ctx);
  return { name: siteName, address: supportEmail };
}

export const deliverMailJob = defineJob({
  name: 'mail.deliver',
  data: z.object({ id: z.uuid() }),
  retryLimit: 12,
  retryDelay: 20,
  concurrency: 2,
  // The outbox itself keeps back what may have been sent.
  afterRestore: 'forget',
  run: (ctx, { id }) => deliverMail(ctx, id),
});
