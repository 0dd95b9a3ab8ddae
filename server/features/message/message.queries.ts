// Conversations and their messages, in SQL. Every read is scoped to a member.
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
  type SQL,
} from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { asText } from '#server/db/search.ts';
import {
  conversationMembers,
  conversations,
  messageFiles,
  messages,
  messageSettings,
} from '#server/db/schema/message.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { FILTER_TYPES, type ConversationFilter } from '#shared/features/message/message.rules.ts';
import { aboutTitle } from './message-about.queries.ts';

type Membership = { id: number; userId: number };

const ofViewer = (userId: number) =>
  and(eq(conversationMembers.conversationId, conversations.id), eq(conversationMembers.userId, userId));

/** What others wrote after the read mark. */
const unreadCount = (userId: number) => sql<number>`(select count(*)::int from messages u
  where u.conversation_id = ${conversations.id} and u.seq > ${conversationMembers.lastReadSeq}
    and (u.sender_id is distinct from ${userId} or u.is_from_support) and u.deleted_at is null)`;

const hasUnread = (userId: number) => sql<boolean>`exists (select 1 from messages u
  where u.conversation_id = ${conversations.id} and u.seq > ${conversationMembers.lastReadSeq}
    and (u.sender_id is distinct from ${userId} or u.is_from_support) and u.deleted_at is null)`;

const isArchived = sql<boolean>`coalesce(${conversationMembers.archivedSeq} >= ${conversations.lastSeq}, false)`;

const conversationColumns = (userId: number) => ({
  id: conversations.id,
  subject: conversations.subject,
  isSupport: sql<boolean>`${conversations.supportState} is not null`,
  aboutTitle: aboutTitle(conversations.aboutType, conversations.aboutId),
  lastSeq: conversations.lastSeq,
  lastMessageAt: conversations.lastMessageAt,
  lastReadSeq: conversationMembers.lastReadSeq,
  isMuted: conversationMembers.isMuted,
  isArchived,
  draft: conversationMembers.draft,
  unread: unreadCount(userId),
});

/** Words of a search box as a query for whole words and beginnings of words; null if there are none. */
function toTsQuery(typed: string): string | null {
  const words =
    asText(typed)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0
    ? words
        .slice(0, 8)
        .map((word) => `${word}:*`)
        .join(' & ')
    : null;
}

/** The latest message with these words. */
const matchingText = (words: string) => sql<string | null>`(select f.text from messages f
  where f.conversation_id = ${conversations.id}
    and to_tsvector('simple', f.text) @@ to_tsquery('simple', ${words})
  order by f.seq desc limit 1)`;

