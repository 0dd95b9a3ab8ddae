// Certificates of the demo school: everyone who completed a certification has one, a few are expiring, expired, renewed or
// revoked. The demo member holds three. Codes are the same on every machine.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';

const HELD = [
  // The renewal of the first one, an expiring one that needs hours, and one that lapsed.
  { username: 'member', course: 'IDP-CERT', cycle: 1, issuedAgo: 760 },
  { username: 'member', course: 'IDP-CERT', cycle: 2, issuedAgo: 45 },
  { username: 'member', course: 'CDF-CERT', cycle: 1, issuedAgo: 1461 - 53 },
  { username: 'multi', course: 'HHT-CERT', cycle: 1, issuedAgo: 400 },
  { username: 'instructor', course: 'BTC-CERT', cycle: 1, issuedAgo: 200 },
  { username: 'officer', course: 'IDP-CERT', cycle: 1, issuedAgo: 1200 },
];

export async function fillCertificates(tx: Tx, { now }: { now: Date }): Promise<void> {
  await tx.execute(sql`
    insert into certificate_rules (course_id, is_offered, renewal_hours, grace_months, updated_at)
    select id, true, case short_name when 'CDF-CERT' then 60 when 'IDP-CERT' then 12 end, 12, ${now}
    from courses where short_name in ('CDF-CERT', 'IDP-CERT')`);
  const held = sql.param(JSON.stringify(HELD));
  await tx.execute(sql`
    with held as (
      select u.id as user_id, c.id as course_id, h.cycle, ${now}::timestamptz - h."issuedAgo" * interval '1 day' as issued_at,
        case when h.cycle = 1 then 'issued' else 'renewed' end as source
      from jsonb_to_recordset(${held}::jsonb) as h(username text, course text, cycle int, "issuedAgo" int)
      join users u on u.username = h.username join courses c on c.short_name = h.course
      union all
      select p.user_id, p.course_id, 1, p.completed_at, 'earned'
      from course_progress p join courses c on c.id = p.course_id
      where p.completed_at is not null and c.kind = 'certification' and p.user_id not in (
        select id from users where username in ('member', 'multi', 'instructor', 'officer'))
    ), dated as (
      select h.*, (h.issued_at at time zone 'UTC')::date as issued_on,
        ((h.issued_at at time zone 'UTC')::date + make_interval(months => c.valid_months))::date as expires_on,
        c.title, c.credit_hours, trim(u.first_name || ' ' || u.last_name) as holder,
        trim(i.first_name || ' ' || i.last_name) as assessor,
        (select count(*) from course_modules m where m.course_id = c.id) as modules,
        upper(substr(md5('certificate ' || u.username || c.short_name || h.cycle), 1, 8)) as code
      from held h join courses c on c.id = h.course_id join users u on u.id = h.user_id
      join users i on i.id = c.instructor_id
    ), issued as (
      insert into certificates (code, user_id, course_id, cycle, source, holder_name, course_title, assessor_name,
        module_count, credit_hours, template_version_id, time_zone, issued_at, issued_on, expires_on, expires_at,
        grace_ends_at)
      select code, user_id, course_id, cycle, source, holder, title, assessor, modules, credit_hours,
        (select v.id from certificate_template_versions v join certificate_templates t on t.id = v.template_id
         where t.owner_id is null order by t.id, v.version desc limit 1),
        'UTC', issued_at, issued_on, expires_on, (expires_on + 1)::timestamp at time zone 'UTC',
        ((expires_on + interval '12 months')::date + 1)::timestamp at time zone 'UTC'
      from dated order by issued_at, user_id
      returning id, user_id, course_title, credit_hours, issued_on, issued_at
    )
    insert into credit_hours (user_id, source, earned_with, title, done_on, hours, state, created_at)
    select user_id, 'certificate', 'certificate:' || id, course_title, issued_on, credit_hours, 'counted', issued_at
    from issued where credit_hours is not null`);
  await tx.execute(sql`
    update certificates c set grace_ends_at = expires_at where exists (select 1 from certificates n
      where n.user_id = c.user_id and n.course_id = c.course_id and n.cycle > c.cycle)`);
  // One learner's teaching video turned out not to be theirs.
  await tx.execute(sql`
    update certificates set revoked_at = ${now}::timestamptz - interval '3 days',
      revoked_reason = 'The teaching video was recorded by someone else.'
    where id = (select min(id) from certificates where source = 'earned')`);
}
