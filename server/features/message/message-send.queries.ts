// Starting conversations and sending messages, in SQL.
import { and, eq, gt, inArray, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { conversationMembers, conversations, messageFiles, messages } from '#server/db/schema/message.ts';
import type { AboutType, SupportState } from '#shared/features/message/message.rules.ts';

export async function findConversationIdByKey(
  db: DbOrTx,
  { threadKey }: { threadKey: string },
): Promise<number | null> {
  const [row] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.threadKey, threadKey));
  return row?.id ?? null;
}

/** Null if someone was faster: the same people have one conversation. */
export async function insertConversation(
  tx: Tx,
  {
    memberIds,
    now,
    ...values
  }: {
    threadKey: string;
    subject: string;
    startedBy: number | null;
    isFirstContact: boolean;
    supportState?: SupportState;
    memberIds: number[];
    now: Date;
  },
): Promise<number | null> {
  const [row] = await tx
    .insert(conversations)
    .values({ ...values, createdAt: now, lastMessageAt: now })
    .onConflictDoNothing()
    .returning({ id: conversations.id });
  if (!row) return null;
  if (memberIds.length === 0) return row.id;
  await tx
    .insert(conversationMembers)
    .values(memberIds.map((userId) => ({ conversationId: row.id, userId, joinedAt: now })));
  return row.id;
}

/** Locks the conversation until the transaction ends, so its messages are numbered in the order they become visible. */
export async function takeNextSeq(
  tx: Tx,
  {
    id,
    about = null,
    supportState = 'open',
    now,
  }: {
    id: number;
    about?: { type: AboutType; id: number } | null;
    /** What a conversation with support becomes: it is our turn, unless we wrote. */
    supportState?: SupportState;
    now: Date;
  },
): Promise<{ seq: number; isSupport: boolean }> {
  const [row] = await tx
    .update(conversations)
    .set({
      lastSeq: sql`${conversations.lastSeq} + 1`,
      supportState: sql`case when ${conversations.supportState} is not null then ${supportState} end`,
      lastMessageAt: sql`greatest(${conversations.lastMessageAt}, ${now})`,
      ...(about && { aboutType: about.type, aboutId: about.id }),
    })
    .where(eq(conversations.id, id))
    .returning({
      seq: conversations.lastSeq,
      isSupport: sql<boolean>`${conversations.supportState} is not null`,
    });
  if (!row) throw new Error(`Conversation ${id} is gone.`);
  return row;
}

export async function insertMessage(tx: Tx, values: typeof messages.$inferInsert): Promise<number> {
  const [row] = await tx.insert(messages).values(values).returning({ id: messages.id });
  if (!row) throw new Error('The message was not stored.');
  return row.id;
}

export async function insertFiles(tx: Tx, files: (typeof messageFiles.$inferInsert)[]): Promise<void> {
  if (files.length > 0) await tx.insert(messageFiles).values(files);
}

/** Sent before with the same key. */
export async function findSentMessage(
  db: DbOrTx,
  { senderId, clientKey }: { senderId: number; clientKey: string },
): Promise<{ id: number; conversationId: number } | null> {
  const [row] = await db
    .select({ id: messages.id, conversationId: messages.conversationId })
    .from(messages)
    .where(and(eq(messages.senderId, senderId), eq(messages.clientKey, clientKey)));
  return row ?? null;
}

type OwnMessage = { id: number; senderId: number; since: Date };
/** Only the sender's, only for a while, and not twice. */
const isChangeable = ({ id, senderId, since }: OwnMessage) =>
  and(
    eq(messages.id, id),
    eq(messages.senderId, senderId),
    gt(messages.createdAt, since),
    isNull(messages.deletedAt),
  );

export async function updateMessageText(
  tx: Tx,
  {
    text,
    flags,
    textHash,
    now,
    ...own
  }: OwnMessage &
    Pick<typeof messages.$inferInsert, 'flags' | 'textHash'> & {
      text: string;
      now: Date;
    },
): Promise<boolean> {
  const updated = await tx
    .update(messages)
    .set({ text, flags, textHash, editedAt: now })
    .where(isChangeable(own))
    .returning({ id: messages.id });
  return updated.length > 0;
}

export async function markMessageDeleted(
  tx: Tx,
  { now, ...own }: OwnMessage & { now: Date },
): Promise<boolean> {
  const updated = await tx
    .update(messages)
    .set({ text: '', flags: [], textHash: null, deletedAt: now })
    .where(isChangeable(own))
    .returning({ id: messages.id });
  return updated.length > 0;
}

/** Their storage keys. */
export async function deleteFilesOf(tx: Tx, { messageIds }: { messageIds: number[] }): Promise<string[]> {
  if (messageIds.length === 0) return [];
  const deleted = await tx
    .delete(messageFiles)
    .where(inArray(messageFiles.messageId, messageIds))
    .returning({ storageKey: messageFiles.storageKey });
  return deleted.map(({ storageKey }) => storageKey);
}
