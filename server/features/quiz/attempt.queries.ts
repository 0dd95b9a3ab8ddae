// Attempts and their answers, in SQL. State moves by compare and swap: of two calls at once, one finds the row changed.
import { and, asc, eq, isNotNull, lte, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { courseModules, courses } from '#server/db/schema/course.ts';
import { quizAnswers, quizAttempts, quizzes } from '#server/db/schema/quiz.ts';
import type { DrawnQuestion } from '#shared/features/quiz/draw.rules.ts';
import type { Answer } from '#shared/features/quiz/question.rules.ts';

/** What an attempt asks, as it was when it began. */
export type AttemptSnapshot = { seed: number; questions: DrawnQuestion[] };

const summaryColumns = {
  id: quizAttempts.id,
  quizId: quizAttempts.quizId,
  userId: quizAttempts.userId,
  number: quizAttempts.number,
  state: quizAttempts.state,
  startedAt: quizAttempts.startedAt,
  deadlineAt: quizAttempts.deadlineAt,
  submittedAt: quizAttempts.submittedAt,
  score: quizAttempts.score,
  maxScore: quizAttempts.maxScore,
  passPercent: quizAttempts.passPercent,
  hasPassed: quizAttempts.hasPassed,
};

/** Handed in before the learner started the course again: it neither passes the quiz nor uses up an attempt. */
const isPast = sql<boolean>`coalesce(quiz_attempts.submitted_at < (
  select p.repeated_at from quizzes q join course_modules m on m.id = q.module_id
  join course_progress p on p.course_id = m.course_id and p.user_id = quiz_attempts.user_id
  where q.id = quiz_attempts.quiz_id), false)`;

/** A learner's attempts at a quiz, first to last, without their questions. */
export async function listAttempts(db: DbOrTx, { quizId, userId }: { quizId: number; userId: number }) {
  return db
    .select({ ...summaryColumns, isPast })
    .from(quizAttempts)
    .where(and(eq(quizAttempts.quizId, quizId), eq(quizAttempts.userId, userId)))
    .orderBy(asc(quizAttempts.number));
}

export type AttemptRow = Awaited<ReturnType<typeof listAttempts>>[number];

function selectAttempts(db: DbOrTx) {
  return db
    .select({
      attempt: summaryColumns,
      snapshot: sql<AttemptSnapshot>`${quizAttempts.questions}`,
      title: quizzes.title,
      moduleId: quizzes.moduleId,
      gradingMethod: quizzes.gradingMethod,
      courseId: courseModules.courseId,
      instructorId: courses.instructorId,
    })
    .from(quizAttempts)
    .innerJoin(quizzes, eq(quizzes.id, quizAttempts.quizId))
    .innerJoin(courseModules, eq(courseModules.id, quizzes.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId));
}

export type AttemptDetail = Awaited<ReturnType<typeof selectAttempts>>[number];

/** Keys included: callers leave them out of what they send. Without a user: for graders and jobs. */
export async function findAttempt(
  db: DbOrTx,
  { id, userId }: { id: number; userId?: number },
): Promise<AttemptDetail | null> {
  const [row] = await selectAttempts(db).where(
    and(eq(quizAttempts.id, id), userId === undefined ? undefined : eq(quizAttempts.userId, userId)),
  );
  return row ?? null;
}

/** One question of one's own attempt, without reading the others; `question` is null if it isn't in it. */
export async function findAttemptQuestion(
  db: DbOrTx,
  { id, userId, questionId }: { id: number; userId: number; questionId: number },
) {
  const [row] = await db
    .select({
      state: quizAttempts.state,
      deadlineAt: quizAttempts.deadlineAt,
      courseId: courseModules.courseId,
      question: sql<DrawnQuestion | null>`jsonb_path_query_first(${quizAttempts.questions},
        '$.questions[*] ? (@.id == $id)', jsonb_build_object('id', ${questionId}::int))`,
    })
    .from(quizAttempts)
    .innerJoin(quizzes, eq(quizzes.id, quizAttempts.quizId))
    .innerJoin(courseModules, eq(courseModules.id, quizzes.moduleId))
    .where(and(eq(quizAttempts.id, id), eq(quizAttempts.userId, userId)));
  return row ?? null;
}

type NewAttempt = {
  quizId: number;
  userId: number;
  number: number;
  snapshot: AttemptSnapshot;
  maxScore: number;
  passPercent: number;
  startedAt: Date;
  deadlineAt: Date | null;
};

/** Null if another tab was faster: unique indexes allow one open attempt, and each number once. */
export async function insertAttempt(
  db: DbOrTx,
  { snapshot, ...attempt }: NewAttempt,
): Promise<number | null> {
  const [row] = await db
    .insert(quizAttempts)
    .values({ ...attempt, questions: snapshot })
    .onConflictDoNothing()
    .returning({ id: quizAttempts.id });
  return row?.id ?? null;
}

export async function findOpenAttemptId(
  db: DbOrTx,
  { quizId, userId }: { quizId: number; userId: number },
): Promise<number | null> {
  const [row] = await db
    .select({ id: quizAttempts.id })
    .from(quizAttempts)
    .where(
      and(
        eq(quizAttempts.quizId, quizId),
        eq(quizAttempts.userId, userId),
        eq(quizAttempts.state, 'in_progress'),
      ),
    );
  return row?.id ?? null;
}

export async function listAnswers(db: DbOrTx, { attemptId }: { attemptId: number }) {
  return db
    .select({
      questionId: quizAnswers.questionId,
      answer: sql<Answer | null>`${quizAnswers.answer}`,
      isFlagged: quizAnswers.isFlagged,
      savedAt: quizAnswers.savedAt,
      points: quizAnswers.points,
      comment: quizAnswers.comment,
    })
    .from(quizAnswers)
    .where(eq(quizAnswers.attemptId, attemptId))
    .orderBy(asc(quizAnswers.questionId));
}

type SavedAnswer = {
  attemptId: number;
  userId: number;
  questionId: number;
  answer: Answer | null;
  isFlagged: boolean;
  now: Date;
};

/**
 * One statement, committed by itself. It shares a lock on the attempt: an answer that meets a submission waits for it,
 * finds the attempt handed in, and is refused. False: handed in, or too late.
 */
export async function upsertAnswer(db: DbOrTx, saved: SavedAnswer): Promise<boolean> {
  const { attemptId, userId, questionId, answer, isFlagged, now } = saved;
  const { rows } = await db.execute(sql`
    with open as (
      select id from quiz_attempts
      where id = ${attemptId} and user_id = ${userId} and state = 'in_progress'
        and (deadline_at is null or deadline_at > ${now})
      for share
    )
    insert into quiz_answers as a (attempt_id, question_id, answer, is_flagged, saved_at)
    select id, ${questionId}::int, ${JSON.stringify(answer)}::jsonb, ${isFlagged}::boolean, ${now}::timestamptz from open
    on conflict (attempt_id, question_id) do update set
      answer = excluded.answer, is_flagged = excluded.is_flagged, saved_at = excluded.saved_at
    returning 1`);
  return rows.length > 0;
}

/** Takes the attempt out of the learner's hands; its row stays locked until the transaction ends. False: it was before. */
export async function closeAttempt(tx: Tx, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const closed = await tx
    .update(quizAttempts)
    // What the job hands in was finished when the time was up.
    .set({ state: 'submitted', submittedAt: sql`least(${now}::timestamptz, ${quizAttempts.deadlineAt})` })
    .where(and(eq(quizAttempts.id, id), eq(quizAttempts.state, 'in_progress')))
    .returning({ id: quizAttempts.id });
  return closed.length > 0;
}

/** Locks an attempt that was handed in, for a grader. */
export async function lockSubmittedAttempt(tx: Tx, { id }: { id: number }): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from quiz_attempts where id = ${id} and state in ('needs_grading', 'graded') for update`);
  return rows.length > 0;
}

/** Answers nobody gave get a row as well, so that each question of a graded attempt has its points. */
export async function setAnswerPoints(
  tx: Tx,
  {
    attemptId,
    graded,
    now,
  }: { attemptId: number; graded: { questionId: number; points: number | null }[]; now: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into quiz_answers as a (attempt_id, question_id, answer, saved_at, points)
    select ${attemptId}::int, g."questionId", 'null'::jsonb, ${now}::timestamptz, g.points
    from jsonb_to_recordset(${JSON.stringify(graded)}::jsonb) as g("questionId" int, points numeric)
    on conflict (attempt_id, question_id) do update set points = excluded.points`);
}

