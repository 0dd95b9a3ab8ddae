// Announcements: writing one, the list of those sent, and reading one received.
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getPerson } from '#server/features/message/message.service.ts';
import { markObjectRead } from '#server/platform/notification.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { lockUser } from '#server/platform/user.queries.ts';
import { AppError } from '#shared/errors.ts';
import type {
  AnnouncementAudience,
  SentAnnouncement,
} from '#shared/features/announcement/announcement.contract.ts';
import {
  formatRecipients,
  MAX_ANNOUNCEMENTS_PER_DAY,
  type Audience,
} from '#shared/features/announcement/announcement.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { sendAnnouncementJob } from './announcement.jobs.ts';
import {
  countAudience,
  countSent,
  findAnnouncement,
  findAudienceItem,
  findSentByKey,
  insertAnnouncement,
  listAudiences,
  listSentRows,
  type SentRow,
} from './announcement.queries.ts';

export async function listAnnouncementAudiences(
  ctx: AppContext,
  viewer: Viewer,
): Promise<{ items: AnnouncementAudience[] }> {
  return { items: await listAudiences(ctx.db, { senderId: viewer.id, now: ctx.clock.now() }) };
}

export async function listOwnAnnouncements(ctx: AppContext, viewer: Viewer, { page }: { page: number }) {
  const senderId = viewer.id;
  const [rows, total] = await Promise.all([
    listSentRows(ctx.db, { senderId, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    countSent(ctx.db, { senderId }),
  ]);
  return { items: rows.map(toSent), total, page, pageSize: PAGE_SIZE };
}

const toSent = ({ createdAt, ...row }: SentRow): SentAnnouncement => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

const noSuchAnnouncement = () =>
  new AppError('not_found', 'This announcement doesn’t exist, or it wasn’t sent to you.');

type NewAnnouncement = {
  audience: Audience;
  itemId?: number | null | undefined;
  subject: string;
  text: string;
  key?: string | undefined;
};

export async function createAnnouncement(
  ctx: AppContext,
  viewer: Viewer,
  { audience, itemId = null, subject, text, key }: NewAnnouncement,
): Promise<SentAnnouncement> {
  const senderId = viewer.id;
  const plain = toPlainText(text);
  if (!plain) {
    const message = 'Write your announcement';
    throw new AppError('unprocessable', message, [{ path: 'text', message }]);
  }
  const whose = { senderId, audience, itemId };
  const id = await inTransaction(ctx.db, async (tx) => {
    // Locked, so that the daily limit holds for announcements sent at once.
    const user = await lockUser(tx, viewer);
    if (user?.state !== 'active') throw new AppError('unauthenticated', 'Please sign in to continue.');
    const sentBefore = key === undefined ? null : await findSentByKey(tx, { senderId, clientKey: key });
    if (sentBefore !== null) return sentBefore;
    if (!(await findAudienceItem(tx, whose))) {
      throw new AppError('not_found', 'You can’t write to these people. Reload to see who you can write to.');
    }
    const now = ctx.clock.now();
    if ((await countSent(tx, { senderId, since: daysAfter(now, -1) })) >= MAX_ANNOUNCEMENTS_PER_DAY) {
      throw new AppError(
        'too_many_requests',
        `You can send ${MAX_ANNOUNCEMENTS_PER_DAY} announcements a day. Try again tomorrow.`,
      );
    }
    const plannedCount = await countAudience(tx, whose, { now });
    if (plannedCount === 0) {
      throw new AppError('conflict', `This would go to ${formatRecipients(audience, 0)}, so it wasn’t sent.`);
    }
    const values = { ...whose, subject, text: plain, clientKey: key ?? null, plannedCount, createdAt: now };
    const created = await insertAnnouncement(tx, values);
    await ctx.jobs.send(tx, sendAnnouncementJob, { id: created });
    return created;
  });
  const row = await findAnnouncement(ctx.db, { id, userId: senderId });
  if (!row) throw noSuchAnnouncement();
  const { senderId: _sender, ...sent } = row;
  return toSent(sent);
}

/** Opening it reads it in the bell too. */
export async function getAnnouncement(ctx: AppContext, viewer: Viewer, id: number) {
  const row = await findAnnouncement(ctx.db, { id, userId: viewer.id });
  if (!row) throw noSuchAnnouncement();
  await inTransaction(ctx.db, (tx) =>
    markObjectRead(ctx, tx, { userId: viewer.id, type: 'announcement', id }),
  );
  const { audience, itemId, itemTitle, subject, text, createdAt, senderId } = row;
  return {
    id,
    audience,
    itemId,
    itemTitle,
    subject,
    text,
    createdAt: createdAt.toISOString(),
    sender: await getPerson(ctx.db, senderId),
    isOwn: senderId === viewer.id,
  };
}
