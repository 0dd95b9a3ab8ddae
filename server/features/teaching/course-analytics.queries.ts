// What course analytics count and show, in SQL.
import { sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { CourseItemType } from '#shared/features/progress/progress.rules.ts';
import { RETENTION_PARTS } from '#shared/features/teaching/teaching.rules.ts';
import { liveItems } from './student.queries.ts';

/** Counts every learner's progress in one course. The middle second of each part of a video stands for it. */
export async function replaceItemStats(
  tx: Tx,
  { courseId, now }: { courseId: number; now: Date },
): Promise<void> {
  // A large course takes longer than a visitor may wait.
  await tx.execute(sql`set local statement_timeout = '10min'`);
  await tx.execute(sql`
    with opened as (
      select item_type, item_id, count(*)::int as opened, count(completed_at)::int as completed,
        round(avg(seconds_spent))::int as average_seconds
      from item_progress where course_id = ${courseId} group by 1, 2
    ), parts as (
      select ip.item_id, part, count(*)::int as viewers, (count(*) filter (
        where ip.played @> floor(f.seconds * (part + 0.5) / ${RETENTION_PARTS}::int)::int))::int as part_viewers
      from item_progress ip join lessons l on l.id = ip.item_id
      join course_files f on f.id = l.file_id and f.kind in ('video', 'audio') and f.seconds > 0
      cross join generate_series(0, ${RETENTION_PARTS - 1}::int) as part
      where ip.course_id = ${courseId} and ip.item_type = 'lesson' and not isempty(ip.played)
      group by ip.item_id, part
    ), played as (
      select item_id, max(viewers) as viewers, array_agg(part_viewers order by part) as part_viewers
      from parts group by item_id
    )
    insert into course_item_stats
      (course_id, item_type, item_id, opened, completed, average_seconds, viewers, part_viewers, counted_at)
    select ${courseId}, o.item_type, o.item_id, o.opened, o.completed, o.average_seconds,
      coalesce(p.viewers, 0), coalesce(p.part_viewers, '{}'), ${now}
    from opened o left join played p on o.item_type = 'lesson' and p.item_id = o.item_id
    order by o.item_type, o.item_id
    on conflict (course_id, item_type, item_id) do update set
      opened = excluded.opened, completed = excluded.completed, average_seconds = excluded.average_seconds,
      viewers = excluded.viewers, part_viewers = excluded.part_viewers, counted_at = excluded.counted_at`);
  await tx.execute(sql`
    delete from course_item_stats where course_id = ${courseId} and counted_at < ${now}`);
}

export async function findCountedAt(db: DbOrTx, { courseId }: { courseId: number }): Promise<string | null> {
  const { rows } = await db.execute<{ countedAt: Date }>(sql`
    select counted_at as "countedAt" from course_item_stats where course_id = ${courseId} limit 1`);
  return rows[0] ? new Date(rows[0].countedAt).toISOString() : null;
}

/** Courses in which a learner did something since they were counted; a minute more, for saves that took a while. */
export async function listCoursesToCount(db: DbOrTx): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select c.id from courses c
    where exists (select 1 from course_progress p where p.course_id = c.id and p.last_seen_at >= coalesce(
      (select max(s.counted_at) - interval '1 minute' from course_item_stats s where s.course_id = c.id), '-infinity'))
    order by c.id`);
  return rows.map(({ id }) => id);
}

type Funnel = {
  itemType: CourseItemType;
  itemId: number;
  title: string;
  module: string;
  opened: number;
  completed: number;
  averageSeconds: number;
};

export async function listFunnel(db: DbOrTx, { courseId }: { courseId: number }): Promise<Funnel[]> {
  const { rows } = await db.execute<Funnel>(sql`
    select i.item_type as "itemType", i.item_id as "itemId", i.title, i.module, coalesce(s.opened, 0) as opened,
      coalesce(s.completed, 0) as completed, coalesce(s.average_seconds, 0) as "averageSeconds"
    from ${liveItems(sql`${courseId}::int`)} i
    left join course_item_stats s
      on s.course_id = ${courseId} and s.item_type = i.item_type and s.item_id = i.item_id
    order by i.module_position, i.position, i.item_type, i.item_id`);
  return rows;
}

type PlayedVideo = {
  lessonId: number;
  title: string;
  seconds: number;
  viewers: number;
  partViewers: number[];
};

export async function listPlayedVideos(
  db: DbOrTx,
  { courseId }: { courseId: number },
): Promise<PlayedVideo[]> {
  const { rows } = await db.execute<PlayedVideo>(sql`
    select l.id as "lessonId", l.title, f.seconds::float8 as seconds, s.viewers, s.part_viewers as "partViewers"
    from course_item_stats s join lessons l on l.id = s.item_id join course_modules m on m.id = l.module_id
    join course_files f on f.id = l.file_id and f.kind in ('video', 'audio') and f.seconds > 0
    where s.course_id = ${courseId} and s.item_type = 'lesson' and s.viewers > 0
      and l.removed_at is null and m.removed_at is null
    order by m.position, l.position`);
  return rows;
}
