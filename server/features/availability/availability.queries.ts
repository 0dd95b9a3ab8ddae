// Hours, days off, other calendars and feeds, in SQL.
import { and, asc, count, eq, gte, lte, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import {
  calendarFeeds,
  dateHours,
  externalBusyTimes,
  externalCalendars,
  timeOff,
  weeklyHours,
} from '#server/db/schema/availability.ts';
import { instructors } from '#server/db/schema/instructor.ts';
import type { Hours } from '#shared/features/availability/availability.rules.ts';

type Owner = { instructorId: number };

/** Null if they have no profile on Connect yet. With dates: only the exceptions that matter between them. */
export async function findHours(
  db: DbOrTx,
  { instructorId, from, to }: Owner & { from?: string; to?: string },
): Promise<Hours | null> {
  const weekly = db
    .select({ rows: jsonRows({ weekday: weeklyHours.weekday, ...minutesOf(weeklyHours) }) })
    .from(weeklyHours)
    .where(eq(weeklyHours.instructorId, instructorId));
  const dates = db
    .select({ rows: jsonRows({ date: dateHours.date, ...minutesOf(dateHours) }) })
    .from(dateHours)
    .where(
      and(
        eq(dateHours.instructorId, instructorId),
        from === undefined ? undefined : gte(dateHours.date, from),
        to === undefined ? undefined : lte(dateHours.date, to),
      ),
    );
  const { startsOn, endsOn, label, isYearly } = timeOff;
  const off = db
    .select({ rows: jsonRows({ startsOn, endsOn, label, isYearly }) })
    .from(timeOff)
    .where(
      and(
        eq(timeOff.instructorId, instructorId),
        from === undefined ? undefined : or(isYearly, gte(endsOn, from)),
        to === undefined ? undefined : or(isYearly, lte(startsOn, to)),
      ),
    );
  const [row] = await db
    .select({
      timeZone: instructors.timeZone,
      weeklyHours: sql<Hours['weeklyHours']>`(${weekly})`,
      dateHours: sql<Hours['dateHours']>`(${dates})`,
      timeOff: sql<Hours['timeOff']>`(${off})`,
    })
    .from(instructors)
    .where(eq(instructors.userId, instructorId));
  return row ?? null;
}

const minutesOf = ({ startMinute, endMinute }: typeof weeklyHours | typeof dateHours) => ({
  startMinute,
  endMinute,
});

/** One JSON array instead of a row each, in a stable order. */
function jsonRows(columns: Record<string, unknown>) {
  const pairs = Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`);
  const row = sql`jsonb_build_object(${sql.join(pairs, sql`, `)})`;
  return sql`coalesce(jsonb_agg(${row} order by ${row}), '[]')`;
}

/** Held until the transaction ends, so that two saves at once see each other. */
export async function lockInstructor(tx: Tx, { instructorId }: Owner): Promise<boolean> {
  const rows = await tx
    .select({ id: instructors.userId })
    .from(instructors)
    .where(eq(instructors.userId, instructorId))
    .for('no key update');
  return rows.length > 0;
}

export async function replaceHours(tx: Tx, { instructorId, ...hours }: Owner & Omit<Hours, 'timeZone'>) {
  await tx.delete(weeklyHours).where(eq(weeklyHours.instructorId, instructorId));
  await tx.delete(dateHours).where(eq(dateHours.instructorId, instructorId));
  await tx.delete(timeOff).where(eq(timeOff.instructorId, instructorId));
  const owned = <T extends object>(rows: readonly T[]) => rows.map((row) => ({ ...row, instructorId }));
  if (hours.weeklyHours.length > 0) await tx.insert(weeklyHours).values(owned(hours.weeklyHours));
  if (hours.dateHours.length > 0) await tx.insert(dateHours).values(owned(hours.dateHours));
  if (hours.timeOff.length > 0) await tx.insert(timeOff).values(owned(hours.timeOff));
}

export async function listCalendarRows(db: DbOrTx, { instructorId, id }: Owner & { id?: number }) {
  const busyCount = db
    .select({ total: count() })
    .from(externalBusyTimes)
    .where(eq(externalBusyTimes.calendarId, externalCalendars.id));
  const { label, url, readAt, problem } = externalCalendars;
  return db
    .select({
      id: externalCalendars.id,
      label,
      url,
      readAt,
      problem,
      busyCount: sql<number>`(${busyCount})::int`,
    })
    .from(externalCalendars)
    .where(
      and(
        eq(externalCalendars.instructorId, instructorId),
        id === undefined ? undefined : eq(externalCalendars.id, id),
      ),
    )
    .orderBy(asc(externalCalendars.id));
}

export type CalendarRow = Awaited<ReturnType<typeof listCalendarRows>>[number];

type NewCalendar = Owner & { label: string; url: string; now: Date };

export async function insertCalendar(tx: Tx, { now, ...calendar }: NewCalendar): Promise<number> {
  const [row] = await tx
    .insert(externalCalendars)
    .values({ ...calendar, createdAt: now, nextReadAt: now })
    .returning({ id: externalCalendars.id });
  if (!row) throw new Error('The calendar was not inserted.');
  return row.id;
}

export async function deleteCalendar(db: DbOrTx, { instructorId, id }: Owner & { id: number }) {
  const rows = await db
    .delete(externalCalendars)
    .where(and(eq(externalCalendars.id, id), eq(externalCalendars.instructorId, instructorId)))
    .returning({ id: externalCalendars.id });
  return rows.length > 0;
}

export async function findCalendar(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      url: externalCalendars.url,
      instructorId: externalCalendars.instructorId,
      timeZone: instructors.timeZone,
    })
    .from(externalCalendars)
    .innerJoin(instructors, eq(instructors.userId, externalCalendars.instructorId))
    .where(eq(externalCalendars.id, id));
  return row ?? null;
}

/** Those whose time has come; each moves to its next one, so that no other worker reads it too. */
export async function claimDueCalendars(db: DbOrTx, { now, next }: { now: Date; next: Date }) {
  return db
    .update(externalCalendars)
    .set({ nextReadAt: next })
    .where(lte(externalCalendars.nextReadAt, now))
    .returning({ id: externalCalendars.id });
}

type BusyTime = { startsAt: Date; endsAt: Date };

/** False if the calendar was removed meanwhile. */
export async function replaceBusyTimes(
  tx: Tx,
  { id, instructorId, busy, readAt }: Owner & { id: number; busy: readonly BusyTime[]; readAt: Date },
): Promise<boolean> {
  const found = await tx
    .update(externalCalendars)
    .set({ readAt, problem: null })
    .where(eq(externalCalendars.id, id))
    .returning({ id: externalCalendars.id });
  if (found.length === 0) return false;
  await tx.delete(externalBusyTimes).where(eq(externalBusyTimes.calendarId, id));
  for (let at = 0; at < busy.length; at += 1000) {
    const rows = busy.slice(at, at + 1000).map((time) => ({ ...time, calendarId: id, instructorId }));
    await tx.insert(externalBusyTimes).values(rows);
  }
  return true;
}

export async function setCalendarProblem(db: DbOrTx, { id, problem }: { id: number; problem: string }) {
  await db.update(externalCalendars).set({ problem }).where(eq(externalCalendars.id, id));
}

export async function findFeed(db: DbOrTx, { instructorId }: Owner) {
  const [row] = await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.instructorId, instructorId));
  return row ?? null;
}

export async function upsertFeed(db: DbOrTx, feed: Owner & { tokenHash: Buffer; createdAt: Date }) {
  const { tokenHash, createdAt } = feed;
  await db
    .insert(calendarFeeds)
    .values(feed)
    .onConflictDoUpdate({ target: calendarFeeds.instructorId, set: { tokenHash, createdAt } });
}

export async function deleteFeed(db: DbOrTx, { instructorId }: Owner): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.instructorId, instructorId));
}

export async function findFeedOwner(
  db: DbOrTx,
  { tokenHash }: { tokenHash: Buffer },
): Promise<number | null> {
  const [row] = await db
    .select({ instructorId: calendarFeeds.instructorId })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.tokenHash, tokenHash));
  return row?.instructorId ?? null;
}
