// Announcements, their audiences and recipients, in SQL.
import { and, desc, eq, gt, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { announcementRecipients, announcements } from '#server/db/schema/announcement.ts';
import type { AnnouncementState, Audience } from '#shared/features/announcement/announcement.rules.ts';

export type AudienceOf = { senderId: number; audience: Audience; itemId: number | null };

const isLive = (now: Date) =>
  sql`e.user_id is not null and e.state = 'active' and (e.ends_at is null or e.ends_at > ${now}::timestamptz)`;

/** The ids of its users. Whether the item is the sender's is part of it. */
function audienceIds({ senderId, audience, itemId }: AudienceOf, now: Date): SQL {
  switch (audience) {
    case 'students':
      return sql`select n.user_id from enrollments n join courses c on c.id = n.course_id
        where n.course_id = ${itemId} and c.instructor_id = ${senderId} and n.state in ('active', 'completed')`;
    case 'holders':
      return sql`select e.user_id from entitlements e join resources r on r.id = e.item_id
        where e.item_type = 'resource' and e.item_id = ${itemId} and r.seller_id = ${senderId} and ${isLive(now)}`;
    case 'followers':
      return sql`select f.user_id from seller_follows f where f.seller_id = ${senderId}`;
    case 'buyers':
    default:
      return sql`select e.user_id from entitlements e join resources r on r.id = e.item_id
        where e.item_type = 'resource' and r.seller_id = ${senderId} and ${isLive(now)}`;
  }
}

/** Active users who haven't blocked the sender. */
const readers = (whose: AudienceOf, now: Date) => sql`
  from users u where u.id in (${audienceIds(whose, now)}) and u.state = 'active' and u.id <> ${whose.senderId}
    and not exists (select from user_blocks b where b.user_id = u.id and b.blocked_id = ${whose.senderId})`;

export async function countAudience(db: DbOrTx, whose: AudienceOf, { now }: { now: Date }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count ${readers(whose, now)}`,
  );
  return rows[0]?.count ?? 0;
}

export type Reader = { id: number; email: string; firstName: string; hasConfirmedEmail: boolean };

/** In the order of their ids. */
export async function listReaders(
  db: DbOrTx,
  whose: AudienceOf,
  { now, after, limit }: { now: Date; after: number; limit: number },
): Promise<Reader[]> {
  const { rows } = await db.execute<Reader>(sql`
    select u.id, u.email, u.first_name as "firstName", u.email_verified_at is not null as "hasConfirmedEmail"
    ${readers(whose, now)} and u.id > ${after} order by u.id limit ${limit}`);
  return rows;
}

/** Users with courses or resources on sale, or with followers. Only resources that someone has. */
export async function listAudiences(db: DbOrTx, { senderId, now }: { senderId: number; now: Date }) {
  const { rows } = await db.execute<{
    audience: Audience;
    itemId: number | null;
    itemTitle: string | null;
    count: number;
  }>(sql`
    select * from (select 'students' as audience, c.id as "itemId", c.title as "itemTitle", (
      select count(*)::int from enrollments n join users u on u.id = n.user_id
      where n.course_id = c.id and n.state in ('active', 'completed') and u.state = 'active' and u.id <> ${senderId}
        and not exists (select from user_blocks b where b.user_id = u.id and b.blocked_id = ${senderId})) as count
    from courses c where c.instructor_id = ${senderId} and c.state <> 'draft'
    union all
    select 'buyers', null, null, (select count(*)::int ${readers({ senderId, audience: 'buyers', itemId: null }, now)})
    from sellers s where s.user_id = ${senderId} and s.state = 'approved'
    union all
    select 'followers', null, null, (select count(*)::int ${readers({ senderId, audience: 'followers', itemId: null }, now)})
    from sellers s where s.user_id = ${senderId} and s.state = 'approved'
    union all
    select 'holders', held.id, held.title, held.count from (
      select r.id, r.title, count(distinct u.id)::int as count
      from resources r join entitlements e on e.item_type = 'resource' and e.item_id = r.id and ${isLive(now)}
      join users u on u.id = e.user_id and u.state = 'active' and u.id <> ${senderId}
      join sellers s on s.user_id = r.seller_id and s.state = 'approved'
      where r.seller_id = ${senderId}
        and not exists (select from user_blocks b where b.user_id = u.id and b.blocked_id = ${senderId})
      group by r.id, r.title) held) of_sender
    order by array_position(array['students', 'buyers', 'followers', 'holders'], audience), lower("itemTitle"), "itemId"`);
  return rows;
}

/** Null if the audience isn't the sender's; for one without an item, the title is null too. */
export async function findAudienceItem(
  db: DbOrTx,
  { senderId, audience, itemId }: AudienceOf,
): Promise<{ title: string | null } | null> {
  const { rows } = await db.execute<{ title: string | null }>(
    audience === 'students'
      ? sql`select title from courses where id = ${itemId} and instructor_id = ${senderId} and state <> 'draft'`
      : audience === 'holders'
        ? sql`select r.title from resources r join sellers s on s.user_id = r.seller_id and s.state = 'approved'
            where r.id = ${itemId} and r.seller_id = ${senderId}`
        : sql`select null as title from sellers where user_id = ${senderId} and state = 'approved'`,
  );
  return rows[0] ?? null;
}

const itemTitle = sql<string | null>`case ${announcements.audience}
  when 'students' then (select c.title from courses c where c.id = ${announcements.itemId})
  when 'holders' then (select r.title from resources r where r.id = ${announcements.itemId}) end`;

const { id, audience, itemId, subject, text, createdAt, state, plannedCount, recipientCount } = announcements;
const sentColumns = {
  id,
  audience,
  itemId,
  itemTitle,
  subject,
  text,
  createdAt,
  state,
  plannedCount,
  recipientCount,
};

export async function listSentRows(
  db: DbOrTx,
  { senderId, limit, offset }: { senderId: number; limit: number; offset: number },
) {
  return db
    .select(sentColumns)
    .from(announcements)
    .where(eq(announcements.senderId, senderId))
    .orderBy(desc(announcements.id))
    .limit(limit)
    .offset(offset);
}
export type SentRow = Awaited<ReturnType<typeof listSentRows>>[number];

export async function countSent(
  db: DbOrTx,
  { senderId, since }: { senderId: number; since?: Date },
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(announcements)
    .where(and(eq(announcements.senderId, senderId), since && gt(announcements.createdAt, since)));
  return row?.count ?? 0;
}

export async function findSentByKey(
  db: DbOrTx,
  { senderId, clientKey }: { senderId: number; clientKey: string },
): Promise<number | null> {
  const [row] = await db
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(eq(announcements.senderId, senderId), eq(announcements.clientKey, clientKey)));
  return row?.id ?? null;
}

export async function insertAnnouncement(tx: Tx, values: typeof announcements.$inferInsert): Promise<number> {
  const [row] = await tx.insert(announcements).values(values).returning({ id: announcements.id });
  if (!row) throw new Error('The announcement was not stored.');
  return row.id;
}

/** For those who received it and for its sender; null for everyone else. */
export async function findAnnouncement(db: DbOrTx, { id: which, userId }: { id: number; userId: number }) {
  const isRecipient = sql`exists (select from announcement_recipients r
    where r.announcement_id = ${announcements.id} and r.user_id = ${userId})`;
  const [row] = await db
    .select({ ...sentColumns, senderId: announcements.senderId })
    .from(announcements)
    .where(and(eq(announcements.id, which), sql`(${announcements.senderId} = ${userId} or ${isRecipient})`));
  return row ?? null;
}

/** Locked: two workers take turns. */
export async function lockAnnouncement(tx: Tx, { id: which }: { id: number }) {
  const [row] = await tx
    .select({
      ...sentColumns,
      senderId: announcements.senderId,
      reachedUserId: announcements.reachedUserId,
    })
    .from(announcements)
    .where(eq(announcements.id, which))
    .for('update');
  return row ?? null;
}

/** Those who didn't have it yet. */
export async function insertRecipients(
  tx: Tx,
  { announcementId, userIds }: { announcementId: number; userIds: number[] },
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx
    .insert(announcementRecipients)
    .values(userIds.map((userId) => ({ announcementId, userId })))
    .onConflictDoNothing()
    .returning({ userId: announcementRecipients.userId });
  return new Set(rows.map(({ userId }) => userId));
}

export async function updateProgress(
  tx: Tx,
  change: { id: number; added: number; reachedUserId: number; state: AnnouncementState },
): Promise<void> {
  await tx
    .update(announcements)
    .set({
      recipientCount: sql`${announcements.recipientCount} + ${change.added}`,
      reachedUserId: change.reachedUserId,
      state: change.state,
    })
    .where(eq(announcements.id, change.id));
}
