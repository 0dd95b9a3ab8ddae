// Personal data of requests to support. What was said is in the conversation, which the message feature exports and keeps
// under a placeholder name; guests are known by their confirmed address only.
import { and, asc, eq, isNull, sql } from '#server/db/drizzle.ts';
import { daysAfter } from '#server/clock.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { conversations, messages } from '#server/db/schema/message.ts';
import { savedReplies, supportKeys, supportNotes, supportRequests } from '#server/db/schema/support.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { GUEST_LINK_DAYS } from '#shared/features/support/support.rules.ts';
import { deleteOldKeys } from './support.queries.ts';

export const supportPersonalData: PersonalData = {
  tables: [supportRequests, supportNotes, savedReplies],
  collect: { supportRequests: collectRequests, supportMessagesAsGuest: collectGuestMessages },
  async erase(_ctx, tx, subject) {
    const { userId } = subject;
    const asGuest = tx.select({ id: supportRequests.id }).from(supportRequests).where(isGuest(subject));
    await tx.delete(supportKeys).where(sql`${supportKeys.requestId} in ${asGuest}`);
    await tx
      .update(supportRequests)
      .set({ guestName: '', guestEmail: null, orderNumber: '' })
      .where(isGuest(subject));
    await tx
      .update(supportRequests)
      .set({ userId: null, orderNumber: '' })
      .where(eq(supportRequests.userId, userId));
    await tx.update(supportRequests).set({ assigneeId: null }).where(eq(supportRequests.assigneeId, userId));
    await tx.update(supportNotes).set({ authorId: null }).where(eq(supportNotes.authorId, userId));
    await tx.update(savedReplies).set({ updatedBy: null }).where(eq(savedReplies.updatedBy, userId));
  },
  async prune(ctx) {
    await deleteOldKeys(ctx.db, { solvedBefore: daysAfter(ctx.clock.now(), -GUEST_LINK_DAYS) });
  },
};

const isGuest = ({ email, isEmailVerified }: DataSubject) =>
  isEmailVerified ? sql`lower(${supportRequests.guestEmail}) = lower(${email})` : sql`false`;

async function collectRequests(db: DbOrTx, subject: DataSubject) {
  const { createdAt, orderNumber, guestName, solvedAt } = supportRequests;
  return db
    .select({
      subject: conversations.subject,
      state: conversations.supportState,
      createdAt,
      orderNumber,
      guestName,
      solvedAt,
    })
    .from(supportRequests)
    .innerJoin(conversations, eq(conversations.id, supportRequests.conversationId))
    .where(sql`${supportRequests.userId} = ${subject.userId} or ${isGuest(subject)}`)
    .orderBy(asc(supportRequests.id));
}

async function collectGuestMessages(db: DbOrTx, subject: DataSubject) {
  const { text, createdAt } = messages;
  return db
    .select({ text, createdAt })
    .from(messages)
    .innerJoin(supportRequests, eq(supportRequests.conversationId, messages.conversationId))
    .where(and(isGuest(subject), isNull(messages.senderId), eq(messages.isFromSupport, false)))
    .orderBy(asc(messages.id));
}
