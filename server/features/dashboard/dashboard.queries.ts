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

export type SetupState = {
  supportEmail: string;
  feePoints: number;
  isSaved: boolean;
  isBackedUp: boolean;
  hasCourse: boolean;
  hasOfficer: boolean;
  /** Emails fail, and none has arrived since then. */
  isMailFailing: boolean;
};

/** What the database knows of a site's setup, in one query that stops at the first match. */
export async function findSetupState(db: DbOrTx): Promise<SetupState> {
  const { rows } = await db.execute<SetupState>(sql`
    select support_email as "supportEmail", platform_fee_points as "feePoints",
      saved_at is not null as "isSaved", backed_up_at is not null as "isBackedUp",
      exists (select from courses where state = 'published') as "hasCourse",
      exists (select from users where state = 'active' and roles @> array['curriculum_officer']) as "hasOfficer",
      coalesce((select not exists (select from mail_outbox o where o.created_at >= failed.at and o.sent_at is not null)
        from (select max(created_at) as at from mail_outbox where sent_at is null and last_error is not null) failed
        where failed.at is not null), false) as "isMailFailing"
    from settings`);
  const [row] = rows;
  if (!row) throw new Error('The settings row is missing.');
  return row;
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
