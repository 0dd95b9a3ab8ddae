// What learners of the demo school handed in and asked, following how far they are. The same on every machine. The six
// demo accounts handed in nothing beyond what they completed, so that anyone can try it out.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';

type Filled = { demoUsernames: readonly string[]; now: Date };

export async function fillTeaching(tx: Tx, { demoUsernames, now }: Filled): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await listLearners(tx, { demoUsernames, at });
  await insertSubmissions(tx, at);
  await fillAssessments(tx, at);
  await insertQuestions(tx, at);
}

/** 0 to `below` - 1, always the same for one text. */
const dice = (text: SQL, below: number) =>
  sql`(('x' || substr(md5(${text}), 1, 6))::bit(24)::int % ${below}::int)`;

const LESSONS = sql`(
  select m.course_id, l.id, l.kind, row_number() over (partition by m.course_id order by m.position, l.position) as at
  from lessons l join course_modules m on m.id = l.module_id)`;

/** Those who are furthest first. */
async function listLearners(
  tx: Tx,
  { demoUsernames, at }: { demoUsernames: readonly string[]; at: SQL },
): Promise<void> {
  await tx.execute(sql`
    create temp table demo_learners on commit drop as
    select n.user_id, n.course_id, u.username = any(${sql.param([...demoUsernames])}::text[]) as is_demo,
      row_number() over (partition by n.course_id order by (select count(p.completed_at) from item_progress p
        where p.user_id = n.user_id and p.course_id = n.course_id) desc, n.created_at, n.user_id) as place
    from enrollments n join users u on u.id = n.user_id join courses c on c.id = n.course_id
    where n.user_id <> c.instructor_id and n.created_at < ${at} - interval '1 day'`);
}

const TEXTS = [
  'First time I have taught a whole group by myself. I know I talk too much when I am nervous. Please be honest.',
  'Three minutes of my Thursday group. The close comes apart on the second round, and I think it is my counting.',
  'I changed the order: silence first, then the clap. They found the rest on the first beat by themselves.',
  'Twelve children, one song, no shoes. The film is shaky because my sister held the phone.',
];

type Points = Record<string, number>;

/** For an assignment, or for the practical assessment with its longer rubric. */
const points = (assignment: Points, assessment: Points) => sql`case jsonb_typeof(l.assignment -> 'assessment')
  when 'object' then ${JSON.stringify(assessment)}::jsonb else ${JSON.stringify(assignment)}::jsonb end`;

/** Completed assignments were passed; of the others some wait, and some were returned. */
async function insertSubmissions(tx: Tx, at: SQL): Promise<void> {
  const text = sql`(${sql.param(TEXTS)}::text[])[1 + ${dice(sql`'text' || d.user_id::text`, TEXTS.length)}]`;
  await tx.execute(sql`
    insert into submissions (lesson_id, user_id, number, state, text, submitted_at, graded_at, graded_by, rubric_points,
      feedback)
    select p.item_id, d.user_id, 1, 'passed', ${text}, p.completed_at - interval '2 days', p.completed_at,
      c.instructor_id, ${points({ clarity: 4, craft: 4 }, { clarity: 4, craft: 8, care: 4 })}, 'They listen to each other, and the close is clear. Next: less talking.'
    from item_progress p join demo_learners d on d.user_id = p.user_id and d.course_id = p.course_id
    join lessons l on l.id = p.item_id and l.kind = 'assignment' join courses c on c.id = p.course_id
    where p.item_type = 'lesson' and p.completed_at is not null order by p.item_id, p.user_id`);
  const open = sql`(
    select l.id as lesson_id, d.user_id, c.instructor_id, row_number() over (partition by l.id order by d.place) as place
    from demo_learners d join ${LESSONS} l on l.course_id = d.course_id and l.kind = 'assignment'
    join courses c on c.id = d.course_id
    where not d.is_demo and not exists (select 1 from submissions s
      where s.lesson_id = l.id and s.user_id = d.user_id and s.state <> 'returned'))`;
  await tx.execute(sql`
    insert into submissions (lesson_id, user_id, number, state, text, submitted_at, graded_at, graded_by, rubric_points,
      feedback)
    select d.lesson_id, d.user_id, 1, 'returned', ${text}, ${at} - interval '9 days', ${at} - interval '7 days',
      d.instructor_id, ${points({ clarity: 3, craft: 2 }, { clarity: 3, craft: 4, care: 4 })},
      'Teach the same close once more and give one correction at a time. Choose it before the music starts.'
    from ${open} d join lessons l on l.id = d.lesson_id where d.place in (2, 4) order by d.lesson_id, d.user_id`);
  await tx.execute(sql`
    insert into submissions (lesson_id, user_id, number, text, submitted_at)
    select d.lesson_id, d.user_id, case d.place when 2 then 2 else 1 end, ${text},
      ${at} - make_interval(days => (6 - d.place)::int, hours => 3)
    from ${open} d where d.place <= 3 order by d.lesson_id, d.user_id`);
}

