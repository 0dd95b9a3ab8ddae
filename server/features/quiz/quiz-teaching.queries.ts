// Quizzes as instructors see them, in SQL: what waits for grading, results and how each question does.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { QuestionKind } from '#shared/features/quiz/quiz.rules.ts';

export type AnswerToGrade = {
  attemptId: number;
  questionId: number;
  prompt: string;
  guidance: string;
  /** At most. */
  points: number;
  answer: string;
  userId: number;
  firstName: string;
  lastName: string;
  courseId: number;
  courseTitle: string;
  quizId: number;
  quizTitle: string;
  /** ISO. */
  submittedAt: string;
};

/** Enough for a queue; the rest follows as it is worked off. */
const QUEUE_LENGTH = 200;

export async function listAnswersToGradeRows(
  db: DbOrTx,
  { instructorId }: { instructorId: number },
): Promise<AnswerToGrade[]> {
  const { rows } = await db.execute<AnswerToGrade>(sql`
    select t.id as "attemptId", a.question_id as "questionId", q ->> 'prompt' as prompt,
      coalesce(q -> 'answerKey' ->> 'guidance', '') as guidance, (q ->> 'points')::int as points,
      coalesce(a.answer ->> 'text', '') as answer, u.id as "userId", u.first_name as "firstName",
      u.last_name as "lastName", c.id as "courseId", c.title as "courseTitle", z.id as "quizId",
      z.title as "quizTitle", to_json(t.submitted_at) #>> '{}' as "submittedAt"
    from quiz_attempts t
    join quizzes z on z.id = t.quiz_id
    join course_modules m on m.id = z.module_id
    join courses c on c.id = m.course_id
    join users u on u.id = t.user_id
    join quiz_answers a on a.attempt_id = t.id and a.points is null
    cross join lateral jsonb_path_query(t.questions, '$.questions[*]') q
    where t.state = 'needs_grading' and c.instructor_id = ${instructorId}
      and (q ->> 'id')::int = a.question_id
    order by t.submitted_at, t.id, a.question_id
    limit ${QUEUE_LENGTH}`);
  return rows.map((row) => ({ ...row, submittedAt: new Date(row.submittedAt).toISOString() }));
}

export type TaughtQuizRow = {
  id: number;
  title: string;
  courseId: number;
  courseTitle: string;
  moduleId: number;
  questionCount: number;
  passPercent: number;
  timeLimitMinutes: number | null;
  attemptLimit: number | null;
  learners: number;
  attempts: number;
  passRate: number | null;
  averagePercent: number | null;
  toGrade: number;
};

type Scope = {
  /** Null: of every course, for staff. */
  instructorId: number | null;
};

/** What the instructor tries out doesn't count as a learner's attempt. */
const taughtQuizzes = ({ instructorId }: Scope, where: SQL, page: SQL) => sql`
  select z.id, z.title, c.id as "courseId", c.title as "courseTitle", z.module_id as "moduleId",
    z.question_count as "questionCount", z.pass_percent as "passPercent",
    z.time_limit_minutes as "timeLimitMinutes", z.attempt_limit as "attemptLimit",
    coalesce(s.learners, 0)::int as learners, coalesce(s.attempts, 0)::int as attempts,
    round(100.0 * s.passed / nullif(s.decided, 0), 1)::float8 as "passRate",
    round(s.average, 1)::float8 as "averagePercent", coalesce(s.to_grade, 0)::int as "toGrade"
  from quizzes z
  join course_modules m on m.id = z.module_id and m.removed_at is null
  join courses c on c.id = m.course_id
  left join lateral (
    select count(distinct t.user_id) as learners, count(*) as attempts,
      count(distinct t.user_id) filter (where t.has_passed) as passed,
      count(distinct t.user_id) filter (where t.state = 'graded') as decided,
      avg(100 * t.score / nullif(t.max_score, 0)) filter (where t.state = 'graded') as average,
      count(*) filter (where t.state = 'needs_grading') as to_grade
    from quiz_attempts t where t.quiz_id = z.id and t.user_id <> c.instructor_id
  ) s on true
  where z.removed_at is null and (${instructorId}::int is null or c.instructor_id = ${instructorId}) and ${where}
  order by c.title, m.position, z.position, z.id ${page}`;

const pattern = (q: string) => `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

type Listed = Scope & { q?: string | undefined; limit: number; offset: number };

export async function listTaughtQuizRows(db: DbOrTx, { instructorId, q, limit, offset }: Listed) {
  const where = q ? sql`(z.title ilike ${pattern(q)} or c.title ilike ${pattern(q)})` : sql`true`;
  const page = sql`limit ${limit} offset ${offset}`;
  const { rows } = await db.execute<TaughtQuizRow>(taughtQuizzes({ instructorId }, where, page));
  const { rows: counted } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from quizzes z
    join course_modules m on m.id = z.module_id and m.removed_at is null
    join courses c on c.id = m.course_id
    where z.removed_at is null and (${instructorId}::int is null or c.instructor_id = ${instructorId}) and ${where}`);
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function findTaughtQuiz(db: DbOrTx, { id }: { id: number }): Promise<TaughtQuizRow | null> {
  const { rows } = await db.execute<TaughtQuizRow>(
    taughtQuizzes({ instructorId: null }, sql`z.id = ${id}`, sql``),
  );
  return rows[0] ?? null;
}

