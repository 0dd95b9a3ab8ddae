// Conversations with support, in SQL.
import { asc, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { conversationMembers, conversations, messages } from '#server/db/schema/message.ts';
import type { SupportState } from '#shared/features/message/message.rules.ts';
import { aboutTitle } from './message-about.queries.ts';

export async function updateSupportState(
  tx: Tx,
  { conversationId, state }: { conversationId: number; state: SupportState },
): Promise<void> {
  await tx.update(conversations).set({ supportState: state }).where(eq(conversations.id, conversationId));
}

/** Everyone in it has been emailed about this message. */
export async function updateMailedSeq(
  tx: Tx,
  { conversationId, seq }: { conversationId: number; seq: number },
): Promise<void> {
  await tx
    .update(conversationMembers)
    .set({ mailedSeq: sql`greatest(${conversationMembers.mailedSeq}, ${seq})` })
    .where(eq(conversationMembers.conversationId, conversationId));
}

/** What it is about; null: nothing in particular. */
export async function findSupportAbout(db: DbOrTx, { conversationId }: { conversationId: number }) {
  const { aboutType: type, aboutId: id } = conversations;
  const [row] = await db
    .select({ type, id, title: aboutTitle(type, id) })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  return row?.type && row.id ? { type: row.type, id: row.id, title: row.title } : null;
}

const MOST_SHOWN = 500;

/** The latest, in order. */
export async function listSupportRows(db: DbOrTx, { conversationId }: { conversationId: number }) {
  const { id, seq, isFromSupport, senderId, text, flags, createdAt, deletedAt } = messages;
  const latest = db
    .select({ id, seq, isFromSupport, senderId, text, flags, createdAt, deletedAt })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(sql`${seq} desc`)
    .limit(MOST_SHOWN)
    .as('latest');
  return db.select().from(latest).orderBy(asc(latest.seq));
}
