// Learners of the demo school at every stage: how far they are, what they handed in, and what they ask. Decided by their
// names, so it is the same on every machine. The six demo accounts start fresh, so that anyone can try a course out.
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';

type Filled = { demoUsernames: readonly string[]; now: Date };

export async function fillTeaching(tx: Tx, { demoUsernames, now }: Filled): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await insertProgress(tx, { demoUsernames, at });
  await insertSubmissions(tx, at);
  await insertCompletions(tx);
  await insertQuestions(tx, at);
}

/** 0 to `below` - 1, always the same for one text. */
const dice = (text: SQL, below: number) =>
  sql`(('x' || substr(md5(${text}), 1, 6))::bit(24)::int % ${below}::int)`;

/** Lessons only: nobody passed a quiz that has no attempts. */
const LESSONS = sql`(
  select m.course_id, l.id, l.kind, l.minutes,
    row_number() over (partition by m.course_id order by m.position, l.position) as at,
    count(*) over (partition by m.course_id) as total
  from lessons l join course_modules m on m.id = l.module_id)`;

/** Ten stages, from not started to all lessons done; some were here yesterday, some weeks ago. */
async function insertProgress(
  tx: Tx,
  { demoUsernames, at }: { demoUsernames: readonly string[]; at: SQL },
): Promise<void> {
  await tx.execute(sql`
    create temp table demo_learners on commit drop as
    select n.user_id, n.course_id, n.created_at as enrolled_at, ${dice(sql`u.username || c.short_name`, 11)} as stage,
      greatest(n.created_at + interval '1 hour',
        ${at} - make_interval(days => ${dice(sql`c.short_name || u.username`, 40)}, hours => 2)) as seen_at
    from enrolments n join users u on u.id = n.user_id join courses c on c.id = n.course_id
    where u.username <> all(${sql.param([...demoUsernames])}::text[]) and n.created_at < ${at} - interval '1 day'`);
  await tx.execute(sql`
    insert into item_progress (user_id, item_type, item_id, course_id, opened_at, position, seconds_spent, completed_at,
      updated_at)
    select d.user_id, 'lesson', l.id, d.course_id, d.enrolled_at + (d.seen_at - d.enrolled_at) * (l.at::float8 / l.total),
      0, l.minutes * (40 + ${dice(sql`d.user_id::text || l.id::text`, 40)}),
      case when l.at <= done.count then d.enrolled_at + (d.seen_at - d.enrolled_at) * (l.at::float8 / l.total) end,
      d.seen_at
    from demo_learners d join ${LESSONS} l on l.course_id = d.course_id
    cross join lateral (select (l.total * d.stage / 10)::int as count) done
    where l.at <= least(done.count + 1, l.total) and d.stage > 0 and (l.kind <> 'assignment' or l.at <= done.count)
    order by d.user_id, l.id`);
  await tx.execute(sql`
    insert into course_progress (user_id, course_id, started_at, last_seen_at, last_item_type, last_item_id)
    select p.user_id, p.course_id, min(p.opened_at), max(p.updated_at), 'lesson',
      (array_agg(p.item_id order by p.opened_at desc, p.item_id desc))[1]
    from item_progress p group by 1, 2 order by 1, 2`);
}

const TEXTS = [
  'First time I have taught a whole group by myself. I know I talk too much when I am nervous. Please be honest.',
  'Three minutes of my Thursday group. The close comes apart on the second round, and I think it is my counting.',
  'I changed the order: silence first, then the clap. They found the rest on the first beat by themselves.',
  'Twelve children, one song, no shoes. The film is shaky because my sister held the phone.',
];

