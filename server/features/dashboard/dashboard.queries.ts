// Stats for the staff dashboard, in SQL.
import { and, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { applications } from '#server/db/schema/application.ts';
import { activeDays } from '#server/db/schema/platform.ts';
import type { ApplicationKind } from '#shared/features/application/application.states.ts';

export type DayStats = { day: string; signUps: number; activePeople: number };

/** Every day from `first` to `last` (UTC), including days without activity. */
export async function listDays(
  db: DbOrTx,
  { first, last }: { first: string; last: string },
): Promise<DayStats[]> {
  const { rows } = await db.execute<DayStats>(sql`
    select to_char(days.start, 'YYYY-MM-DD') as day,
      (select count(*)::int from ${users}
        where ${users.createdAt} >= days.start at time zone 'UTC'
          and ${users.createdAt} < (days.start + interval '1 day') at time zone 'UTC') as "signUps",
      (select count(*)::int from ${activeDays} where ${activeDays.day} = days.start::date) as "activePeople"
    from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as days(start)
    order by days.start`);
  return rows;
}

/** Each user counts once. */
export async function countActiveUsers(
  db: DbOrTx,
  { first, last }: { first: string; last: string },
): Promise<number> {
  const active = db
    .selectDistinct({ id: activeDays.userId })
    .from(activeDays)
    .where(sql`${activeDays.day} between ${first} and ${last}`);
  return db.$count(active.as('active'));
}

export async function countUsers(db: DbOrTx): Promise<number> {
  return db.$count(users, sql`${users.state} <> 'deleted'`);
}

export async function findWaitingApplications(
  db: DbOrTx,
  { kind }: { kind?: ApplicationKind } = {},
): Promise<{ waiting: number; oldestAt: Date | null }> {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*)`.mapWith(Number),
      oldestAt: sql<Date | null>`min(${applications.createdAt})`.mapWith(applications.createdAt),
    })
    .from(applications)
    .where(and(eq(applications.state, 'waiting'), kind && eq(applications.kind, kind)));
  return row ?? { waiting: 0, oldestAt: null };
}
