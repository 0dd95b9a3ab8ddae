// Two courses written in bulk: a small one, and one of 500 lessons with 2,000 learners at every stage.
import type pg from 'pg';

export type CourseSize = { name: string; modules: number; lessonsPerModule: number; learners: number };

/** Each module has a quiz of five questions besides its lessons. */
export const SIZES = {
  small: { name: 'small', modules: 2, lessonsPerModule: 5, learners: 20 },
  large: { name: 'large', modules: 25, lessonsPerModule: 20, learners: 2000 },
} as const satisfies Record<string, CourseSize>;

export type BenchCourse = {
  courseId: number;
  instructorId: number;
  learnerIds: number[];
  lessonIds: number[];
  quizId: number;
};

const BODY = 'Turnout is a rotation, not a position. Feel where your own range ends. '.repeat(30);

export async function createBenchCourse(client: pg.Client, size: CourseSize): Promise<BenchCourse> {
  const { name, modules, lessonsPerModule, learners } = size;
  const one = async (text: string, values: unknown[]) =>
    (await client.query<{ id: number }>(text, values)).rows.map(({ id }) => id);
  const people = (prefix: string, count: number, role: string) =>
    one(
      `insert into users (username, username_key, email, email_key, email_verified_at, first_name, last_name,
         password_hash, role, roles)
       select p, p, p || '@releve.example', p || '@releve.example', now(), 'Bench', p, 'none', $3::text, array[$3::text]
       from (select $1 || n as p from generate_series(1, $2::int) n) named returning id`,
      [prefix, count, role],
    );
  const [instructorId = 0] = await people(`bench-teacher-${name}-`, 1, 'instructor');
  const learnerIds = await people(`bench-learner-${name}-`, learners, 'user');
  const [courseId = 0] = await one(
    `insert into courses (kind, instructor_id, title, short_name, dance_style, age_groups, level, price_cents, state,
       created_at, updated_at, published_at)
     values ('course', $1, 'Bench ' || $2, 'BENCH-' || upper($2), 'Jazz', '{Teen (13-17)}', 'Intermediate', 4900,
       'published', now(), now(), now()) returning id`,
    [instructorId, name],
  );
  await client.query(
    `insert into course_modules (course_id, position, title)
     select $1, n, 'Module ' || n from generate_series(0, $2::int - 1) n`,
    [courseId, modules],
  );
  const lessonIds = await one(
    `insert into lessons (module_id, position, kind, title, minutes, body)
     select m.id, n, 'reading', m.title || ', lesson ' || n, 5, $2
     from course_modules m, generate_series(0, $3::int - 1) n where m.course_id = $1
     order by m.position, n returning id`,
    [courseId, BODY, lessonsPerModule],
  );
  // Every fifth lesson is a video of two minutes.
  await client.query(
    `with files as (
       insert into course_files (course_id, kind, name, content_type, bytes, sha256, storage_key, seconds, created_at)
       select $1, 'video', 'video.mp4', 'video/mp4', 1, l.id::text, 'bench/' || l.id, 120, now()
       from lessons l join course_modules m on m.id = l.module_id where m.course_id = $1 and l.position % 5 = 0
       returning id, sha256)
     update lessons l set kind = 'video', file_id = f.id from files f where f.sha256 = l.id::text`,
    [courseId],
  );
  const [quizId = 0] = await one(
    `insert into quizzes (module_id, position, title, question_count)
     select id, $2, 'Quiz of ' || title, 5 from course_modules where course_id = $1 order by position returning id`,
    [courseId, lessonsPerModule],
  );
  await client.query(
    `insert into quiz_questions (course_id, quiz_id, position, kind, prompt, content, answer_key)
     select $1, q.id, n, 'single', 'Where does turnout begin? ' || n,
       '{"options":[{"id":"a","text":"In the hip"},{"id":"b","text":"At the knee"},{"id":"c","text":"At the ankle"}]}',
       '{"correct":"a","feedback":{}}'
     from quizzes q join course_modules m on m.id = q.module_id, generate_series(0, 4) n where m.course_id = $1`,
    [courseId],
  );
  await enroll(client, { courseId, learnerIds, lessonIds });
  await client.query('vacuum analyze');
  return { courseId, instructorId, learnerIds, lessonIds, quizId };
}

type Enrolled = Pick<BenchCourse, 'courseId' | 'learnerIds' | 'lessonIds'>;

/** The first learner has done nothing, the last almost everything. */
async function enroll(client: pg.Client, { courseId, learnerIds, lessonIds }: Enrolled): Promise<void> {
  await client.query(
    `with learners as (select id, n from unnest($2::int[]) with ordinality as l (id, n)),
     entitled as (
       insert into entitlements (user_id, item_type, item_id, cause, created_at)
       select id, 'course', $1, 'free', now() - n * interval '1 hour' from learners),
     enrolled as (
       insert into enrollments (user_id, course_id, created_at)
       select id, $1, now() - n * interval '1 hour' from learners),
     seen as (
       insert into course_progress (user_id, course_id, started_at, last_seen_at)
       select id, $1, now() - n * interval '1 hour', now() - n * interval '1 minute' from learners)
     insert into item_progress (user_id, item_type, item_id, course_id, opened_at, completed_at, updated_at, played)
     select l.id, 'lesson', s.id, $1, now(), now(), now(),
       case when exists (select 1 from lessons v where v.id = s.id and v.file_id is not null)
         then int4multirange(int4range(0, 30 + (l.n % 90)::int)) else '{}' end
     from learners l, unnest($3::int[]) with ordinality as s (id, m)
     where s.m <= l.n * cardinality($3::int[]) / (cardinality($2::int[]) + 1)`,
    [courseId, learnerIds, lessonIds],
  );
}

/** Signed-in browsers, by user id. */
export async function signIn(
  client: pg.Client,
  userIds: readonly number[],
): Promise<(userId: number) => string> {
  await client.query(
    `insert into sessions (token_hash, user_id, created_at, expires_at)
     select sha256(convert_to('bench-' || id, 'UTF8')), id, now(), now() + interval '1 day'
     from unnest($1::int[]) id`,
    [userIds],
  );
  return (userId) => `releve_session=bench-${userId}`;
}
