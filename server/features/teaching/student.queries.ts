// Students of an instructor's courses, in SQL. Every query is scoped to the courses the viewer teaches.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { CourseItemType } from '#shared/features/progress/progress.rules.ts';
import type { SubmissionState } from '#shared/features/assignment/assignment.rules.ts';
import type { StudentSort, StudentState } from '#shared/features/teaching/teaching.rules.ts';

/** Staff see every course, instructors their own. */
export type TeacherScope = { teacherId: number; isStaff: boolean };

export const isTaught = ({ teacherId, isStaff }: TeacherScope): SQL =>
  isStaff ? sql`true` : sql`c.instructor_id = ${teacherId}`;

export type StudentFilter = TeacherScope & {
  q?: string | undefined;
  course?: number | undefined;
  userId?: number | undefined;
  state?: StudentState | undefined;
  sort: StudentSort;
  /** Seen last before this: stuck. */
  stuckBefore: Date;
};

/** Lessons and quizzes that are in the course now, in the order of the outline. */
export const liveItems = (courseId: SQL) => sql`(
  select 'lesson' as item_type, l.id as item_id, l.title, l.position, m.title as module, m.position as module_position
  from lessons l join course_modules m on m.id = l.module_id
  where m.course_id = ${courseId} and l.removed_at is null and m.removed_at is null
  union all
  select 'quiz', q.id, q.title, q.position, m.title, m.position
  from quizzes q join course_modules m on m.id = q.module_id
  where m.course_id = ${courseId} and q.removed_at is null and m.removed_at is null)`;

const stateOf = (stuckBefore: Date) => sql`case
  when n.state in ('ended', 'suspended') then 'ended'
  when n.state = 'completed' or p.completed_at is not null then 'completed'
  when coalesce(p.last_seen_at, n.created_at) < ${stuckBefore.toISOString()}::timestamptz then 'stuck'
  else 'active' end`;

const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function places({ q, course, userId, stuckBefore, ...scope }: Omit<StudentFilter, 'sort' | 'state'>): SQL {
  return sql`(
    select n.user_id, n.course_id, n.created_at as enrolled_at, p.last_seen_at, p.completed_at,
      c.title as course_title, ${stateOf(stuckBefore)} as state, u.first_name, u.last_name, u.username,
      u.profile_image_url
    from enrollments n join courses c on c.id = n.course_id join users u on u.id = n.user_id
    left join course_progress p on p.user_id = n.user_id and p.course_id = n.course_id
    where u.state <> 'deleted' and ${isTaught(scope)}
      and ${course === undefined ? sql`true` : sql`n.course_id = ${course}`}
      and ${userId === undefined ? sql`true` : sql`n.user_id = ${userId}`}
      and ${q ? sql`(u.first_name || ' ' || u.last_name || ' ' || u.username) ilike ${likePattern(q)}` : sql`true`}
  )`;
}

const inState = (state: StudentState | undefined) =>
  state === undefined ? sql`true` : sql`s.state = ${state}`;

