// What memberships give a user now, in SQL. Open until the moment `accessEnd` says (membership.service.ts), whether or
// not a job has ended them.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { preparedSql } from '#server/db/prepared.ts';
import { oneOf } from '#server/db/columns.ts';
import {
  LIVE_MEMBERSHIP_STATES,
  OPEN_MEMBERSHIP_STATES,
  RETRY_DAYS,
} from '#shared/features/membership/membership.states.ts';

/** As GRACE_DAYS; in hours, which are always as long. */
const GRACE = sql.raw(`interval '${24 * RETRY_DAYS.reduce((sum, days) => sum + days, 1)} hours'`);

export const accessEnd = sql`case when m.is_canceling or m.price_id is null or m.card_id is null then m.ends_at
  else m.ends_at + ${GRACE} end`;

/** Their own memberships and those they have a seat of, that are open now. */
export const openMemberships = (userId: SQL, now: SQL) => sql`
  from memberships m join plans p on p.id = m.plan_id
  where m.id in (
      select id from memberships where user_id = ${userId} and state in (${oneOf(LIVE_MEMBERSHIP_STATES)})
      union all
      select membership_id from membership_seats where user_id = ${userId} and ended_at is null)
    and m.state in (${oneOf(OPEN_MEMBERSHIP_STATES)}) and ${accessEnd} > ${now}`;

/** In percent. */
export type MemberRates = {
  resource: number;
  course: number;
  booking: number;
  /** When these may end; null: the user isn't a member. */
  until: Date | null;
  /** They were a member, and no longer are. */
  hasEnded: boolean;
};

const given = { userId: sql`${sql.placeholder('userId')}::int`, now: sql.placeholder('now') };

/** The best of several, as a value in the statement that needs it (placeholders userId and now). */
export const memberRatesSql = sql<MemberRates>`(
  select json_build_object('resource', coalesce(max(p.resource_discount), 0),
    'course', coalesce(max(p.course_discount), 0), 'booking', coalesce(max(p.booking_discount), 0),
    'until', min(case when m.next_price_id is null then ${accessEnd} else m.ends_at end),
    'hasEnded', count(*) = 0 and (exists (select 1 from memberships where user_id = ${given.userId})
      or exists (select 1 from membership_seats where user_id = ${given.userId})))
  ${openMemberships(given.userId, sql`${given.now}::timestamptz`)})`.mapWith(toRates);

function toRates(rates: MemberRates): MemberRates {
  return { ...rates, until: rates.until && new Date(rates.until) };
}

const selectRates = preparedSql<{ rates: MemberRates }>(
  'member_rates',
  sql`select ${memberRatesSql} as rates`,
);

export async function findMemberRates(
  db: DbOrTx,
  asked: { userId: number; now: Date },
): Promise<MemberRates> {
  const [row] = await selectRates(db, asked);
  if (!row) throw new Error('An aggregate without a row');
  return toRates(row.rates);
}

type Asked = { userId: number; now: Date };

export type OpenMembership = {
  id: number;
  /** When access through it ends, if nothing is paid any more. */
  endsAt: Date;
  /** Null: no limit. */
  monthlyDownloads: number | null;
};

const selectOpen = ({ userId, now }: Asked) => sql`
  select m.id, ${accessEnd} as "endsAt", p.monthly_downloads as "monthlyDownloads"
  ${openMemberships(sql`${userId}::int`, sql`${now}`)} order by m.id`;

const toOpen = ({ endsAt, ...row }: OpenMembership): OpenMembership => ({ ...row, endsAt: new Date(endsAt) });

export async function listOpenMemberships(db: DbOrTx, asked: Asked): Promise<OpenMembership[]> {
  const { rows } = await db.execute<OpenMembership>(selectOpen(asked));
  return rows.map(toOpen);
}

/** Against ending until the transaction does. `isAlone`: others who lock them this way wait. */
export async function lockOpenMemberships(
  tx: Tx,
  { isAlone, ...asked }: Asked & { isAlone: boolean },
): Promise<OpenMembership[]> {
  const lock = sql.raw(isAlone ? 'for no key update of m' : 'for share of m');
  const { rows } = await tx.execute<OpenMembership>(sql`${selectOpen(asked)} ${lock}`);
  if (rows.length === 0) return [];
  // A seat may have ended while this waited for the lock.
  const locked = new Set(rows.map(({ id }) => id));
  return (await listOpenMemberships(tx, asked)).filter(({ id }) => locked.has(id));
}
