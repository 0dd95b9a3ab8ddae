// SQL that issues certificates. Every date of a certificate is computed here, in the holder's time zone; the unique index
// on user, course and cycle makes sure that each is issued once.
import { type SQL, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { REMINDER_DAYS, type CertificateSource } from '#shared/features/certificate/certificate.rules.ts';
import { NAMELESS } from '#shared/names.ts';
import { midnightBefore } from './certificate.queries.ts';

/** The newest published version of the rule's template, or of the platform's first. */
const templateVersionSql = sql`coalesce(
  (select v.id from certificate_template_versions v where v.template_id = r.template_id order by v.version desc limit 1),
  (select v.id from certificate_templates t join certificate_template_versions v on v.template_id = t.id
   where t.owner_id is null and t.archived_at is null order by t.id, v.version desc limit 1))`;

const isOfferedSql = sql`coalesce(r.is_offered, c.kind = 'certification')`;

/** Hours that count, of the user in `u`. */
const countedHours = sql`(select coalesce(sum(h.hours), 0) from credit_hours h
  where h.user_id = u.id and h.state = 'counted')`;

/** Those since certificate `e` was issued, without the hours it is worth itself. */
const hoursSinceIssued = sql`(select coalesce(sum(h.hours), 0) from credit_hours h
  where h.user_id = u.id and h.state = 'counted' and h.done_on >= e.issued_on
    and h.earned_with is distinct from 'certificate:' || e.id)`;

type NewCertificate = {
  codes: readonly string[];
  source: CertificateSource;
  issuedBy: number | null;
  now: Date;
  /** Rows of users u, courses c, their rule r and a cycle, a name for the holder and a day to count from. */
  due: SQL;
};

export type IssuedCertificate = {
  id: number;
  code: string;
  userId: number;
  courseId: number;
  cycle: number;
  holderName: string;
  courseTitle: string;
  creditHours: number | null;
  issuedOn: string;
  expiresOn: string | null;
  /** The number of the cycle it renews. */
  renewsCode: string | null;
};

/**
 * `due` selects u.id, c.id, cycle, holder_name and starts_on (null: today). One code per row; whoever comes second for the
 * same user, course and cycle issues nothing.
 */
async function insertCertificates(
  tx: Tx,
  { codes, source, issuedBy, now, due }: NewCertificate,
): Promise<IssuedCertificate[]> {
  const { rows } = await tx.execute<IssuedCertificate>(sql`
    with due as (${due}),
    numbered as (
      select d.*, row_number() over (order by d.user_id, d.course_id) as at,
        coalesce(u.time_zone, 'UTC') as zone, (${now}::timestamptz at time zone coalesce(u.time_zone, 'UTC'))::date as today
      from due d join users u on u.id = d.user_id
    ),
    dated as (
      select n.*, (greatest(n.today, n.starts_on) + make_interval(months => c.valid_months))::date as last_day,
        c.title, c.credit_hours, coalesce(r.grace_months, 12) as grace_months,
        trim(i.first_name || ' ' || i.last_name) as assessor,
        (select count(*) from course_modules m where m.course_id = c.id) as modules,
        ${templateVersionSql} as template_version_id
      from numbered n join courses c on c.id = n.course_id join users i on i.id = c.instructor_id
      left join certificate_rules r on r.course_id = c.id
    )
    insert into certificates (code, user_id, course_id, cycle, source, holder_name, course_title, assessor_name,
      module_count, credit_hours, template_version_id, time_zone, issued_at, issued_on, expires_on, expires_at,
      grace_ends_at, issued_by)
    select (${sql.param(codes)}::text[])[at], user_id, course_id, cycle, ${source}, holder_name, title, assessor,
      modules, credit_hours, template_version_id, zone, ${now}, today, last_day,
      (last_day + 1)::timestamp at time zone zone,
      ((last_day + make_interval(months => grace_months))::date + 1)::timestamp at time zone zone, ${issuedBy}
    from dated
    on conflict (user_id, course_id, cycle) do nothing
    returning id, code, user_id as "userId", course_id as "courseId", cycle, holder_name as "holderName",
      course_title as "courseTitle", credit_hours::float as "creditHours", issued_on::text as "issuedOn",
      expires_on::text as "expiresOn",
      (select b.code from certificates b where b.user_id = certificates.user_id and b.course_id = certificates.course_id
        and b.cycle = certificates.cycle - 1 and (certificates.source = 'renewed' or b.revoked_at is null)) as "renewsCode"`);
  return rows;
}

/** Login names are never published, so someone without a name gets none. */
const holderNameSql = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), ${NAMELESS})`;

type Earned = { userId: number; courseId?: number | undefined; codes: readonly string[]; now: Date };

/**
 * First certificates of courses the user has completed, where the course's rule is met and none was ever issued. Without a
 * course: those that waited for hours.
 */
export function issueEarned(tx: Tx, { userId, courseId, codes, now }: Earned): Promise<IssuedCertificate[]> {
  const due = sql`
    select u.id as user_id, c.id as course_id, 1 as cycle, ${holderNameSql} as holder_name, null::date as starts_on
    from course_progress p join users u on u.id = p.user_id join courses c on c.id = p.course_id
    left join certificate_rules r on r.course_id = c.id
    where p.user_id = ${userId} and p.completed_at is not null 
      and ${courseId ? sql`c.id = ${courseId}` : sql`r.required_hours > 0`}
      and ${isOfferedSql} and coalesce(r.required_hours, 0) <= ${countedHours}
      and not exists (select 1 from certificates e where e.user_id = u.id and e.course_id = c.id)
    limit ${codes.length}`;
  return insertCertificates(tx, { codes, source: 'earned', issuedBy: null, now, due });
}

/** Can be renewed now: the latest cycle, from the first reminder until the end of grace, with what the rule asks for. */
const renewable = (now: Date) => sql`
  e.revoked_at is null and ${midnightBefore(sql`e`, REMINDER_DAYS[0])} <= ${now} and e.grace_ends_at > ${now}
  and not exists (select 1 from certificates n
    where n.user_id = e.user_id and n.course_id = e.course_id and n.cycle > e.cycle)`;

/** A certificate that the course renewed was issued in the moment it was completed: that time through is spent. */
const renewalEarned = sql`(
  r.renewal_hours <= ${hoursSinceIssued}
  or exists (select 1 from course_progress p
    where p.user_id = e.user_id and p.course_id = r.renewal_course_id and p.completed_at > e.issued_at))`;

type Renewal = {
  userId: number;
  certificateId?: number | undefined;
  renewalCourseId?: number | undefined;
  codes: readonly string[];
  issuedBy: number | null;
  /** By hand: staff vouch for what the rule asks for. */
  isByHand?: boolean;
  now: Date;
};

/**
 * The next cycle of certificates. It starts where the last one ends, or today if that has expired. The last one keeps its
 * dates, but its grace is over: there is nothing left to renew.
 */
export async function issueRenewals(tx: Tx, renewal: Renewal): Promise<IssuedCertificate[]> {
  const { userId, certificateId, renewalCourseId, codes, issuedBy, isByHand = false, now } = renewal;
  const due = sql`
    select u.id as user_id, c.id as course_id, e.cycle + 1 as cycle, e.holder_name, e.expires_on as starts_on
    from certificates e join users u on u.id = e.user_id join courses c on c.id = e.course_id
    left join certificate_rules r on r.course_id = c.id
    where e.user_id = ${userId} and ${renewable(now)}
      ${certificateId ? sql`and e.id = ${certificateId}` : sql``}
      ${renewalCourseId ? sql`and r.renewal_course_id = ${renewalCourseId}` : sql``}
      ${isByHand ? sql`` : sql`and ${renewalEarned}`}
    limit ${codes.length}`;
  const renewed = await insertCertificates(tx, { codes, source: 'renewed', issuedBy, now, due });
  for (const { courseId, cycle } of renewed) {
    await tx.execute(sql`update certificates set grace_ends_at = expires_at
      where user_id = ${userId} and course_id = ${courseId} and cycle = ${cycle - 1}`);
  }
  return renewed;
}

type ByHand = {
  userId: number;
  courseId: number;
  holderName: string | null;
  code: string;
  issuedBy: number;
  now: Date;
};

/** Refused by the caller while the user holds a live one; after a revoked or expired one this is the next cycle. */
export async function issueByHand(
  tx: Tx,
  { userId, courseId, holderName, code, issuedBy, now }: ByHand,
): Promise<IssuedCertificate | null> {
  const due = sql`
    select u.id as user_id, c.id as course_id, coalesce(${holderName}, ${holderNameSql}) as holder_name,
      null::date as starts_on,
      1 + coalesce((select max(e.cycle) from certificates e where e.user_id = u.id and e.course_id = c.id), 0) as cycle
    from users u, courses c where u.id = ${userId} and c.id = ${courseId}
      and not exists (select 1 from certificates e where e.user_id = u.id and e.course_id = c.id
        and e.revoked_at is null and (e.expires_at is null or e.expires_at > ${now}))`;
  const [issued] = await insertCertificates(tx, { codes: [code], source: 'issued', issuedBy, now, due });
  return issued ?? null;
}

/** Waits for whoever is issuing to this user, so that two renewals by different ways don't make two cycles. */
export async function lockHolder(tx: Tx, { userId }: { userId: number }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('certificates'), ${userId})`);
}

