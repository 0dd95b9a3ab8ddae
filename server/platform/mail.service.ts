// Email: queued in the transaction that causes it, sent by a job afterwards, exactly once as far as SMTP allows.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { createMailer, MailRefusedError } from '#server/integrations/mail.ts';
import { defineJob } from '#server/jobs/job.ts';
import { AppError } from '#shared/errors.ts';
import type { NotificationKind } from '#shared/features/notification/notification.rules.ts';
import { textForMail } from '#shared/line-of-text.ts';
import {
  claimMail,
  countLimitedMails,
  holdUnsentMails,
  insertLimitedMails,
  insertMails,
  isMailWaiting,
  lockMailLimits,
  markMailSent,
  recordMailFailure,
} from './mail.queries.ts';
import {
  notificationValue,
  recipientKey,
  recordNotifications,
  unsubscribeUrls,
  type Notification,
} from './notification.service.ts';
import { getSettings } from './settings.service.ts';

/** Longer than one delivery may take (see the mailer's deadline), so that a live worker never loses its claim. */
const CLAIM_SECONDS = 120;

export type Mail = Pick<Notification, 'link' | 'about' | 'key'> & {
  /** Decides whether the email can be turned off, and whether the recipient's bell shows it too. */
  kind: NotificationKind;
  to: string;
  /** The recipient, if it isn't the account with this address. */
  userId?: number | undefined;
  /** Also the title in the bell. */
  subject: string;
  text: string;
  html?: string;
  /** An invitation in iCalendar format. */
  calendar?: string;
};

/** One address, with nothing that could start a second header or add a second recipient. */
const ADDRESS = /^[^\s\p{Cc}<>()[\],;:"\\@]+@[^\s\p{Cc}<>()[\],;:"\\@]+$/u;
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;

/** The email exists if and only if `tx` commits; it is sent soon after, unless the recipient turned off its kind. */
export function queueMail(ctx: AppContext, tx: Tx, mail: Mail): Promise<void> {
  return queueMails(ctx, tx, [mail]);
}

/** Several at once, such as invitations for a whole class. */
export async function queueMails(ctx: AppContext, tx: Tx, mails: readonly Mail[]): Promise<void> {
  for (const mail of mails) requireSendable(mail);
  const recorded = await recordNotifications(
    ctx,
    tx,
    mails.map(({ to, subject, ...mail }) => ({ ...mail, email: to, title: subject })),
  );
  const wanted = mails.flatMap((mail, at) => {
    const { isMailed = false, userId = null } = recorded[at] ?? {};
    return isMailed ? [{ ...mail, userId }] : [];
  });
  const urls = await unsubscribeUrls(ctx, tx, wanted);
  const ids = await insertMails(
    tx,
    wanted.map((mail, at) => toNewMail(ctx, mail, urls[at] ?? null)),
  );
  for (const id of ids) await sendMail(ctx, tx, id);
}

export { insertMailSql } from './mail.queries.ts';

/** The values of `insertMailSql`. */
export type PreparedMail = { mail: string; notification: string | null };

export function prepareMail(ctx: AppContext, mail: Mail): PreparedMail {
  requireSendable(mail);
  const { subject, userId } = mail;
  return {
    mail: JSON.stringify(toNewMail(ctx, { ...mail, userId: userId ?? null }, null)),
    notification: userId === undefined ? null : notificationValue({ ...mail, userId, title: subject }),
  };
}

export const mailValues = (prepared: PreparedMail | null) => prepared ?? { mail: null, notification: null };

/** Without an SMTP server there is nothing to send; admins read the outbox. */
export async function sendMail(ctx: AppContext, db: DbOrTx, id: string): Promise<void> {
  if (ctx.config.smtpUrl) await ctx.jobs.send(db, deliverMailJob, { id });
}

function requireSendable({ to, subject }: Mail): void {
  if (to.length > 254 || !ADDRESS.test(to)) {
    throw new AppError('unprocessable', 'We can’t send email to this address. Check the spelling.');
  }
  if (subject.length > 300 || !ONE_LINE.test(subject)) {
    throw new AppError('unprocessable', 'The subject of an email is one line of at most 300 characters.');
  }
}

type WantedMail = Omit<Mail, 'userId'> & { userId: number | null };

