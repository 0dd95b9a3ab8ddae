// Personal data of conversations. What someone wrote stays with the people they wrote to, under a placeholder name; the
// files they sent are deleted.
import { asc, eq, inArray } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import {
  conversationMembers,
  conversations,
  messageFiles,
  messageReports,
  messages,
  messageSettings,
  userBlocks,
} from '#server/db/schema/message.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { deleteMessageFileJob } from './message.jobs.ts';

export const messagePersonalData: PersonalData = {
  tables: [conversations, conversationMembers, messages, messageSettings, userBlocks, messageReports],
  collect: {
    messages: collectMessages,
    blockedUsers: collectBlocks,
    messageReports: collectReports,
    messageSettings: collectSettings,
  },
  async erase(ctx, tx, { userId }) {
    const own = tx.select({ id: messages.id }).from(messages).where(eq(messages.senderId, userId));
    const files = await tx
      .delete(messageFiles)
      .where(inArray(messageFiles.messageId, own))
      .returning({ storageKey: messageFiles.storageKey });
    for (const { storageKey } of files) await ctx.jobs.send(tx, deleteMessageFileJob, { storageKey });
    // The membership stays: it is what gives their messages a placeholder instead of a name.
    await tx.update(conversationMembers).set({ draft: '' }).where(eq(conversationMembers.userId, userId));
    await tx.delete(messageSettings).where(eq(messageSettings.userId, userId));
    await tx.delete(userBlocks).where(eq(userBlocks.userId, userId));
    await tx.delete(userBlocks).where(eq(userBlocks.blockedId, userId));
    await tx.delete(messageReports).where(eq(messageReports.userId, userId));
    await tx.update(messageReports).set({ decidedBy: null }).where(eq(messageReports.decidedBy, userId));
  },
};

async function collectMessages(db: DbOrTx, { userId }: DataSubject) {
  const { conversationId, text, createdAt, editedAt, deletedAt } = messages;
  return db
    .select({ conversationId, text, createdAt, editedAt, deletedAt, fileName: messageFiles.name })
    .from(messages)
    .leftJoin(messageFiles, eq(messageFiles.messageId, messages.id))
    .where(eq(messages.senderId, userId))
    .orderBy(asc(messages.id), asc(messageFiles.id));
}

async function collectBlocks(db: DbOrTx, { userId }: DataSubject) {
  return db
    .select({ createdAt: userBlocks.createdAt })
    .from(userBlocks)
    .where(eq(userBlocks.userId, userId))
    .orderBy(asc(userBlocks.createdAt));
}

async function collectSettings(db: DbOrTx, { userId }: DataSubject) {
  const { showsActivity } = messageSettings;
  return db.select({ showsActivity }).from(messageSettings).where(eq(messageSettings.userId, userId));
}

async function collectReports(db: DbOrTx, { userId }: DataSubject) {
  const { conversationId, reason, state, createdAt } = messageReports;
  return db
    .select({ conversationId, reason, state, createdAt })
    .from(messageReports)
    .where(eq(messageReports.userId, userId))
    .orderBy(asc(messageReports.id));
}
