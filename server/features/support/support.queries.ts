// Requests to support, in SQL.
import { and, asc, desc, eq, inArray, isNull, ne, or, sql, type SQL } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { containsWords } from '#server/db/search.ts';
import { conversations } from '#server/db/schema/message.ts';
import { orders } from '#server/db/schema/order.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { supportKeys, supportNotes, supportRequests } from '#server/db/schema/support.ts';
import type { SupportState } from '#shared/features/message/message.rules.ts';
import type { AssignedFilter } from '#shared/features/support/support.rules.ts';

export async function insertRequest(tx: Tx, values: typeof supportRequests.$inferInsert): Promise<number> {
  const [row] = await tx.insert(supportRequests).values(values).returning({ id: supportRequests.id });
  if (!row) throw new Error('The request was not stored.');
  return row.id;
}

export async function insertKey(tx: Tx, values: typeof supportKeys.$inferInsert): Promise<void> {
  await tx.insert(supportKeys).values(values);
}

/** A key of a request solved before `solvedBefore` opens nothing any more. */
export async function findRequestOfKey(
  db: DbOrTx,
  { keyHash, solvedBefore }: { keyHash: Buffer; solvedBefore: Date },
) {
  const [row] = await db
    .select({
      id: supportRequests.id,
      conversationId: supportRequests.conversationId,
      guestName: supportRequests.guestName,
      subject: conversations.subject,
      state: conversations.supportState,
      createdAt: supportRequests.createdAt,
    })
    .from(supportKeys)
    .innerJoin(supportRequests, eq(supportRequests.id, supportKeys.requestId))
    .innerJoin(conversations, eq(conversations.id, supportRequests.conversationId))
    .where(and(eq(supportKeys.keyHash, keyHash), sql`not ${isLongSolved(solvedBefore)}`));
  return row ?? null;
}

const isLongSolved = (solvedBefore: Date): SQL =>
  sql`(${conversations.supportState} = 'solved' and ${supportRequests.solvedAt} < ${solvedBefore})`;

export async function deleteOldKeys(db: DbOrTx, { solvedBefore }: { solvedBefore: Date }): Promise<void> {
  const old = db
    .select({ id: supportRequests.id })
    .from(supportRequests)
    .innerJoin(conversations, eq(conversations.id, supportRequests.conversationId))
    .where(isLongSolved(solvedBefore));
  await db.delete(supportKeys).where(inArray(supportKeys.requestId, old));
}

const assignee = alias(users, 'assignee');

const requestColumns = {
  id: supportRequests.id,
  conversationId: supportRequests.conversationId,
  userId: supportRequests.userId,
  guestName: supportRequests.guestName,
  guestEmail: supportRequests.guestEmail,
  orderNumber: supportRequests.orderNumber,
  createdAt: supportRequests.createdAt,
  firstResponseAt: supportRequests.firstResponseAt,
  subject: conversations.subject,
  state: conversations.supportState,
  lastMessageAt: conversations.lastMessageAt,
  user: { firstName: users.firstName, lastName: users.lastName, email: users.email, state: users.state },
  assignee: { id: assignee.id, firstName: assignee.firstName, lastName: assignee.lastName },
};

const selectRequests = (db: DbOrTx) =>
  db
    .select(requestColumns)
    .from(supportRequests)
    .innerJoin(conversations, eq(conversations.id, supportRequests.conversationId))
    .leftJoin(users, eq(users.id, supportRequests.userId))
    .leftJoin(assignee, eq(assignee.id, supportRequests.assigneeId));
export type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number];

type RequestFilters = {
  q?: string | undefined;
  state?: SupportState | undefined;
  assigned?: AssignedFilter | undefined;
  viewerId: number;
};

/** Who asked, what about, and everything that was said. */
const searchedText = sql`lower(${conversations.subject} || ' ' || ${supportRequests.guestName} || ' ' ||
  coalesce(${supportRequests.guestEmail}, '') || ' ' || ${supportRequests.orderNumber} || ' ' ||
  coalesce((select u.first_name || ' ' || u.last_name || ' ' || u.username || ' ' || u.email
    from users u where u.id = ${supportRequests.userId}), '') || ' ' ||
  coalesce((select string_agg(m.text, ' ') from messages m
    where m.conversation_id = ${supportRequests.conversationId}), ''))`;

function isListed({ q, state, assigned, viewerId }: RequestFilters): SQL | undefined {
  return and(
    state && eq(conversations.supportState, state),
    assigned === 'mine' ? eq(supportRequests.assigneeId, viewerId) : undefined,
    assigned === 'unassigned' ? isNull(supportRequests.assigneeId) : undefined,
    containsWords(searchedText, q),
  );
}

