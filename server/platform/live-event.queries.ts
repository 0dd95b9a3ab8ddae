// Live events in SQL.
import { and, arrayOverlaps, asc, eq, gt, inArray, lt, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { preparedSql } from '#server/db/prepared.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { liveEvents, liveStreams, sessions } from '#server/db/schema/platform.ts';
import type { Role } from '#shared/roles.ts';

const STAFF_ROLES: Role[] = ['admin', 'curriculum_officer'];

export type LiveEventRow = { number: number; kind: string; payload: Record<string, number> };

/**
 * Part of a statement: one event for each user in `told (user_id)`. Their streams are locked in the order of their ids,
 * so that two transactions that tell the same people never wait for each other; a trigger tells the listening processes
 * after the commit.
 */
export const liveEventsSql = ({
  kind,
  payload,
  now,
}: {
  kind: SQL;
  payload: SQL;
  now: SQL;
}) => sql`numbered as (
      insert into live_streams (user_id, last_number) select distinct user_id, 1 from told order by user_id
      on conflict (user_id) do update set last_number = live_streams.last_number + 1
      returning user_id, last_number
    ), events as (
      insert into live_events (user_id, number, kind, payload, created_at)
      select user_id, last_number, ${kind}, ${payload}::jsonb, ${now}::timestamptz from numbered
    )`;

const given = sql.placeholder;

const writeLiveEvents = preparedSql(
  'live_events_written',
  sql`with told as (select unnest(${given('userIds')}::int[]) as user_id),
    ${liveEventsSql({ kind: sql`${given('kind')}::text`, payload: sql`${given('payload')}`, now: sql`${given('now')}` })}
    select`,
);

export async function insertLiveEvents(
  tx: Tx,
  event: { userIds: readonly number[]; kind: string; payload: Record<string, number>; now: Date },
): Promise<void> {
  const { userIds, kind, payload, now } = event;
  if (userIds.length === 0) return;
  await writeLiveEvents(tx, { userIds: [...userIds], kind, payload: JSON.stringify(payload), now });
}

/** Browsers of these users are connected now. In the order of their ids, like above. */
export async function recordConnections(
  db: DbOrTx,
  { userIds, now }: { userIds: readonly number[]; now: Date },
): Promise<void> {
  const sorted = [...new Set(userIds)].toSorted((a, b) => a - b);
  await db.execute(sql`
    insert into ${liveStreams} (user_id, connected_at)
    select unnest(${sql.param(sorted)}::int[]), ${now}::timestamptz
    on conflict (user_id) do update set connected_at = excluded.connected_at`);
}

/** Straight to the listening processes, without a row. */
export async function notifyTyping(
  db: DbOrTx,
  { conversationId, userId, toIds }: { conversationId: number; userId: number; toIds: readonly number[] },
): Promise<void> {
  await db.execute(sql`select pg_notify('live', ${`typing:${conversationId}:${userId}:${toIds.join(',')}`})`);
}

const MOST_EVENTS = 200;

/** In order, at most `MOST_EVENTS`: ask again after the last one. */
export async function listLiveEvents(
  db: DbOrTx,
  { userId, after }: { userId: number; after: number },
): Promise<LiveEventRow[]> {
  const { number, kind, payload } = liveEvents;
  return db
    .select({ number, kind, payload })
    .from(liveEvents)
    .where(and(eq(liveEvents.userId, userId), gt(liveEvents.number, after)))
    .orderBy(asc(liveEvents.number))
    .limit(MOST_EVENTS);
}

/** The number of each user's latest event; users who never had one are missing. */
export async function findLastNumbers(
  db: DbOrTx,
  { userIds }: { userIds: readonly number[] },
): Promise<Map<number, number>> {
  const rows = await db
    .select({ userId: liveStreams.userId, lastNumber: liveStreams.lastNumber })
    .from(liveStreams)
    .where(inArray(liveStreams.userId, [...userIds]));
  return new Map(rows.map(({ userId, lastNumber }) => [userId, lastNumber]));
}

export async function listStaffIds(db: DbOrTx): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(arrayOverlaps(users.roles, STAFF_ROLES), eq(users.state, 'active')));
  return rows.map(({ id }) => id);
}

/** Of these sessions, those that are still signed in. */
export async function findLiveSessions(
  db: DbOrTx,
  { sessionIds, now }: { sessionIds: readonly number[]; now: Date },
): Promise<Set<number>> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(inArray(sessions.id, [...sessionIds]), gt(sessions.expiresAt, now), eq(users.state, 'active')),
    );
  return new Set(rows.map(({ id }) => id));
}

export async function deleteLiveEventsBefore(db: DbOrTx, { before }: { before: Date }): Promise<void> {
  await db.delete(liveEvents).where(lt(liveEvents.createdAt, before));
}

export async function deleteLiveEventsOf(tx: Tx, { userId }: { userId: number }): Promise<void> {
  await tx.delete(liveEvents).where(eq(liveEvents.userId, userId));
  await tx.delete(liveStreams).where(eq(liveStreams.userId, userId));
}
