// Sends an announcement: a batch of its audience per transaction, each person once, in the bell and by email.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getPerson, listUnknownMinors } from '#server/features/message/message.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { claimMailQuotas, queueMails } from '#server/platform/mail.service.ts';
import { notifyUsers } from '#server/platform/notification.service.ts';
import { AUDIENCE_KINDS, formatRelation } from '#shared/features/announcement/announcement.rules.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import {
  insertRecipients,
  listReaders,
  lockAnnouncement,
  updateProgress,
  type Reader,
} from './announcement.queries.ts';

const AT_ONCE = 100;

/** True if there may be more to send. */
async function sendBatch(ctx: AppContext, tx: Tx, id: number): Promise<boolean> {
  const announcement = await lockAnnouncement(tx, { id });
  if (announcement?.state !== 'sending') return false;
  const { reachedUserId: after } = announcement;
  const found = await listReaders(tx, announcement, { now: ctx.clock.now(), after, limit: AT_ONCE });
  const meant = await withoutUnknownMinors(tx, announcement, found);
  const added = await insertRecipients(tx, { announcementId: id, userIds: meant.map((reader) => reader.id) });
  await updateProgress(tx, {
    id,
    added: added.size,
    reachedUserId: found.at(-1)?.id ?? after,
    state: found.length < AT_ONCE ? 'sent' : 'sending',
  });
  await tellReaders(
    ctx,
    tx,
    announcement,
    meant.filter((reader) => added.has(reader.id)),
  );
  return found.length === AT_ONCE;
}

type Announcement = NonNullable<Awaited<ReturnType<typeof lockAnnouncement>>>;

/** Any instructor can add anyone to a course; that doesn't let them write to a minor. */
async function withoutUnknownMinors(
  tx: Tx,
  { audience, senderId }: Announcement,
  found: Reader[],
): Promise<Reader[]> {
  if (audience !== 'students' || found.length === 0) return found;
  const unknown = await listUnknownMinors(tx, { userId: senderId, among: found.map(({ id }) => id) });
  return found.filter(({ id }) => !unknown.includes(id));
}

async function tellReaders(
  ctx: AppContext,
  tx: Tx,
  announcement: Announcement,
  readers: Reader[],
): Promise<void> {
  if (readers.length === 0) return;
  const { id, audience, itemTitle, subject, senderId } = announcement;
  const sender = lineForMail((await getPerson(tx, senderId)).name);
  const title = `${sender}: ${lineForMail(subject)}`;
  const link = `/announcements/${id}`;
  const news = {
    kind: AUDIENCE_KINDS[audience],
    key: `announcement ${id}`,
    link,
    about: { type: 'announcement', id, title: subject },
  };
  const addresses = readers.flatMap(({ email, hasConfirmedEmail }) => (hasConfirmedEmail ? email : []));
  const quotas = await claimMailQuotas(ctx, tx, { to: addresses, kind: 'announcement' });
  const isMailed = ({ email }: Reader) => quotas.get(email) === 'claimed';
  const relation = formatRelation(audience, { itemTitle: itemTitle && lineForMail(itemTitle), sender });
  await queueMails(
    ctx,
    tx,
    readers.filter(isMailed).map(({ id: userId, email, firstName }) => ({
      ...news,
      to: email,
      userId,
      subject: title.slice(0, 200),
      text: [
        `Hi ${lineForMail(firstName) || 'there'},`,
        `${sender} wrote:`,
        toQuote(announcement.text),
        `Read it or write back:\n${ctx.config.publicUrl}${link}`,
        `Why you got this: ${relation}`,
      ].join('\n\n'),
    })),
  );
  const others = readers.filter((reader) => !isMailed(reader)).map((reader) => reader.id);
  await notifyUsers(ctx, tx, { ...news, title, userIds: others });
}

/** Marked line by line, so that nobody can write something that looks like it comes from us. */
const toQuote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

export const sendAnnouncementJob = defineJob({
  name: 'announcement.send',
  data: z.object({ id: z.int() }),
  afterRestore: 'ask staff',
  async run(ctx, { id }) {
    while (await inTransaction(ctx.db, (tx) => sendBatch(ctx, tx, id)));
  },
});