export async function findRenewalStanding(
  db: DbOrTx,
  { certificateId, now }: { certificateId: number; now: Date },
) {
  const { rows } = await db.execute<{
    isInWindow: boolean;
    isEarned: boolean;
    renewalHours: number | null;
    hours: number;
    renewalCourseId: number | null;
    renewalCourseTitle: string | null;
    hasCompletedCourse: boolean;
    newExpiresOn: string | null;
  }>(sql`
    select (${renewable(now)}) as "isInWindow", coalesce(${renewalEarned}, false) as "isEarned",
      r.renewal_hours::float as "renewalHours", ${hoursSinceIssued}::float as hours,
      n.id as "renewalCourseId", n.title as "renewalCourseTitle",
      exists (select 1 from course_progress p where p.user_id = e.user_id and p.course_id = r.renewal_course_id
        and p.completed_at > e.issued_at) as "hasCompletedCourse",
      (greatest((${now}::timestamptz at time zone coalesce(u.time_zone, 'UTC'))::date, e.expires_on)
        + make_interval(months => c.valid_months))::date::text as "newExpiresOn"
    from certificates e join users u on u.id = e.user_id join courses c on c.id = e.course_id
    left join certificate_rules r on r.course_id = e.course_id
    left join courses n on n.id = r.renewal_course_id
    where e.id = ${certificateId}`);
  return rows[0] ?? null;
}

