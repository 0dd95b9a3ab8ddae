// Members of conversations who are away and have something to read, in SQL.
import { and, asc, eq, gt, isNull, lte, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { conversationMembers, conversations, messageFiles, messages } from '#server/db/schema/message.ts';

export type AwayTimes = {
  /** Conversations without a message since then are left alone. */
  since: Date;
  /** Their first unread message is from before then. */
  waitingSince: Date;
  /** No browser of theirs was connected after that. */
  connectedBefore: Date;
};

export type AwayMember = {
  conversationId: number;
  userId: number;
  /** The latest message they have read or had by email. */
  afterSeq: number;
  email: string;
  firstName: string;
};

/** With `only`, that member alone, locked; null if another process is at it. */
function awayMembers(times: AwayTimes, { only, limit }: { only?: Membership; limit: number }) {
  const { since, waitingSince, connectedBefore } = times;
  const isMeant = only
    ? sql`and m.conversation_id = ${only.conversationId} and m.user_id = ${only.userId}`
    : sql``;
  return sql`
    select m.conversation_id as "conversationId", m.user_id as "userId",
      greatest(m.last_read_seq, m.mailed_seq) as "afterSeq", u.email, u.first_name as "firstName"
    from conversations c
    join conversation_members m on m.conversation_id = c.id
    join users u on u.id = m.user_id
    left join live_streams s on s.user_id = m.user_id
    where c.last_message_at > ${since} and not m.is_muted
      and m.last_read_seq < c.last_seq and m.mailed_seq < c.last_seq
      and u.state = 'active' and u.email_verified_at is not null
      and (s.connected_at is null or s.connected_at < ${connectedBefore})
      and exists (
        select from messages w
        where w.conversation_id = c.id and w.seq > greatest(m.last_read_seq, m.mailed_seq)
          and w.sender_id <> m.user_id and w.deleted_at is null and w.created_at <= ${waitingSince}
          and not exists (
            select from user_blocks b where b.user_id = m.user_id and b.blocked_id = w.sender_id))
      ${isMeant}
    order by c.last_message_at, m.user_id
    limit ${limit}
    ${only ? sql`for update of m skip locked` : sql``}`;
}

type Membership = { conversationId: number; userId: number };

export async function listAwayMembers(
  db: DbOrTx,
  times: AwayTimes,
  { limit }: { limit: number },
): Promise<AwayMember[]> {
  const { rows } = await db.execute<AwayMember>(awayMembers(times, { limit }));
  return rows;
}

/** Null if they have read it meanwhile, came back, or another process is at it. */
export async function lockAwayMember(tx: Tx, times: AwayTimes, only: Membership): Promise<AwayMember | null> {
  const { rows } = await tx.execute<AwayMember>(awayMembers(times, { only, limit: 1 }));
  return rows[0] ?? null;
}

/** What others wrote after that message, oldest first. */
export async function listUnreadRows(
  tx: Tx,
  { conversationId, userId, afterSeq }: Membership & { afterSeq: number },
) {
  const { seq, senderId, text, createdAt } = messages;
  return tx
    .select({
      seq,
      senderId,
      text,
      createdAt,
      files: sql<number>`(select count(*)::int from ${messageFiles} where ${messageFiles.messageId} = ${messages.id})`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        gt(messages.seq, afterSeq),
        sql`${messages.senderId} <> ${userId}`,
        isNull(messages.deletedAt),
        sql`not exists (select from user_blocks b
          where b.user_id = ${userId} and b.blocked_id = ${messages.senderId})`,
      ),
    )
    .orderBy(asc(messages.seq));
}

export async function updateMailedSeq(
  tx: Tx,
  { conversationId, userId, seq }: Membership & { seq: number },
): Promise<void> {
  await tx
    .update(conversationMembers)
    .set({ mailedSeq: seq })
    .where(
      and(
        eq(conversationMembers.conversationId, conversationId),
        eq(conversationMembers.userId, userId),
        lte(conversationMembers.mailedSeq, seq),
      ),
    );
}

export async function markAllMailed(db: DbOrTx): Promise<void> {
  await db
    .update(conversationMembers)
    .set({ mailedSeq: conversations.lastSeq })
    .from(conversations)
    .where(eq(conversations.id, conversationMembers.conversationId));
}
