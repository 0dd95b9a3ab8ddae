// What an instructor's dashboard adds up, in SQL.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { TaughtCourse } from '#shared/features/teaching/teaching.schema.ts';
import { isHandedIn, isTaught, type TeacherScope } from './student.queries.ts';

export async function listCourseRows(db: DbOrTx, scope: TeacherScope): Promise<TaughtCourse[]> {
  const { rows } = await db.execute<TaughtCourse>(sql`
    select c.id, c.title, c.state, c.rating::float8 as rating, c.rating_count as "reviewCount",
      (select count(*)::int from enrollments n where n.course_id = c.id and n.state in ('active', 'completed')) as students,
      (select count(*)::int from enrollments n where n.course_id = c.id and n.state = 'completed') as completed,
      (select count(*)::int from submissions s join lessons l on l.id = s.lesson_id
        join course_modules m on m.id = l.module_id where m.course_id = c.id and s.state = 'submitted' and ${isHandedIn}) as "toGrade",
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
      (select count(*)::int from enrollments n join courses c on c.id = n.course_id
        where c.instructor_id = ${teacherId} and n.created_at >= ${start}::timestamptz
          and n.created_at < ${end}::timestamptz) as enrollments,
      (select count(*)::int from course_progress p join courses c on c.id = p.course_id
        where c.instructor_id = ${teacherId} and p.completed_at >= ${start}::timestamptz
          and p.completed_at < ${end}::timestamptz) as completions`);
  return rows[0] ?? { enrollments: 0, completions: 0 };
}

type Earned = {
  courseCents: number;
  courseSales: number;
  bookingCents: number;
  bookingSales: number;
  beforeCents: number;
  owedCents: number;
};

/** Of their courses and sessions, whatever else they sell; refunds are taken off the month of the sale. */
export async function sumTeachingEarnings(
  db: DbOrTx,
  { teacherId, month, before }: { teacherId: number; month: Date; before: Date },
): Promise<Earned> {
  const [start, earlier] = [month.toISOString(), before.toISOString()];
  const sumOf = (condition: SQL) => sql`coalesce(sum(net) filter (where ${condition}), 0)::float8`;
  const isNow = sql`paid_at >= ${start}::timestamptz`;
  const isCourse = sql`item_type = 'course'`;
  const isBooking = sql`item_type = 'booking'`;
  const { rows } = await db.execute<Earned>(sql`
    select ${sumOf(sql`${isNow} and ${isCourse}`)} as "courseCents",
      (count(*) filter (where ${isNow} and ${isCourse} and net > 0))::int as "courseSales",
      ${sumOf(sql`${isNow} and ${isBooking}`)} as "bookingCents",
      (count(*) filter (where ${isNow} and ${isBooking} and net > 0))::int as "bookingSales",
      ${sumOf(sql`paid_at >= ${earlier}::timestamptz and not ${isNow}`)} as "beforeCents",
      ${sumOf(sql`state in ('waiting', 'held')`)} as "owedCents"
    from (
      select p.item_type, e.share_cents - e.returned_cents as net, e.state, o.paid_at
      from earnings e join order_parts p on p.id = e.part_id join orders o on o.id = e.order_id
      where e.seller_id = ${teacherId} and p.item_type in ('course', 'booking')
    ) as earned`);
  const [row] = rows;
  if (!row) throw new Error('A sum has one row.');
  return row;
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