/** A course without a row follows the defaults of its kind. */
export async function findCourseRule(db: DbOrTx, { courseId }: { courseId: number }) {
  const { rows } = await db.execute<{ isOffered: boolean; requiredHours: number }>(sql`
    select ${isOfferedSql} as "isOffered", coalesce(r.required_hours, 0)::float as "requiredHours"
    from courses c left join certificate_rules r on r.course_id = c.id where c.id = ${courseId}`);
  return rows[0] ?? null;
}

/** The certificate that completing this course once more would renew, if it was completed before and doesn't count any more. */
export async function findRepeatedFor(
  db: DbOrTx,
  { userId, courseId, now }: { userId: number; courseId: number; now: Date },
) {
  const { rows } = await db.execute<{
    id: number;
    courseTitle: string;
    expiresOn: string;
    isExpired: boolean;
  }>(sql`
    select e.id, e.course_title as "courseTitle", e.expires_on::text as "expiresOn",
      e.expires_at <= ${now} as "isExpired"
    from certificates e join certificate_rules r on r.course_id = e.course_id and r.renewal_course_id = ${courseId}
    join course_progress p on p.user_id = e.user_id and p.course_id = r.renewal_course_id
    where e.user_id = ${userId} and ${renewable(now)} and p.completed_at <= e.issued_at
    order by e.expires_at limit 1`);
  return rows[0] ?? null;
}