export async function setOpenAnswerGrade(
  tx: Tx,
  grade: { attemptId: number; questionId: number; points: number; comment: string; gradedBy: number },
): Promise<void> {
  const { attemptId, questionId, points, comment, gradedBy } = grade;
  await tx
    .update(quizAnswers)
    .set({ points, comment, gradedBy })
    .where(and(eq(quizAnswers.attemptId, attemptId), eq(quizAnswers.questionId, questionId)));
}

/** The sum of the points so far; `isComplete` once no answer waits for a person. */
export async function sumAnswerPoints(tx: Tx, { attemptId }: { attemptId: number }) {
  const [row] = await tx
    .select({
      score: sql<number>`coalesce(sum(${quizAnswers.points}), 0)::float8`,
      isComplete: sql<boolean>`coalesce(bool_and(${quizAnswers.points} is not null), true)`,
    })
    .from(quizAnswers)
    .where(eq(quizAnswers.attemptId, attemptId));
  return row ?? { score: 0, isComplete: true };
}

type Outcome = { id: number; score: number; hasPassed: boolean | null; now: Date };

/** `hasPassed` null: it waits for a person. */
export async function setAttemptOutcome(tx: Tx, { id, score, hasPassed, now }: Outcome): Promise<void> {
  const isGraded = hasPassed !== null;
  await tx
    .update(quizAttempts)
    .set({ state: isGraded ? 'graded' : 'needs_grading', score, hasPassed, gradedAt: isGraded ? now : null })
    .where(eq(quizAttempts.id, id));
}

