// The weekly digest: on Monday morning, by the user's clock, what they haven't read. Nothing if there is nothing.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import { daysAfter } from '#server/clock.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import {
  insertDigest,
  insertDigestsOfAll,
  listDigestReaders,
  listUnreadSince,
  type DigestReader,
} from '#server/platform/notification.queries.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { titleOfGroup } from '#shared/features/notification/notification.rules.ts';
import { lineForMail } from '#shared/line-of-text.ts';

const AT_ONCE = 100;
const MOST_LINES = 20;
const WEEK_DAYS = 7;

async function sendDigests(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  const since = daysAfter(now, -WEEK_DAYS);
  for (let after = 0; ;) {
    const readers = await listDigestReaders(ctx.db, { now, since, after, limit: AT_ONCE });
    for (const reader of readers) await inTransaction(ctx.db, (tx) => sendDigest(ctx, tx, reader, since));
    const last = readers.at(-1);
    if (!last || readers.length < AT_ONCE) return;
    after = last.userId;
  }
}

async function sendDigest(ctx: AppContext, tx: Tx, reader: DigestReader, since: Date): Promise<void> {
  const { userId, week, email, firstName } = reader;
  if (!(await insertDigest(tx, { userId, week }))) return;
  const unread = await listUnreadSince(tx, { userId, since });
  if (unread.length === 0) return;
  const { siteName } = await getSettings({ db: tx });
  const { publicUrl } = ctx.config;
  const lines = unread.slice(0, MOST_LINES).map(({ kind, link, objectTitle: about, ...row }) => {
    const title = lineForMail(titleOfGroup(kind, { ...row, about }));
    return link ? `${title}\n${publicUrl}${link}` : title;
  });
  await queueMail(ctx, tx, {
    kind: 'weekly-digest',
    to: email,
    userId,
    subject: `Your week at ${siteName}: ${unread.length} unread`,
    text: [
      `Hi ${lineForMail(firstName) || 'there'},`,
      'This is what you haven’t read since last Monday:',
      ...lines,
      ...(unread.length > MOST_LINES ? [`And ${unread.length - MOST_LINES} more.`] : []),
      `All your notifications:\n${publicUrl}/notifications`,
      siteName,
    ].join('\n\n'),
  });
}

/** Every hour: Monday morning comes at another time in every time zone. */
export const sendWeeklyDigestsJob = defineJob({
  name: 'notification.send-digests',
  data: z.object({}),
  cron: '5 * * * *',
  run: (ctx) => sendDigests(ctx),
});

/** After a restore: the original site may have sent this week's since the backup. */
export function holdWeeklyDigests(db: DbOrTx, now: Date): Promise<void> {
  return insertDigestsOfAll(db, { now });
}
