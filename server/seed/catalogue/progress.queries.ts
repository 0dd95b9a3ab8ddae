// Learners of the demo school at every stage: not started, somewhere in the middle, one lesson short, done.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';

/**
 * The same on every machine: the stage follows from the order of enrolling. The demo member is a third through, and in a
 * certification only the practical assessment is left.
 */
export async function insertProgress(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`
    with learners as (
      select n.user_id, n.course_id, n.created_at, case
        when u.username = 'member' then case c.kind when 'certification' then 0.98 else 0.35 end
        else (array[0, 0.4, 1, 0.75, 0.1, 0, 0.55, 1, 0.25, 0.9])[
          1 + row_number() over (partition by n.course_id order by n.created_at, n.user_id) % 10] end as share
      from enrollments n join users u on u.id = n.user_id join courses c on c.id = n.course_id
      where n.state = 'active' and n.created_at < ${now}::timestamptz - interval '1 day'
    ), listed as (
      select m.course_id, 'lesson' as item_type, l.id, l.minutes, m.position as module, l.position
      from lessons l join course_modules m on m.id = l.module_id
      union all
      select m.course_id, 'quiz', q.id, 10, m.position, q.position
      from quizzes q join course_modules m on m.id = q.module_id
    ), items as (
      select *, row_number() over (partition by course_id order by module, position) as n,
        count(*) over (partition by course_id) as total
      from listed
    ), done as (
      select l.user_id, l.course_id, l.share, i.item_type, i.id, i.minutes, i.n, floor(i.total * l.share) as last,
        l.created_at + (${now}::timestamptz - l.created_at) * (i.n::float8 / (i.total + 3)) as at
      from learners l join items i on i.course_id = l.course_id
      where l.share > 0 and i.n <= floor(i.total * l.share) + 1
    ), learned as (
      insert into item_progress
        (user_id, item_type, item_id, course_id, opened_at, seconds_spent, completed_at, updated_at)
      select user_id, item_type, id, course_id, at - minutes * interval '1 minute',
        case when n <= last then minutes * 60 else 90 end, case when n <= last then at end, at
      from done
    ), furthest as (
      select distinct on (user_id, course_id) *, min(at) over (partition by user_id, course_id) as first_at
      from done order by user_id, course_id, n desc
    ), progressed as (
      insert into course_progress
        (user_id, course_id, started_at, last_seen_at, last_item_type, last_item_id, completed_at)
      select user_id, course_id, first_at - interval '1 hour', at, item_type, id, case when share = 1 then at end
      from furthest
    )
    update enrollments n set state = 'completed' from furthest f
    where f.share = 1 and n.user_id = f.user_id and n.course_id = f.course_id`);
}
