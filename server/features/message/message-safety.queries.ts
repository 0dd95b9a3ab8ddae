// What keeps conversations safe, in SQL: limits for new contacts and repeated texts, blocks, and who may write to minors.
import { and, eq, gt, inArray, ne, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { conversationMembers, conversations, messages, userBlocks } from '#server/db/schema/message.ts';

/** Other conversations that got this text from the sender. */
export async function countSameText(
  tx: Tx,
  where: { senderId: number; textHash: string; since: Date; exceptId: number },
): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(distinct ${messages.conversationId})::int` })
    .from(messages)
    .where(
      and(
        eq(messages.senderId, where.senderId),
        eq(messages.textHash, where.textHash),
        gt(messages.createdAt, where.since),
        sql`${messages.conversationId} <> ${where.exceptId}`,
      ),
    );
  return row?.count ?? 0;
}

/** People the user wrote to for the first time: a group counts each of its members. */
export async function countFirstContacts(
  tx: Tx,
  { userId, since }: { userId: number; since: Date },
): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(distinct ${conversationMembers.userId})::int` })
    .from(conversations)
    .innerJoin(conversationMembers, eq(conversationMembers.conversationId, conversations.id))
    .where(
      and(
        eq(conversations.startedBy, userId),
        eq(conversations.isFirstContact, true),
        gt(conversations.createdAt, since),
        ne(conversationMembers.userId, userId),
      ),
    );
  return row?.count ?? 0;
}

/** Of these people, those the user already shares a conversation with. */
export async function listKnownIds(
  db: DbOrTx,
  { userId, among }: { userId: number; among: number[] },
): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    select distinct other.user_id as id from conversation_members mine
    join conversation_members other on other.conversation_id = mine.conversation_id
    where mine.user_id = ${userId} and other.user_id = any(${sql.param(among)}::int[])`);
  return rows.rows.map(({ id }) => id);
}

/** Blocks between the user and these people, in either direction. */
export async function listBlocks(
  db: DbOrTx,
  { userId, otherIds }: { userId: number; otherIds: number[] },
): Promise<{ userId: number; blockedId: number }[]> {
  if (otherIds.length === 0) return [];
  return db
    .select({ userId: userBlocks.userId, blockedId: userBlocks.blockedId })
    .from(userBlocks)
    .where(
      or(
        and(eq(userBlocks.userId, userId), inArray(userBlocks.blockedId, otherIds)),
        and(eq(userBlocks.blockedId, userId), inArray(userBlocks.userId, otherIds)),
      ),
    );
}

export async function insertBlock(
  db: DbOrTx,
  block: { userId: number; blockedId: number; now: Date },
): Promise<void> {
  const { now: createdAt, ...pair } = block;
  await db
    .insert(userBlocks)
    .values({ ...pair, createdAt })
    .onConflictDoNothing();
}

export async function deleteBlock(
  db: DbOrTx,
  { userId, blockedId }: { userId: number; blockedId: number },
): Promise<void> {
  await db.delete(userBlocks).where(and(eq(userBlocks.userId, userId), eq(userBlocks.blockedId, blockedId)));
}

/**
 * Of these people, minors to whom the user is a stranger. Not strangers: people they wrote to, and instructors and sellers
 * whose course, session or resource they chose.
 */
export async function listMinorsNotKnowing(
  db: DbOrTx,
  { userId, among }: { userId: number; among: number[] },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select minor.id from users minor
    where minor.id = any(${sql.param(among)}::int[]) and minor.is_minor
      and not exists (
        select from messages written
        join conversation_members reader
          on reader.conversation_id = written.conversation_id and reader.user_id = ${userId}
        where written.sender_id = minor.id)
      and not exists (
        -- Any instructor can add anyone to a course: that alone makes nobody known.
        select from courses course
        where course.instructor_id = ${userId} and (
          exists (select from entitlements held where held.user_id = minor.id and held.item_type = 'course'
            and held.item_id = course.id and held.cause <> 'grant')
          or exists (select from course_progress opened
            where opened.user_id = minor.id and opened.course_id = course.id)))
      and not exists (
        select from bookings booked join reservations reserved on reserved.id = booked.reservation_id
        where booked.user_id = minor.id and reserved.instructor_id = ${userId})
      and not exists (
        select from orders bought join order_parts part on part.order_id = bought.id
        where bought.user_id = minor.id and bought.paid_at is not null and part.seller_id = ${userId})`);
  return rows.map(({ id }) => id);
}
