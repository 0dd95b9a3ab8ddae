// What an instructor's dashboard and course analytics add up, in SQL.
import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { CourseItemType } from '#shared/features/progress/progress.rules.ts';
import { RETENTION_PARTS } from '#shared/features/teaching/teaching.rules.ts';
import type { TaughtCourse } from '#shared/features/teaching/teaching.schema.ts';
import { isTaught, liveItems, type TeacherScope } from './student.queries.ts';

export async function listCourseRows(db: DbOrTx, scope: TeacherScope): Promise<TaughtCourse[]> {
  const { rows } = await db.execute<TaughtCourse>(sql`
    select c.id, c.title, c.state, c.rating::float8 as rating, c.rating_count as "reviewCount",
      (select count(*)::int from enrolments n where n.course_id = c.id and n.state in ('active', 'completed')) as students,
      (select count(*)::int from enrolments n where n.course_id = c.id and n.state = 'completed') as completed,
      (select count(*)::int from submissions s join lessons l on l.id = s.lesson_id
        join course_modules m on m.id = l.module_id where m.course_id = c.id and s.state = 'submitted') as "toGrade",
      (select count(*)::int from discussion_posts d join lessons l on l.id = d.lesson_id
        join course_modules m on m.id = l.module_id
        where m.course_id = c.id and d.question_id is null and d.deleted_at is null and l.removed_at is null
          and d.user_id is distinct from c.instructor_id and not exists (select 1 from discussion_posts a
            where a.question_id = d.id and a.deleted_at is null and a.user_id = c.instructor_id)) as "openQuestions"
    from courses c where ${isTaught(scope)} order by c.title, c.id`);
  return rows;
}

type Span = { teacherId: number; from: Date; to: Date };

export async function countActivity(
  db: DbOrTx,
  { teacherId, from, to }: Span,
): Promise<{ enrollments: number; completions: number }> {
  const [start, end] = [from.toISOString(), to.toISOString()];
  const { rows } = await db.execute<{ enrollments: number; completions: number }>(sql`
    select
      (select count(*)::int from enrolments n join courses c on c.id = n.course_id
        where c.instructor_id = ${teacherId} and n.created_at >= ${start}::timestamptz
          and n.created_at < ${end}::timestamptz) as enrollments,
      (select count(*)::int from course_progress p join courses c on c.id = p.course_id
        where c.instructor_id = ${teacherId} and p.completed_at >= ${start}::timestamptz
          and p.completed_at < ${end}::timestamptz) as completions`);
  return rows[0] ?? { enrollments: 0, completions: 0 };
}

/** Of their courses, whatever else they sell; refunds are taken off the month of the sale. */
export async function sumCourseEarnings(
  db: DbOrTx,
  { teacherId, month, before }: { teacherId: number; month: Date; before: Date },
): Promise<{ monthCents: number; beforeCents: number; owedCents: number }> {
  const [start, earlier] = [month.toISOString(), before.toISOString()];
  const { rows } = await db.execute<{ monthCents: string; beforeCents: string; owedCents: string }>(sql`
    select
      coalesce(sum(net) filter (where paid_at >= ${start}::timestamptz), 0) as "monthCents",
      coalesce(sum(net) filter (where paid_at >= ${earlier}::timestamptz and paid_at < ${start}::timestamptz), 0)
        as "beforeCents",
      coalesce(sum(net) filter (where state in ('waiting', 'held')), 0) as "owedCents"
    from (
      select e.share_cents - e.returned_cents as net, e.state, o.paid_at
      from earnings e join order_parts p on p.id = e.part_id join orders o on o.id = e.order_id
      where e.seller_id = ${teacherId} and p.item_type = 'course'
    ) as earned`);
  const [row] = rows;
  return {
    monthCents: Number(row?.monthCents ?? 0),
    beforeCents: Number(row?.beforeCents ?? 0),
    owedCents: Number(row?.owedCents ?? 0),
  };
}

export async function findTaughtCourse(
  db: DbOrTx,
  { id, ...scope }: TeacherScope & { id: number },
): Promise<{ id: number; title: string; instructorId: number; isPublished: boolean } | null> {
  const { rows } = await db.execute<{
    id: number;
    title: string;
    instructorId: number;
    isPublished: boolean;
  }>(sql`
    select c.id, c.title, c.instructor_id as "instructorId", c.published_at is not null as "isPublished"
    from courses c where c.id = ${id} and ${isTaught(scope)}`);
  return rows[0] ?? null;
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
    with sums as (
      select item_type, item_id, count(*)::int as opened, count(completed_at)::int as completed,
        coalesce(round(avg(seconds_spent)), 0)::int as seconds
      from item_progress where course_id = ${courseId} group by 1, 2
    )
    select i.item_type as "itemType", i.item_id as "itemId", i.title, i.module, coalesce(s.opened, 0) as opened,
      coalesce(s.completed, 0) as completed, coalesce(s.seconds, 0) as "averageSeconds"
    from ${liveItems(sql`${courseId}::int`)} i
    left join sums s on s.item_type = i.item_type and s.item_id = i.item_id
    order by i.module_position, i.position, i.item_type, i.item_id`);
  return rows;
}

type Retention = { lessonId: number; title: string; seconds: number; viewers: number; retention: number[] };

/** The middle second of each part stands for it. */
export async function listRetention(db: DbOrTx, { courseId }: { courseId: number }): Promise<Retention[]> {
  const { rows } = await db.execute<Retention>(sql`
    with videos as (
      select l.id, l.title, f.seconds::float8 as seconds, m.position as module_position, l.position
      from lessons l join course_modules m on m.id = l.module_id join course_files f on f.id = l.file_id
      where m.course_id = ${courseId} and l.removed_at is null and m.removed_at is null
        and f.kind in ('video', 'audio') and f.seconds > 0
    ), parts as (
      select v.id, part, count(*)::int as viewers,
        round(100.0 * count(*) filter (
          where ip.played @> floor(v.seconds * (part + 0.5) / ${RETENTION_PARTS}::int)::int) / count(*))::int as percent
      from videos v
      join item_progress ip on ip.item_type = 'lesson' and ip.item_id = v.id and not isempty(ip.played)
      cross join generate_series(0, ${RETENTION_PARTS - 1}::int) as part
      group by v.id, part
    )
    select v.id as "lessonId", v.title, v.seconds, max(p.viewers)::int as viewers,
      array_agg(p.percent order by p.part) as retention
    from videos v join parts p on p.id = v.id
    group by v.id, v.title, v.seconds, v.module_position, v.position
    order by v.module_position, v.position`);
  return rows;
}
