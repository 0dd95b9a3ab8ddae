// Emails members what they haven't read while they were away: one email per conversation, with all new messages.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import { claimMailQuota, queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import {
  listAwayMembers,
  listUnreadRows,
  lockAwayMember,
  markAllMailed,
  updateMailedSeq,
  type AwayMember,
  type AwayTimes,
} from './message-mail.queries.ts';
import { listMemberRows } from './message.queries.ts';
import { nameOf } from './message.service.ts';

const MINUTE_MS = 60_000;
/** So that several messages in a row are one email, and someone who is reading gets none. */
export const WAIT_MINUTES = 10;
/** A connected browser says so every minute (live-streams.ts). */
const CONNECTED_MINUTES = 3;
/** Older ones are skipped, so that a server that was down for long doesn't email everyone at once. */
const TOO_LATE_DAYS = 3;
const AT_ONCE = 200;
const MOST_MESSAGES = 10;
const LONGEST_TEXT = 1000;

async function sendMessageMails(ctx: AppContext): Promise<void> {
  const minutesAgo = (minutes: number) => new Date(ctx.clock.now().getTime() - minutes * MINUTE_MS);
  const times = {
    since: minutesAgo(TOO_LATE_DAYS * 24 * 60),
    waitingSince: minutesAgo(WAIT_MINUTES),
    connectedBefore: minutesAgo(CONNECTED_MINUTES),
  };
  for (const member of await listAwayMembers(ctx.db, times, { limit: AT_ONCE })) {
    await inTransaction(ctx.db, (tx) => mailMember(ctx, tx, member, times));
  }
}

async function mailMember(ctx: AppContext, tx: Tx, member: AwayMember, times: AwayTimes): Promise<void> {
  const away = await lockAwayMember(tx, times, member);
  if (!away) return;
  const { conversationId, userId, email, firstName } = away;
  const rows = await listUnreadRows(tx, away);
  const last = rows.at(-1);
  // Once they've had enough for now, the next email has what was left out.
  if (!last || !(await claimMailQuota(ctx, tx, { to: email, kind: 'new-message' }))) return;
  await updateMailedSeq(tx, { conversationId, userId, seq: last.seq });
  const people = await listMemberRows(tx, { conversationIds: [conversationId] });
  const names = new Map(people.map((person) => [person.id, lineForMail(nameOf(person))]));
  const nameOfSender = (senderId: number | null) => names.get(senderId ?? 0) ?? 'A former member';
  const senders = [...new Set(rows.map(({ senderId }) => nameOfSender(senderId)))].join(', ');
  const { siteName } = await getSettings({ db: tx });
  const shown = rows.slice(0, MOST_MESSAGES);
  const path = `/messages/${conversationId}`;
  await queueMail(ctx, tx, {
    kind: 'new-message',
    to: email,
    userId,
    key: `conversation ${conversationId}, message ${last.seq}`,
    link: path,
    about: { type: 'conversation', id: conversationId, title: senders },
    subject: (rows.length === 1
      ? `New message from ${senders}`
      : `${rows.length} new messages from ${senders}`
    ).slice(0, 200),
    text: [
      `Hi ${lineForMail(firstName) || 'there'},`,
      ...shown.map(({ senderId, text, files }) => `${nameOfSender(senderId)}:\n${toQuote(text, files)}`),
      ...(rows.length > shown.length ? [`And ${rows.length - shown.length} more.`] : []),
      `Reply here:\n${ctx.config.publicUrl}${path}`,
      siteName,
    ].join('\n\n'),
  });
}

/** Marked line by line, so that nobody can write something that looks like it comes from us. */
function toQuote(text: string, files: number): string {
  const shortened = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).toWellFormed()}…` : text;
  const attached = files > 0 ? [files === 1 ? '(with a file)' : `(with ${files} files)`] : [];
  const lines = shortened === '' ? [] : shortened.split('\n');
  return [...lines, ...attached].map((line) => `> ${line}`).join('\n');
}

/** Two processes at once send one email: the member's row is locked while it is written. */
export const sendMessageMailsJob = defineJob({
  name: 'message.send-mails',
  data: z.object({}),
  cron: '* * * * *',
  run: (ctx) => sendMessageMails(ctx),
});

/** After a restore: the original site may have sent these since the backup. */
export function holdMessageMails(db: DbOrTx): Promise<void> {
  return markAllMailed(db);
}