export type ItemRow = {
  questionId: number;
  kind: QuestionKind;
  prompt: string;
  answers: number;
  percent: number;
  discrimination: number | null;
  mistake: string | null;
  mistakes: number | null;
};

/** Answers below this many say nothing about a question. */
const ENOUGH_ANSWERS = 5;

/**
 * How each question did in first tries: later ones are answered by people who have seen it. An answer's words are taken
 * from the attempt, whose options may have been renamed or edited since.
 */
export async function listItemAnalysis(db: DbOrTx, { quizId }: { quizId: number }): Promise<ItemRow[]> {
  const { rows } = await db.execute<ItemRow>(sql`
    with firsts as (
      select distinct on (t.user_id) t.id, t.questions, t.score / nullif(t.max_score, 0) as total
      from quiz_attempts t
      join quizzes z on z.id = t.quiz_id
      join course_modules m on m.id = z.module_id
      join courses c on c.id = m.course_id
      where t.quiz_id = ${quizId} and t.state = 'graded' and t.user_id <> c.instructor_id
      order by t.user_id, t.number
    ), given as (
      select f.id as attempt_id, f.total, q, (q ->> 'id')::int as question_id, a.answer,
        coalesce(a.points, 0) / (q ->> 'points')::numeric as share
      from firsts f
      cross join lateral jsonb_path_query(f.questions, '$.questions[*]') q
      left join quiz_answers a on a.attempt_id = f.id and a.question_id = (q ->> 'id')::int
    ), mistakes as (
      select question_id, word, count(*)::int as times,
        row_number() over (partition by question_id order by count(*) desc, word) as place
      from given cross join lateral (
        select o ->> 'text' as word from jsonb_path_query(q, '$.content.options[*]') o
        where (o ->> 'id' = answer ->> 'choice' and o ->> 'id' <> q -> 'answerKey' ->> 'correct')
          or (answer -> 'choices' ? (o ->> 'id') and not q -> 'answerKey' -> 'correct' ? (o ->> 'id'))
        union all select lower(trim(answer ->> 'text')) where q ->> 'kind' = 'short_text'
        union all select answer ->> 'value' where q ->> 'kind' = 'number'
        union all select case when (answer ->> 'value')::boolean then 'True' else 'False' end
          where q ->> 'kind' = 'true_false' and answer ->> 'value' is not null
      ) w
      where share < 1 and word <> '' group by question_id, word
    )
    select g.question_id as "questionId", min(g.q ->> 'kind') as kind,
      (array_agg(g.q ->> 'prompt' order by g.attempt_id desc))[1] as prompt,
      count(*)::int as answers, round(100 * avg(g.share), 1)::float8 as percent,
      case when count(*) >= ${ENOUGH_ANSWERS} then round(corr(g.share, g.total)::numeric, 2)::float8 end as discrimination,
      min(x.word) as mistake, min(x.times)::int as mistakes
    from given g left join mistakes x on x.question_id = g.question_id and x.place = 1
    group by g.question_id order by percent, g.question_id`);
  return rows;
}

export type QuizLearnerRow = {
  userId: number;
  username: string;
  firstName: string;
  lastName: string;
  attempts: number;
  bestPercent: number | null;
  hasPassed: boolean;
  lastSubmittedAt: string | null;
  extraMinutes: number;
  extraAttempts: number;
  reason: string;
};

/** Those with attempts or an allowance, the latest first. */
export async function listQuizLearners(
  db: DbOrTx,
  { quizId, limit }: { quizId: number; limit: number },
): Promise<QuizLearnerRow[]> {
  const { rows } = await db.execute<QuizLearnerRow>(sql`
    with tried as (
      select user_id, count(*)::int as attempts, bool_or(coalesce(has_passed, false)) as has_passed,
        round(max(100 * score / nullif(max_score, 0)) filter (where state = 'graded'), 1)::float8 as best,
        max(submitted_at) as last
      from quiz_attempts where quiz_id = ${quizId} group by user_id
    )
    select u.id as "userId", u.username, u.first_name as "firstName", u.last_name as "lastName",
      coalesce(t.attempts, 0) as attempts, t.best as "bestPercent", coalesce(t.has_passed, false) as "hasPassed",
      to_json(t.last) #>> '{}' as "lastSubmittedAt", coalesce(w.extra_minutes, 0)::int as "extraMinutes",
      coalesce(w.extra_attempts, 0)::int as "extraAttempts", coalesce(w.reason, '') as reason
    from tried t full join (select * from quiz_allowances where quiz_id = ${quizId}) w on w.user_id = t.user_id
    join users u on u.id = coalesce(t.user_id, w.user_id)
    order by t.last desc nulls last, u.id limit ${limit}`);
  return rows.map((row) => ({
    ...row,
    lastSubmittedAt: row.lastSubmittedAt && new Date(row.lastSubmittedAt).toISOString(),
  }));
}