/** Attempts whose time is up, the longest overdue first. */
export async function listOverdueAttempts(db: DbOrTx, { now, limit }: { now: Date; limit: number }) {
  return db
    .select({ id: quizAttempts.id })
    .from(quizAttempts)
    .where(
      and(
        eq(quizAttempts.state, 'in_progress'),
        isNotNull(quizAttempts.deadlineAt),
        lte(quizAttempts.deadlineAt, now),
      ),
    )
    .orderBy(asc(quizAttempts.deadlineAt))
    .limit(limit);
}

/** Whether progress counts for this person: they have or had the course, and don't teach it. */
export async function isLearnerOf(
  tx: Tx,
  { userId, courseId }: { userId: number; courseId: number },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from courses c where c.id = ${courseId} and c.instructor_id <> ${userId} and (
      exists (select 1 from enrollments n where n.user_id = ${userId} and n.course_id = c.id)
      or exists (select 1 from entitlements e
        where e.user_id = ${userId} and e.item_type = 'course' and e.item_id = c.id))`);
  return rows.length > 0;
}

/** Whether a question of one of this learner's attempts in the course shows the file. */
export async function isInOwnAttempt(
  db: DbOrTx,
  { userId, courseId, fileId }: { userId: number; courseId: number; fileId: number },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from quiz_attempts a join quizzes q on q.id = a.quiz_id join course_modules m on m.id = q.module_id
    where a.user_id = ${userId} and a.file_ids @> array[${fileId}::int] and m.course_id = ${courseId} limit 1`);
  return rows.length > 0;
}