function toNewMail(ctx: AppContext, mail: WantedMail, unsubscribeUrl: string | null) {
  const { to, userId, subject, text, html, calendar } = mail;
  const settingsUrl = `${ctx.config.publicUrl}/notifications#settings`;
  const footer = [
    ...(unsubscribeUrl === null ? [] : [`Turn off emails like this:\n${unsubscribeUrl}`]),
    ...(unsubscribeUrl === null || userId === null ? [] : [`Choose what we email you:\n${settingsUrl}`]),
  ];
  return {
    to,
    // Names, titles and reasons are user input: strip control and text-direction characters.
    subject: textForMail(subject),
    text: [textForMail(text), ...footer].join('\n\n'),
    html,
    unsubscribeUrl: unsubscribeUrl ?? undefined,
    calendar,
    createdAt: ctx.clock.now(),
  };
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
  // To the address of a paid order, for anyone who has its key.
  'start-link': { perHour: 5, perDay: 10 },
  'confirm-address': { perHour: 5, perDay: 10 },
  // Counted separately: strangers who change their address to someone else's must not use up that user's confirmations.
  'change-address': { perHour: 5, perDay: 10 },
  'reset-password': { perHour: 5, perDay: 10 },
  'free-order': { perHour: 5, perDay: 20 },
  'seat-offer': { perHour: 10, perDay: 20 },
  'seat-ended': { perHour: 10, perDay: 20 },
  'new-version': { perHour: 10, perDay: 30 },
  // Whatever course they are for: any instructor can name any address.
  'course-invitation': { perHour: 3, perDay: 5 },
  'course-added': { perHour: 5, perDay: 10 },
  // Each says how many are waiting, so one an hour is enough.
  'new-question': { perHour: 1, perDay: 6 },
  'new-answer': { perHour: 5, perDay: 15 },
  // Each has everything that is unread in a conversation.
  'new-message': { perHour: 6, perDay: 30 },
  // From every instructor and seller together.
  announcement: { perHour: 5, perDay: 10 },
  // Anyone can name any address on /contact; later emails are answers by staff.
  contact: { perHour: 3, perDay: 10 },
} as const;
export type MailKind = keyof typeof MAIL_LIMITS;

const HOUR_MS = 3_600_000;

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
  return (await claimMailQuotas(ctx, tx, { to: [to], kind })).get(to) === 'claimed';
}

export type MailQuota = 'claimed' | 'recipient had enough' | 'sender had enough';
type Sender = { userId: number; perDay: number };

/** Counts an email to each of them, and for a sender all of them together; what isn't claimed must not be sent. */
export async function claimMailQuotas(
  ctx: AppContext,
  tx: Tx,
  { to, kind, sender }: { to: readonly string[]; kind: MailKind; sender?: Sender },
): Promise<Map<string, MailQuota>> {
  const createdAt = ctx.clock.now();
  const keys = new Map(to.map((address) => [address, hashKey(`${kind} ${recipientKey(address)}`)]));
  const senderKeys = sender ? [hashKey(`sender ${sender.userId}`)] : [];
  const keyHashes = [...keys.values(), ...senderKeys];
  await lockMailLimits(tx, { keyHashes });
  const hourAgo = new Date(createdAt.getTime() - HOUR_MS);
  const dayAgo = new Date(createdAt.getTime() - 24 * HOUR_MS);
  const counts = await countLimitedMails(tx, { keyHashes, hourAgo, dayAgo });
  const sent = new Map(counts.map(({ keyHash, inHour, inDay }) => [keyHash, { inHour, inDay }]));
  const take = (keyHash: string, { perHour, perDay }: { perHour: number; perDay: number }): boolean => {
    const { inHour, inDay } = sent.get(keyHash) ?? { inHour: 0, inDay: 0 };
    sent.set(keyHash, { inHour: inHour + 1, inDay: inDay + 1 });
    return inHour < perHour && inDay < perDay;
  };
  const isSenderFree = () =>
    senderKeys.every((key) => take(key, { perHour: Infinity, perDay: sender?.perDay ?? 0 }));
  const quotas = new Map<string, MailQuota>();
  const claimed: string[] = [];
  for (const [address, keyHash] of keys) {
    if (!take(keyHash, MAIL_LIMITS[kind])) quotas.set(address, 'recipient had enough');
    else if (!isSenderFree()) quotas.set(address, 'sender had enough');
    else {
      quotas.set(address, 'claimed');
      claimed.push(keyHash, ...senderKeys);
    }
  }
  await insertLimitedMails(
    tx,
    claimed.map((keyHash) => ({ keyHash, createdAt })),
  );
  return quotas;
}

const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');
