// SQL of the jobs of certificates. All of it can run twice without doing anything twice.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { REMINDER_DAYS } from '#shared/features/certificate/certificate.rules.ts';
import { midnightBefore } from './certificate.queries.ts';

export type DueReminder = {
  id: number;
  code: string;
  userId: number;
  cycle: number;
  courseTitle: string;
  expiresOn: string | null;
  /** Which reminder it is. */
  days: number;
  /** Days that are left where the holder lives: fewer, if the reminder comes late. */
  daysLeft: number;
};

const dueAt = midnightBefore(sql`c`, sql`days`);

/** The latest that is due for each certificate; earlier ones that were missed are not sent late. */
export async function insertDueReminders(
  tx: Tx,
  { now, limit }: { now: Date; limit: number },
): Promise<DueReminder[]> {
  const { rows } = await tx.execute<DueReminder>(sql`
    with sent as (
      insert into certificate_reminders (certificate_id, days, sent_at)
      select c.id, due.days, ${now}
      from certificates c
      cross join lateral (
        select min(days) as days from unnest(${sql.param([...REMINDER_DAYS])}::int[]) days
        where ${dueAt} <= ${now} and ${dueAt} > c.issued_at
      ) due
      where c.revoked_at is null and c.expires_at > ${now}
        -- For the index. The first reminder goes out at midnight, up to 92 times 24 hours before the end.
        and c.expires_at <= ${now}::timestamptz + make_interval(days => ${REMINDER_DAYS[0] + 2})
        and due.days is not null
        and not exists (select 1 from certificate_reminders r where r.certificate_id = c.id and r.days = due.days)
        and not exists (select 1 from certificates n
          where n.user_id = c.user_id and n.course_id = c.course_id and n.cycle > c.cycle)
      order by c.id limit ${limit}
      on conflict do nothing
      returning certificate_id, days
    )
    select c.id, c.code, c.user_id as "userId", c.cycle, c.course_title as "courseTitle",
      c.expires_on::text as "expiresOn", sent.days,
      c.expires_on - (${now}::timestamptz at time zone c.time_zone)::date as "daysLeft"
    from sent join certificates c on c.id = sent.certificate_id`);
  return rows;
}

/**
 * The course each certificate was earned with: its own, or the one that renewed it. A renewal by hours, and what staff
 * issued or renewed by hand, was earned with no purchase.
 */
const EARNED_WITH = sql`select c.id, c.course_id as earned_with from certificates c where c.source = 'earned'
  union all
  select c.id, r.renewal_course_id from certificates c
  join certificates before on before.user_id = c.user_id and before.course_id = c.course_id and before.cycle = c.cycle - 1
  join certificate_rules r on r.course_id = c.course_id
  join course_progress p on p.user_id = c.user_id and p.course_id = r.renewal_course_id
  where c.source = 'renewed' and c.issued_by is null and p.completed_at > before.issued_at
    -- Completing the course issues it at once. Renewed later, it may be the hours that did.
    and (p.completed_at = c.issued_at or (p.completed_at < c.issued_at and r.renewal_hours is null))`;

/** A membership that is over, too: what was learned with it stays earned. */
const LIVE_ENTITLEMENT = sql`select 1 from entitlements l
  where l.user_id = c.user_id and l.item_type = 'course' and l.item_id = w.earned_with and l.state <> 'revoked'`;

/** A seat that was passed on to somebody else is no refund. */
const TAKEN_BACK = sql`select 1 from entitlements e
  where e.user_id = c.user_id and e.item_type = 'course' and e.item_id = w.earned_with and e.state = 'revoked'
    and (e.cause = 'order_line' or (e.cause = 'seat' and exists (
      select 1 from seats s join order_lines l on l.id = s.line_id
      where s.id || '.' || s.tenure = e.cause_ref and s.holder_id = e.user_id and not l.is_live)))`;

type RefundedCertificate = Omit<DueReminder, 'days' | 'daysLeft'>;

/** Earned with a purchase that was taken back, and no other way into the course is left. */
export async function revokeRefunded(tx: Tx, { reason, now }: { reason: string; now: Date }) {
  const { rows } = await tx.execute<RefundedCertificate>(sql`
    update certificates c set revoked_at = ${now}, revoked_reason = ${reason}
    from (${EARNED_WITH}) w
    where w.id = c.id and c.revoked_at is null
      and exists (${TAKEN_BACK}) and not exists (${LIVE_ENTITLEMENT})
    returning c.id, c.code, c.user_id as "userId", c.cycle, c.course_title as "courseTitle",
      c.expires_on::text as "expiresOn"`);
  return rows;
}

/** Only those that were revoked by a refund, not by a person. */
export async function reinstateRefunded(tx: Tx, { reason }: { reason: string; now: Date }) {
  const { rows } = await tx.execute<RefundedCertificate>(sql`
    update certificates c set revoked_at = null, revoked_reason = null
    from (${EARNED_WITH}) w
    where w.id = c.id and c.revoked_by is null and c.revoked_reason = ${reason} and exists (${LIVE_ENTITLEMENT})
    returning c.id, c.code, c.user_id as "userId", c.cycle, c.course_title as "courseTitle",
      c.expires_on::text as "expiresOn"`);
  return rows;
}
