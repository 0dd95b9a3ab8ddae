// Reports of conversations, and what staff read of them, in SQL.
import { and, asc, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { conversations, messageReports, messages } from '#server/db/schema/message.ts';
import { users } from '#server/db/schema/platform-user.ts';
import type { ReportDecision, ReportState } from '#shared/features/message/message.rules.ts';

/** False if they have an open report of this conversation already. */
export async function insertReport(
  db: DbOrTx,
  values: {
    conversationId: number;
    messageId: number | null;
    userId: number;
    reason: string;
    reportedText: string | null;
    createdAt: Date;
  },
): Promise<boolean> {
  const inserted = await db
    .insert(messageReports)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: messageReports.id });
  return inserted.length > 0;
}

/** What it says; null if it isn’t in this conversation. */
export async function findTextOf(
  db: DbOrTx,
  { id, conversationId }: { id: number; conversationId: number },
): Promise<string | null> {
  const [row] = await db
    .select({ text: messages.text })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.conversationId, conversationId)));
  return row?.text ?? null;
}

export async function countReports(db: DbOrTx, { state }: { state: ReportState }): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(messageReports)
    .where(eq(messageReports.state, state));
  return row?.count ?? 0;
}

export async function listReportRows(
  db: DbOrTx,
  { state, limit, offset }: { state: ReportState; limit: number; offset: number },
) {
  return db
    .select({
      id: messageReports.id,
      conversationId: messageReports.conversationId,
      messageId: messageReports.messageId,
      reason: messageReports.reason,
      reportedText: messageReports.reportedText,
      createdAt: messageReports.createdAt,
      reporter: { firstName: users.firstName, lastName: users.lastName },
      /** Of the reported message, or the latest one when the report was made. */
      seq: sql<number>`coalesce(
        (select m.seq from messages m where m.id = ${messageReports.messageId}),
        (select max(m.seq) from messages m where m.conversation_id = ${messageReports.conversationId}
          and m.created_at <= ${messageReports.createdAt}), 1)`,
    })
    .from(messageReports)
    .innerJoin(users, eq(users.id, messageReports.userId))
    .where(eq(messageReports.state, state))
    .orderBy(asc(messageReports.id))
    .limit(limit)
    .offset(offset);
}

/** Five before it and two after it. */
export async function listContextRows(
  db: DbOrTx,
  { conversationId, seq }: { conversationId: number; seq: number },
) {
  return selectStaffMessages(db)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        sql`${messages.seq} between ${seq - 5} and ${seq + 2}`,
      ),
    )
    .orderBy(asc(messages.seq));
}

const selectStaffMessages = (db: DbOrTx) =>
  db
    .select({
      id: messages.id,
      senderId: messages.senderId,
      text: messages.text,
      createdAt: messages.createdAt,
      deletedAt: messages.deletedAt,
      sender: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.senderId));
export type StaffMessageRow = Awaited<ReturnType<typeof selectStaffMessages>>[number];

/** Null if there is no such conversation. */
export async function findSubject(db: DbOrTx, { id }: { id: number }): Promise<string | null> {
  const [row] = await db
    .select({ subject: conversations.subject })
    .from(conversations)
    .where(eq(conversations.id, id));
  return row?.subject ?? null;
}

const MOST_READ = 500;

/** The latest, in order. */
export async function listAllMessageRows(db: DbOrTx, { id }: { id: number }): Promise<StaffMessageRow[]> {
  const rows = await selectStaffMessages(db)
    .where(eq(messages.conversationId, id))
    .orderBy(sql`${messages.seq} desc`)
    .limit(MOST_READ);
  return rows.toReversed();
}

/** Null if it doesn't exist; `isDecided` false if someone else was faster. */
export async function settleReport(
  tx: Tx,
  { id, decision, decidedBy, now }: { id: number; decision: ReportDecision; decidedBy: number; now: Date },
) {
  const { conversationId, messageId, userId } = messageReports;
  const [settled] = await tx
    .update(messageReports)
    .set({ state: decision, decidedBy, decidedAt: now, reportedText: null })
    .where(and(eq(messageReports.id, id), eq(messageReports.state, 'open')))
    .returning({ conversationId, messageId, userId });
  if (settled) return { ...settled, isDecided: true };
  const [found] = await tx
    .select({ conversationId, messageId, userId })
    .from(messageReports)
    .where(eq(messageReports.id, id));
  return found ? { ...found, isDecided: false } : null;
}

export async function removeMessage(tx: Tx, { id, now }: { id: number; now: Date }): Promise<void> {
  await tx
    .update(messages)
    .set({ text: '', flags: [], textHash: null, deletedAt: now })
    .where(eq(messages.id, id));
}