/**
 * Practical assessments: the hip-hop one takes two assessors, of whom the demo instructor is the second. In each
 * certification the learner who has waited longest wants a live session.
 */
async function fillAssessments(tx: Tx, at: SQL): Promise<void> {
  await tx.execute(sql`
    update lessons set assignment = jsonb_set(assignment, '{assessment,assessorCount}', '2')
    where jsonb_typeof(assignment -> 'assessment') = 'object' and module_id in (
      select m.id from course_modules m join courses c on c.id = m.course_id where c.short_name = 'HHT-CERT')`);
  await tx.execute(sql`
    insert into course_assessors (course_id, user_id, added_by, added_at)
    select c.id, u.id, c.instructor_id, ${at} - interval '60 days'
    from courses c, users u where c.short_name in ('HHT-CERT', 'CDF-CERT', 'BTC-CERT') and u.username = 'instructor'`);
  await tx.execute(sql`
    with decided as (
      update submissions s set rubric_points = null, feedback = ''
      from submissions before, lessons l where before.id = s.id and l.id = s.lesson_id and s.graded_at is not null
        and l.assignment -> 'assessment' ->> 'assessorCount' = '2'
      returning s.id, s.user_id, s.state, s.graded_by, s.graded_at, before.rubric_points, before.feedback
    )
    insert into assessments (submission_id, learner_id, assessor_id, position, grade, rubric_points, feedback, graded_at)
    select id, user_id, graded_by, 1, state, rubric_points, feedback, graded_at - interval '1 day' from decided
    union all
    select d.id, d.user_id, u.id, 2, d.state, d.rubric_points,
      case d.state when 'passed' then 'A calm room. I would come to this class.'
        else 'Count less and watch more. Then send it again.' end, d.graded_at
    from decided d, users u where u.username = 'instructor' order by 1, 4`);
  const live = sql`(
    select distinct on (s.lesson_id) s.id, m.course_id from submissions s join lessons l on l.id = s.lesson_id
    join course_modules m on m.id = l.module_id
    where s.state = 'submitted' and jsonb_typeof(l.assignment -> 'assessment') = 'object'
    order by s.lesson_id, s.submitted_at)`;
  await tx.execute(sql`
    update submissions s set is_live = true,
      text = 'My group meets on Tuesdays and Thursdays at 5 PM. You could come by, or I set up a camera.'
    from ${live} l where l.id = s.id`);
  await tx.execute(sql`
    insert into assessment_sessions (submission_id, starts_at, place, set_by, set_at)
    select l.id, date_trunc('day', ${at}) + interval '6 days 17 hours', 'Studio 2, 14 Mill Lane, Leeds', c.instructor_id,
      ${at} - interval '1 day'
    from ${live} l join courses c on c.id = l.course_id where c.short_name <> 'HHT-CERT'`);
}

/** Under the first lesson of every course: one question with an answer of the instructor, and one that waits. */
async function insertQuestions(tx: Tx, at: SQL): Promise<void> {
  const asked = sql`(
    select l.id as lesson_id, d.user_id, row_number() over (partition by l.id order by d.place) as place
    from demo_learners d join ${LESSONS} l on l.course_id = d.course_id and l.at = 1 where not d.is_demo)`;
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