/** Our turn first, oldest first; then what we wait for and what is solved, latest first. */
export async function listRequestRows(
  db: DbOrTx,
  { limit, offset, ...filters }: RequestFilters & { limit: number; offset: number },
) {
  const lastText = sql<string>`coalesce((select m.text from messages m
    where m.conversation_id = ${supportRequests.conversationId} order by m.seq desc limit 1), '')`;
  return db
    .select({ ...requestColumns, lastText })
    .from(supportRequests)
    .innerJoin(conversations, eq(conversations.id, supportRequests.conversationId))
    .leftJoin(users, eq(users.id, supportRequests.userId))
    .leftJoin(assignee, eq(assignee.id, supportRequests.assigneeId))
    .where(isListed(filters))
    .orderBy(
      sql`array_position(array['open', 'waiting', 'solved'], ${conversations.supportState})`,
      sql`case when ${conversations.supportState} = 'open' then ${conversations.lastMessageAt} end`,
      desc(conversations.lastMessageAt),
      desc(supportRequests.id),
    )
    .limit(limit)
    .offset(offset);
}

/** How many there are in each state, whatever state is shown. */
export async function countRequests(db: DbOrTx, { state: _any, ...filters }: RequestFilters) {
  const rows = await db
    .select({ state: conversations.supportState, count: sql<number>`count(*)::int` })
    .from(supportRequests)
    .innerJoin(conversations, eq(conversations.id, supportRequests.conversationId))
    .where(isListed(filters))
    .groupBy(conversations.supportState);
  const of = (state: SupportState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { open: of('open'), waiting: of('waiting'), solved: of('solved') };
}

/** Null if nothing was answered since then. */
export async function findMedianResponse(db: DbOrTx, { since }: { since: Date }): Promise<number | null> {
  const minutes = sql`extract(epoch from ${supportRequests.firstResponseAt} - ${supportRequests.createdAt}) / 60`;
  const [row] = await db
    .select({
      median: sql<number | null>`round(percentile_cont(0.5) within group (order by ${minutes}))::int`,
    })
    .from(supportRequests)
    .where(
      and(sql`${supportRequests.createdAt} >= ${since}`, sql`${supportRequests.firstResponseAt} is not null`),
    );
  return row?.median ?? null;
}

export async function findRequest(db: DbOrTx, { id }: { id: number }): Promise<RequestRow | null> {
  const [row] = await selectRequests(db).where(eq(supportRequests.id, id));
  return row ?? null;
}

/** By the number as typed: in any case, with or without spaces. */
export async function findOrderByNumber(db: DbOrTx, { number }: { number: string }) {
  const { id, userId, email } = orders;
  const [row] = await db
    .select({ id, number: orders.number, userId, email })
    .from(orders)
    .where(eq(orders.number, number.replaceAll(/\s/g, '').toUpperCase()));
  return row ?? null;
}

export async function countOtherRequests(
  db: DbOrTx,
  { id, userId, guestEmail }: { id: number; userId: number | null; guestEmail: string | null },
): Promise<number> {
  if (userId === null && guestEmail === null) return 0;
  const isSameCustomer = or(
    userId === null ? undefined : eq(supportRequests.userId, userId),
    guestEmail === null ? undefined : sql`lower(${supportRequests.guestEmail}) = lower(${guestEmail})`,
  );
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(supportRequests)
    .where(and(ne(supportRequests.id, id), isSameCustomer));
  return row?.count ?? 0;
}

export async function listNoteRows(db: DbOrTx, { requestId }: { requestId: number }) {
  return db
    .select({
      id: supportNotes.id,
      text: supportNotes.text,
      createdAt: supportNotes.createdAt,
      author: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(supportNotes)
    .leftJoin(users, eq(users.id, supportNotes.authorId))
    .where(eq(supportNotes.requestId, requestId))
    .orderBy(asc(supportNotes.id));
}

export async function insertNote(tx: Tx, values: typeof supportNotes.$inferInsert): Promise<void> {
  await tx.insert(supportNotes).values(values);
}

export async function listNames(db: DbOrTx, { userIds }: { userIds: number[] }) {
  if (userIds.length === 0) return [];
  const { id, firstName, lastName } = users;
  return db.select({ id, firstName, lastName }).from(users).where(inArray(id, userIds)).orderBy(asc(id));
}

export async function updateRequest(
  tx: Tx,
  { id, ...change }: { id: number; assigneeId?: number | null; solvedAt?: Date | null },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.update(supportRequests).set(change).where(eq(supportRequests.id, id));
}

/** The first answer decides how long the customer waited; who gives it takes the request if nobody has. */
export async function recordResponse(
  tx: Tx,
  { id, userId, now, isSolved }: { id: number; userId: number; now: Date; isSolved: boolean },
): Promise<void> {
  await tx
    .update(supportRequests)
    .set({
      firstResponseAt: sql`coalesce(${supportRequests.firstResponseAt}, ${now})`,
      assigneeId: sql`coalesce(${supportRequests.assigneeId}, ${userId})`,
      ...(isSolved && { solvedAt: now }),
    })
    .where(eq(supportRequests.id, id));
}