function matches(userId: number, q: string): SQL | undefined {
  const words = toTsQuery(q);
  if (!words) return undefined;
  const like = `%${asText(q)
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`(
    exists (select 1 from messages f where f.conversation_id = ${conversations.id}
      and to_tsvector('simple', f.text) @@ to_tsquery('simple', ${words}))
    or exists (select 1 from conversation_members o join users p on p.id = o.user_id
      where o.conversation_id = ${conversations.id} and o.user_id <> ${userId}
        and lower(p.first_name || ' ' || p.last_name) like ${like})
    or lower(${conversations.subject}) like ${like}
    or lower(${aboutTitle(conversations.aboutType, conversations.aboutId)}) like ${like}
  )`;
}

export type ConversationPlace = { at: Date; id: number };

type ListInput = {
  userId: number;
  q: string;
  filter: ConversationFilter;
  before: ConversationPlace | null;
  limit: number;
};

function isListed({ userId, q, filter, before }: Omit<ListInput, 'limit'>): SQL | undefined {
  const types = FILTER_TYPES[filter];
  return and(
    // Found wherever it is filed.
    q === '' ? (filter === 'archived' ? isArchived : sql`not ${isArchived}`) : undefined,
    filter === 'unread' ? hasUnread(userId) : undefined,
    types && inArray(conversations.aboutType, types),
    matches(userId, q),
    before ? isBefore(before) : undefined,
  );
}

const isBefore = ({ at, id }: ConversationPlace) =>
  or(lt(conversations.lastMessageAt, at), and(eq(conversations.lastMessageAt, at), lt(conversations.id, id)));

export async function listConversationRows(db: DbOrTx, { limit, ...input }: ListInput) {
  const { userId, q } = input;
  const last = alias(messages, 'last');
  const words = toTsQuery(q);
  return db
    .select({
      ...conversationColumns(userId),
      last: {
        text: last.text,
        senderId: last.senderId,
        isFromSupport: last.isFromSupport,
        isDeleted: sql<boolean>`${last.deletedAt} is not null`,
      },
      matchingText: words ? matchingText(words) : sql<string | null>`null`,
    })
    .from(conversationMembers)
    .innerJoin(conversations, ofViewer(userId))
    .innerJoin(last, and(eq(last.conversationId, conversations.id), eq(last.seq, conversations.lastSeq)))
    .where(isListed(input))
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(limit);
}

export async function findConversation(db: DbOrTx, { id, userId }: Membership) {
  const [row] = await db
    .select(conversationColumns(userId))
    .from(conversationMembers)
    .innerJoin(conversations, ofViewer(userId))
    .where(eq(conversations.id, id));
  return row ?? null;
}

/** Conversations with unread messages, without muted ones: the number on the badge. */
export async function countUnreadConversations(db: DbOrTx, { userId }: { userId: number }): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(conversationMembers)
    .innerJoin(conversations, ofViewer(userId))
    .where(
      and(
        lt(conversationMembers.lastReadSeq, conversations.lastSeq),
        eq(conversationMembers.isMuted, false),
        hasUnread(userId),
      ),
    );
  return row?.count ?? 0;
}

const personColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  imageUrl: users.profileImageUrl,
  state: users.state,
  sellerName: sellers.name,
};

export async function listMemberRows(db: DbOrTx, { conversationIds }: { conversationIds: number[] }) {
  if (conversationIds.length === 0) return [];
  return db
    .select({ conversationId: conversationMembers.conversationId, ...personColumns })
    .from(conversationMembers)
    .innerJoin(users, eq(users.id, conversationMembers.userId))
    .leftJoin(sellers, eq(sellers.userId, users.id))
    .where(inArray(conversationMembers.conversationId, conversationIds))
    .orderBy(asc(conversationMembers.conversationId), asc(users.id));
}

/** Only users who can be messaged; for staff, also the user in question. */
export async function listPeople(db: DbOrTx, { userIds }: { userIds: number[] }) {
  return db
    .select(personColumns)
    .from(users)
    .leftJoin(sellers, eq(sellers.userId, users.id))
    .where(inArray(users.id, userIds))
    .orderBy(asc(users.id));
}
export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

export async function isMember(db: DbOrTx, { id, userId }: Membership): Promise<boolean> {
  const [row] = await db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.conversationId, id), eq(conversationMembers.userId, userId)));
  return row !== undefined;
}

export async function listMemberIds(db: DbOrTx, { id }: { id: number }): Promise<number[]> {
  const rows = await db
    .select({ userId: conversationMembers.userId })
    .from(conversationMembers)
    .where(eq(conversationMembers.conversationId, id));
  return rows.map(({ userId }) => userId);
}

/** The latest message all others have seen; 0 unless everyone shows what they have read, the user included. */
export async function findSeenSeq(db: DbOrTx, { id, userId }: Membership): Promise<number> {
  const seen = sql<number | null>`case when bool_and(coalesce(${messageSettings.showsActivity}, true))
    then min(${conversationMembers.lastReadSeq}) filter (where ${conversationMembers.userId} <> ${userId}) end`;
  const [row] = await db
    .select({ seen })
    .from(conversationMembers)
    .leftJoin(messageSettings, eq(messageSettings.userId, conversationMembers.userId))
    .where(eq(conversationMembers.conversationId, id));
  return row?.seen ?? 0;
}

const sentColumns = {
  id: messages.id,
  conversationId: messages.conversationId,
  seq: messages.seq,
  senderId: messages.senderId,
  isFromSupport: messages.isFromSupport,
  text: messages.text,
  aboutType: messages.aboutType,
  aboutId: messages.aboutId,
  flags: messages.flags,
  createdAt: messages.createdAt,
  editedAt: messages.editedAt,
  deletedAt: messages.deletedAt,
};

const selectMessages = (db: DbOrTx, viewerId: number) =>
  db
    .select({
      ...sentColumns,
      aboutTitle: aboutTitle(messages.aboutType, messages.aboutId),
      /** Sellers have no page of a buyer's order. */
      isOwnOrder: sql<boolean>`${messages.aboutType} = 'order' and exists (select 1 from orders o
        where o.id = ${messages.aboutId} and o.user_id = ${viewerId})`,
    })
    .from(messages);

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];

/** In order. Without `after`: the latest before `before`, or at all. The caller has checked membership. */
export async function listMessageRows(
  db: DbOrTx,
  {
    id,
    viewerId,
    before,
    after,
    limit,
  }: { id: number; viewerId: number; before?: number | undefined; after?: number | undefined; limit: number },
): Promise<MessageRow[]> {
  const inConversation = eq(messages.conversationId, id);
  if (after !== undefined) {
    return selectMessages(db, viewerId)
      .where(and(inConversation, gt(messages.seq, after)))
      .orderBy(asc(messages.seq))
      .limit(limit);
  }
  const rows = await selectMessages(db, viewerId)
    .where(and(inConversation, before === undefined ? undefined : lt(messages.seq, before)))
    .orderBy(desc(messages.seq))
    .limit(limit);
  return rows.toReversed();
}

export async function findMessage(
  db: DbOrTx,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<MessageRow | null> {
  const [row] = await selectMessages(db, viewerId).where(eq(messages.id, id));
  return row ?? null;
}

export async function listFileRows(db: DbOrTx, { messageIds }: { messageIds: number[] }) {
  if (messageIds.length === 0) return [];
  const { id, messageId, name, contentType, bytes } = messageFiles;
  return db
    .select({ id, messageId, name, contentType, bytes })
    .from(messageFiles)
    .where(inArray(messageFiles.messageId, messageIds))
    .orderBy(asc(id));
}

/** A file of a conversation the user is a member of; for staff, also one sent to or by support. */
export async function findFile(db: DbOrTx, { id, userId, isStaff }: Membership & { isStaff: boolean }) {
  const { name, contentType, bytes, storageKey } = messageFiles;
  const [row] = await db
    .select({ name, contentType, bytes, storageKey })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(
      conversationMembers,
      and(
        eq(conversationMembers.conversationId, messages.conversationId),
        eq(conversationMembers.userId, userId),
      ),
    )
    .where(
      and(
        eq(messageFiles.id, id),
        isNull(messages.deletedAt),
        or(
          isNotNull(conversationMembers.userId),
          isStaff ? isNotNull(conversations.supportState) : sql`false`,
        ),
      ),
    );
  return row ?? null;
}

/** The read mark never goes back, and never past what exists. False: not a member. */
export async function updateReadMark(
  tx: Tx,
  { id, userId, upTo }: Membership & { upTo: number | undefined },
): Promise<boolean> {
  const last = sql`(select ${conversations.lastSeq} from ${conversations} where ${conversations.id} = ${id})`;
  const updated = await tx
    .update(conversationMembers)
    .set({
      lastReadSeq: sql`greatest(${conversationMembers.lastReadSeq}, ${upTo === undefined ? last : sql`least(${upTo}::int, ${last})`})`,
    })
    .where(and(eq(conversationMembers.conversationId, id), eq(conversationMembers.userId, userId)))
    .returning({ id: conversationMembers.conversationId });
  return updated.length > 0;
}

type MemberChange = {
  isMuted?: boolean | undefined;
  isArchived?: boolean | undefined;
  draft?: string | undefined;
};

export async function updateMember(
  tx: Tx,
  { id, userId, isMuted, isArchived: archives, draft }: Membership & MemberChange,
): Promise<boolean> {
  const last = sql`(select ${conversations.lastSeq} from ${conversations} where ${conversations.id} = ${id})`;
  const updated = await tx
    .update(conversationMembers)
    .set({
      ...(isMuted !== undefined && { isMuted }),
      ...(archives !== undefined && { archivedSeq: archives ? last : null }),
      ...(draft !== undefined && { draft }),
    })
    .where(and(eq(conversationMembers.conversationId, id), eq(conversationMembers.userId, userId)))
    .returning({ id: conversationMembers.conversationId });
  return updated.length > 0;
}