export async function countStudents(db: DbOrTx, { state, ...filter }: StudentFilter): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${places(filter)} s where ${inState(state)}`);
  return rows[0]?.count ?? 0;
}

/** Each ends with ids, so the order is stable across pages. */
const ORDERS: Record<StudentSort, SQL> = {
  'last-seen': sql`s.last_seen_at desc nulls last, s.course_id, s.user_id`,
  'longest-away': sql`coalesce(s.last_seen_at, s.enrolled_at), s.course_id, s.user_id`,
  name: sql`lower(s.first_name), lower(s.last_name), s.course_id, s.user_id`,
  newest: sql`s.enrolled_at desc, s.course_id, s.user_id`,
};

export type StudentData = {
  userId: number;
  courseId: number;
  courseTitle: string;
  firstName: string;
  lastName: string;
  username: string;
  imageUrl: string | null;
  state: StudentState;
  enrolledAt: string;
  lastSeenAt: string | null;
  completedAt: string | null;
  done: number;
  total: number;
  nextItem: string | null;
  quizPercent: number | null;
};

/**
 * Progress is added up only for the rows of the page, from what each learner has completed, and the outline of each
 * course is read once: with 500 lessons, looking up every lesson of every learner takes most of the time.
 */
export async function listStudentRows(
  db: DbOrTx,
  { state, sort, limit, offset, ...filter }: StudentFilter & { limit: number; offset: number },
): Promise<StudentData[]> {
  const { rows } = await db.execute<StudentData>(sql`
    with page as materialized (
      select s.*, row_number() over (order by ${ORDERS[sort]}) as place
      from ${places(filter)} s where ${inState(state)}
      order by place limit ${limit} offset ${offset}
    ), items as materialized (
      select c.id as course_id, i.item_type, i.item_id, i.title,
        row_number() over (partition by c.id order by i.module_position, i.position, i.item_type, i.item_id) as place
      from (select distinct course_id as id from page) c cross join lateral ${liveItems(sql`c.id`)} i
    ), done as materialized (
      select s.place, s.course_id, ip.item_type, ip.item_id
      from page s
      join item_progress ip
        on ip.course_id = s.course_id and ip.user_id = s.user_id and ip.completed_at is not null
    ), completed as (
      select d.place, i.place as item_place, row_number() over (partition by d.place order by i.place) as number
      from done d join items i on i.course_id = d.course_id and i.item_type = d.item_type and i.item_id = d.item_id
    ), progress as (
      -- The first number that isn't the item's own is that of the first item left out.
      select place, count(*)::int as done,
        coalesce(min(number) filter (where number <> item_place), count(*) + 1) as next
      from completed group by place
    ), totals as (
      select course_id, count(*)::int as total from items group by course_id
    )
    select s.user_id as "userId", s.course_id as "courseId", s.course_title as "courseTitle",
      s.first_name as "firstName", s.last_name as "lastName", s.username, s.profile_image_url as "imageUrl", s.state,
      s.enrolled_at as "enrolledAt", s.last_seen_at as "lastSeenAt", s.completed_at as "completedAt",
      coalesce(r.done, 0) as done, coalesce(t.total, 0) as total, n.title as "nextItem", quiz.percent as "quizPercent"
    from page s
    left join progress r on r.place = s.place
    left join totals t on t.course_id = s.course_id
    left join items n on n.course_id = s.course_id and n.place = coalesce(r.next, 1)
    cross join lateral (
      select round(avg(best))::int as percent from (
        select max(100 * a.score / nullif(a.max_score, 0)) as best
        from quiz_attempts a join quizzes q on q.id = a.quiz_id join course_modules m on m.id = q.module_id
        where m.course_id = s.course_id and a.user_id = s.user_id and a.state = 'graded'
        group by a.quiz_id) as each_quiz
    ) quiz
    order by s.place`);
  return rows;
}

export type StudentItemData = {
  itemType: CourseItemType;
  itemId: number;
  title: string;
  module: string;
  openedAt: string | null;
  completedAt: string | null;
  secondsSpent: number;
  bestPercent: number | null;
  attempts: number;
};

type Place = { courseId: number; userId: number };

export async function listStudentItems(db: DbOrTx, { courseId, userId }: Place): Promise<StudentItemData[]> {
  const { rows } = await db.execute<StudentItemData>(sql`
    select i.item_type as "itemType", i.item_id as "itemId", i.title, i.module, ip.opened_at as "openedAt",
      ip.completed_at as "completedAt", coalesce(ip.seconds_spent, 0) as "secondsSpent",
      quiz.percent as "bestPercent", coalesce(quiz.attempts, 0) as attempts
    from ${liveItems(sql`${courseId}::int`)} i
    left join item_progress ip
      on ip.user_id = ${userId} and ip.item_type = i.item_type and ip.item_id = i.item_id
    left join lateral (
      select round(max(100 * a.score / nullif(a.max_score, 0)))::int as percent, count(*)::int as attempts
      from quiz_attempts a where i.item_type = 'quiz' and a.quiz_id = i.item_id and a.user_id = ${userId}
    ) quiz on true
    order by i.module_position, i.position, i.item_type, i.item_id`);
  return rows;
}

export type StudentSubmissionData = {
  id: number;
  lesson: string;
  number: number;
  state: SubmissionState;
  submittedAt: string;
};

/** A session of an assessor that is booked counts once the booking is confirmed. */
export const isHandedIn = sql`(s.reservation_id is null or exists (select 1 from bookings b
  where b.reservation_id = s.reservation_id and b.state in ('confirmed', 'completed', 'no_show')))`;

export async function listStudentSubmissions(
  db: DbOrTx,
  { courseId, userId }: Place,
): Promise<StudentSubmissionData[]> {
  const { rows } = await db.execute<StudentSubmissionData>(sql`
    select s.id, l.title as lesson, s.number, s.state, s.submitted_at as "submittedAt"
    from submissions s join lessons l on l.id = s.lesson_id join course_modules m on m.id = l.module_id
    where m.course_id = ${courseId} and s.user_id = ${userId} and (s.state <> 'submitted' or ${isHandedIn})
    order by s.submitted_at desc, s.id desc`);
  return rows;
}