/** Completed assignments were passed; of the others some wait, and some were returned. */
async function insertSubmissions(tx: Tx, at: SQL): Promise<void> {
  const text = sql`(${sql.param(TEXTS)}::text[])[1 + ${dice(sql`'text' || d.user_id::text`, TEXTS.length)}]`;
  await tx.execute(sql`
    insert into submissions (lesson_id, user_id, number, state, text, submitted_at, graded_at, graded_by, rubric_points,
      feedback)
    select p.item_id, d.user_id, 1, 'passed', ${text}, p.completed_at - interval '2 days', p.completed_at,
      c.instructor_id, '{"clarity": 4, "craft": 4}', 'They listen to each other, and the close is clear. Next: less talking.'
    from item_progress p join demo_learners d on d.user_id = p.user_id and d.course_id = p.course_id
    join lessons l on l.id = p.item_id and l.kind = 'assignment' join courses c on c.id = p.course_id
    where p.item_type = 'lesson' and p.completed_at is not null order by p.item_id, p.user_id`);
  const open = sql`(
    select l.id as lesson_id, d.user_id, c.instructor_id, d.seen_at, c.id as course_id,
      row_number() over (partition by l.id order by d.stage desc, d.user_id) as place
    from demo_learners d join ${LESSONS} l on l.course_id = d.course_id and l.kind = 'assignment'
    join courses c on c.id = d.course_id
    where d.stage between 4 and 10
      and not exists (select 1 from submissions s where s.lesson_id = l.id and s.user_id = d.user_id))`;
  await tx.execute(sql`
    insert into submissions (lesson_id, user_id, number, state, text, submitted_at, graded_at, graded_by, rubric_points,
      feedback)
    select d.lesson_id, d.user_id, 1, 'returned', ${text}, ${at} - interval '9 days', ${at} - interval '7 days',
      d.instructor_id, '{"clarity": 3, "craft": 2}',
      'Teach the same close once more and give one correction at a time. Choose it before the music starts.'
    from ${open} d where d.place in (2, 4) order by d.lesson_id, d.user_id`);
  await tx.execute(sql`
    insert into submissions (lesson_id, user_id, number, text, submitted_at)
    select d.lesson_id, d.user_id, d.number, ${text}, ${at} - make_interval(days => (6 - d.place)::int, hours => 3)
    from (
      select l.id as lesson_id, d.user_id, 1 + count(s.id)::int as number,
        row_number() over (partition by l.id order by d.stage desc, d.user_id) as place
      from demo_learners d join ${LESSONS} l on l.course_id = d.course_id and l.kind = 'assignment'
      left join submissions s on s.lesson_id = l.id and s.user_id = d.user_id
      where d.stage between 4 and 10
      group by l.id, d.user_id, d.stage having count(s.id) filter (where s.state <> 'returned') = 0
    ) d where d.place <= 3 order by d.lesson_id, d.user_id`);
}

/** Whoever did everything in a course without quizzes has completed it. */
async function insertCompletions(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update course_progress p set completed_at = p.last_seen_at
    where not exists (
      select 1 from lessons l join course_modules m on m.id = l.module_id where m.course_id = p.course_id
        and not exists (select 1 from item_progress i where i.user_id = p.user_id and i.item_type = 'lesson'
          and i.item_id = l.id and i.completed_at is not null))
      and not exists (select 1 from quizzes q join course_modules m on m.id = q.module_id where m.course_id = p.course_id)`);
  await tx.execute(sql`
    update enrolments n set state = 'completed' from course_progress p
    where p.user_id = n.user_id and p.course_id = n.course_id and p.completed_at is not null and n.state = 'active'`);
}

/** Under the first lesson of every course: one question with an answer of the instructor, and one that waits. */
async function insertQuestions(tx: Tx, at: SQL): Promise<void> {
  const asked = sql`(
    select l.id as lesson_id, d.user_id, c.instructor_id, row_number() over (partition by l.id order by d.user_id) as place
    from demo_learners d join ${LESSONS} l on l.course_id = d.course_id and l.at = 1
    join courses c on c.id = d.course_id where d.user_id <> c.instructor_id)`;
  await tx.execute(sql`
    insert into discussion_posts (lesson_id, user_id, text, at_second, created_at)
    select d.lesson_id, d.user_id, case d.place
        when 1 then 'My group is mixed, from seven to thirteen. Do I split them, or does this work with everyone at once?'
        else 'My studio floor is concrete. Do I leave the jumps out, or is there a softer way to do them?' end,
      case d.place when 1 then null else 24 end, ${at} - make_interval(days => (9 - 4 * d.place)::int)
    from ${asked} d where d.place <= 2 order by d.lesson_id, d.place`);
  await tx.execute(sql`
    insert into discussion_posts (lesson_id, question_id, user_id, text, created_at)
    select q.lesson_id, q.id, c.instructor_id,
      'Everyone at once. Give the older ones the younger ones to look after; both will try harder.', q.created_at + interval '1 day'
    from discussion_posts q join lessons l on l.id = q.lesson_id join course_modules m on m.id = l.module_id
    join courses c on c.id = m.course_id where q.at_second is null and q.question_id is null order by q.id`);
  await tx.execute(sql`
    insert into discussion_votes (post_id, user_id)
    select a.id, q.user_id from discussion_posts a join discussion_posts q on q.id = a.question_id order by a.id`);
}
