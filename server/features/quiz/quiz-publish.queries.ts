// Writing quizzes and their questions on behalf of the course editor. Rows are never deleted: attempts refer to them.
import { and, asc, eq, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { courseModules } from '#server/db/schema/course.ts';
import { quizQuestions, quizzes } from '#server/db/schema/quiz.ts';

export type QuizQuestionValues = Omit<
  typeof quizQuestions.$inferInsert,
  'id' | 'courseId' | 'quizId' | 'position' | 'removedAt'
> & { id: number | null };
export type QuizValues = Omit<
  typeof quizzes.$inferInsert,
  'id' | 'moduleId' | 'position' | 'questionCount' | 'removedAt'
> & { questions: QuizQuestionValues[] };
type Place = { id: number; moduleId: number; position: number };

export async function drawQuizIds(db: DbOrTx, { count }: { count: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('quizzes', 'id'))::int as id from generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => id);
}

/** With the questions of each quiz, which the checklist looks through. */
export async function listLiveQuizzes(db: DbOrTx, { courseId }: { courseId: number }) {
  const { kind, prompt, fileId, content, answerKey } = quizQuestions;
  const rows = await db
    .select({
      id: quizzes.id,
      moduleId: quizzes.moduleId,
      position: quizzes.position,
      title: quizzes.title,
      drawCount: quizzes.drawCount,
      drawTags: quizzes.drawTags,
      question: { id: quizQuestions.id, kind, prompt, fileId, content, answerKey },
    })
    .from(quizzes)
    .innerJoin(courseModules, eq(courseModules.id, quizzes.moduleId))
    .leftJoin(quizQuestions, and(eq(quizQuestions.quizId, quizzes.id), isNull(quizQuestions.removedAt)))
    .where(
      and(eq(courseModules.courseId, courseId), isNull(courseModules.removedAt), isNull(quizzes.removedAt)),
    )
    .orderBy(asc(quizzes.position), asc(quizQuestions.position));
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((found) => {
    const [first] = found;
    if (!first) return [];
    const { question: _, ...quiz } = first;
    return [{ ...quiz, questions: found.flatMap(({ question }) => question ?? []) }];
  });
}

/** With its questions and their answer keys. */
export async function findLiveQuiz(
  db: DbOrTx,
  { id, courseId }: { id: number; courseId: number },
): Promise<QuizValues | null> {
  const [row] = await db
    .select({ quiz: quizzes })
    .from(quizzes)
    .innerJoin(courseModules, eq(courseModules.id, quizzes.moduleId))
    .where(and(eq(quizzes.id, id), eq(courseModules.courseId, courseId), isNull(quizzes.removedAt)));
  if (!row) return null;
  const questions = await db
    .select()
    .from(quizQuestions)
    .where(and(eq(quizQuestions.quizId, id), isNull(quizQuestions.removedAt)))
    .orderBy(asc(quizQuestions.position), asc(quizQuestions.id));
  return { ...row.quiz, questions };
}

const modulesOf = (courseId: number) =>
  sql`(select id from ${courseModules} where ${courseModules.courseId} = ${courseId})`;

export async function removeOtherQuizzes(
  tx: Tx,
  { courseId, keptIds, now }: { courseId: number; keptIds: readonly number[]; now: Date },
): Promise<void> {
  await tx
    .update(quizzes)
    .set({ removedAt: now })
    .where(
      and(
        sql`${quizzes.moduleId} in ${modulesOf(courseId)}`,
        isNull(quizzes.removedAt),
        sql`${quizzes.id} <> all(${sql.param([...keptIds])}::int[])`,
      ),
    );
}

/** Positions are unique, so they first make room below zero. */
export async function setQuizPlaces(
  tx: Tx,
  { courseId, places }: { courseId: number; places: readonly Place[] },
): Promise<void> {
  await tx
    .update(quizzes)
    .set({ position: sql`-1 - ${quizzes.position}` })
    .where(
      and(
        sql`${quizzes.moduleId} in ${modulesOf(courseId)}`,
        isNull(quizzes.removedAt),
        sql`${quizzes.position} >= 0`,
      ),
    );
  await tx.execute(sql`
    update ${quizzes} set module_id = ordered.module_id, position = ordered.at
    from unnest(${sql.param(places.map(({ id }) => id))}::int[],
      ${sql.param(places.map(({ moduleId }) => moduleId))}::int[],
      ${sql.param(places.map(({ position }) => position))}::int[]) ordered(id, module_id, at)
    where ${quizzes.id} = ordered.id and ${quizzes.moduleId} in ${modulesOf(courseId)}`);
}

const questionCountOf = ({ questions, drawCount = 0 }: QuizValues) => questions.length + drawCount;

export async function insertQuiz(
  tx: Tx,
  { courseId, ...place }: Place & { courseId: number },
  values: QuizValues,
): Promise<void> {
  const { questions, ...quiz } = values;
  await tx
    .insert(quizzes)
    .overridingSystemValue()
    .values({ ...quiz, ...place, questionCount: questionCountOf(values) });
  await saveQuestions(tx, { courseId, quizId: place.id, questions });
}

export async function updateQuiz(
  tx: Tx,
  { id, courseId, now }: { id: number; courseId: number; now: Date },
  values: QuizValues,
): Promise<void> {
  const { questions, ...quiz } = values;
  await tx
    .update(quizzes)
    .set({ ...quiz, questionCount: questionCountOf(values) })
    .where(and(eq(quizzes.id, id), sql`${quizzes.moduleId} in ${modulesOf(courseId)}`));
  const kept = questions.flatMap((question) => question.id ?? []);
  await tx
    .update(quizQuestions)
    .set({ removedAt: now })
    .where(
      and(
        eq(quizQuestions.quizId, id),
        isNull(quizQuestions.removedAt),
        sql`${quizQuestions.id} <> all(${sql.param(kept)}::int[])`,
      ),
    );
  await saveQuestions(tx, { courseId, quizId: id, questions });
}

type Saved = { courseId: number; quizId: number; questions: readonly QuizQuestionValues[] };

async function saveQuestions(tx: Tx, { courseId, quizId, questions }: Saved): Promise<void> {
  for (const [position, { id, ...question }] of questions.entries()) {
    const values = { ...question, position };
    if (id === null) await tx.insert(quizQuestions).values({ ...values, courseId, quizId });
    else {
      await tx
        .update(quizQuestions)
        .set(values)
        .where(and(eq(quizQuestions.id, id), eq(quizQuestions.quizId, quizId)));
    }
  }
}
