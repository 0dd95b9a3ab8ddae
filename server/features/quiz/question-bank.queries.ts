// The question bank and allowances, in SQL.
import { and, asc, eq, ilike, isNotNull, isNull, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { quizAllowances, quizQuestions, quizzes } from '#server/db/schema/quiz.ts';
import type { QuestionKind } from '#shared/features/quiz/quiz.rules.ts';
import type { QuestionInput } from '#shared/features/quiz/quiz.schema.ts';

type BankFilter = {
  /** Null: of every course, for staff. */
  instructorId: number | null;
  q?: string | undefined;
  tag?: string | undefined;
  kind?: QuestionKind | undefined;
  place?: 'bank' | 'quiz' | undefined;
  courseId?: number | undefined;
};

function bankWhere({ instructorId, q, tag, kind, place, courseId }: BankFilter): SQL | undefined {
  return and(
    isNull(quizQuestions.removedAt),
    instructorId === null ? undefined : eq(courses.instructorId, instructorId),
    q ? ilike(quizQuestions.prompt, `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`) : undefined,
    tag ? sql`${tag} = any(${quizQuestions.tags})` : undefined,
    kind ? eq(quizQuestions.kind, kind) : undefined,
    place === 'bank' ? isNull(quizQuestions.quizId) : undefined,
    place === 'quiz' ? isNotNull(quizQuestions.quizId) : undefined,
    courseId ? eq(quizQuestions.courseId, courseId) : undefined,
  );
}

export async function listTaughtQuestionRows(
  db: DbOrTx,
  { limit, offset, ...filter }: BankFilter & { limit: number; offset: number },
) {
  const where = bankWhere(filter);
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        id: quizQuestions.id,
        kind: quizQuestions.kind,
        prompt: quizQuestions.prompt,
        content: quizQuestions.content,
        answerKey: quizQuestions.answerKey,
        points: quizQuestions.points,
        tags: quizQuestions.tags,
        courseId: quizQuestions.courseId,
        courseTitle: courses.title,
        quizId: quizQuestions.quizId,
        quizTitle: quizzes.title,
      })
      .from(quizQuestions)
      .innerJoin(courses, eq(courses.id, quizQuestions.courseId))
      .leftJoin(quizzes, eq(quizzes.id, quizQuestions.quizId))
      .where(where)
      .orderBy(
        asc(courses.title),
        sql`${quizQuestions.quizId} nulls first`,
        asc(quizQuestions.position),
        asc(quizQuestions.id),
      )
      .limit(limit)
      .offset(offset),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(quizQuestions)
      .innerJoin(courses, eq(courses.id, quizQuestions.courseId))
      .where(where),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function listTaughtTags(
  db: DbOrTx,
  { instructorId }: { instructorId: number | null },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ tag: sql<string>`unnest(${quizQuestions.tags})` })
    .from(quizQuestions)
    .innerJoin(courses, eq(courses.id, quizQuestions.courseId))
    .where(bankWhere({ instructorId }));
  return rows.map(({ tag }) => tag).toSorted();
}

export type TaughtScope = { instructorId: number | null };

/** Whole, key included; null unless it is in a course of this instructor. */
export async function findTaughtQuestion(db: DbOrTx, { id, instructorId }: TaughtScope & { id: number }) {
  const [row] = await db
    .select({ question: quizQuestions, courseTitle: courses.title })
    .from(quizQuestions)
    .innerJoin(courses, eq(courses.id, quizQuestions.courseId))
    .where(and(eq(quizQuestions.id, id), bankWhere({ instructorId })));
  return row ?? null;
}

const inBank = (courseId: number) =>
  and(eq(quizQuestions.courseId, courseId), isNull(quizQuestions.quizId), isNull(quizQuestions.removedAt));

/** The bank of a course without its answers. */
export async function listBankQuestions(db: DbOrTx, { courseId }: { courseId: number }) {
  const { id, prompt, tags } = quizQuestions;
  return db.select({ id, prompt, tags }).from(quizQuestions).where(inBank(courseId)).orderBy(asc(id));
}

/** The bank of a course, answers included: for a copy of the course. */
export async function listWholeBankQuestions(
  tx: Tx,
  { courseId }: { courseId: number },
): Promise<QuestionInput[]> {
  const { kind, prompt, fileId, content, answerKey, explanation, reviewLessonId, points, tags } =
    quizQuestions;
  const rows = await tx
    .select({ kind, prompt, fileId, content, answerKey, explanation, reviewLessonId, points, tags })
    .from(quizQuestions)
    .where(inBank(courseId))
    .orderBy(asc(quizQuestions.id));
  // Content and key were checked for their kind when they were written.
  return rows as QuestionInput[];
}

export async function insertBankQuestion(
  tx: Tx,
  { courseId, question }: { courseId: number; question: QuestionInput },
): Promise<number> {
  const [row] = await tx
    .insert(quizQuestions)
    .values({ ...question, courseId, quizId: null })
    .returning({ id: quizQuestions.id });
  if (!row) throw new Error('The question was not written.');
  return row.id;
}

export async function updateBankQuestion(
  tx: Tx,
  { id, courseId }: { id: number; courseId: number },
  changes: QuestionInput | { removedAt: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(quizQuestions)
    .set(changes)
    .where(and(eq(quizQuestions.id, id), inBank(courseId)));
  return rowCount === 1;
}

/**
 * Quizzes of a course that draw from its bank: how many questions an attempt has now. Callers hold the course's lock, so
 * that neither the bank nor the quizzes change meanwhile.
 */
export async function countDrawnQuestions(tx: Tx, { courseId }: { courseId: number }) {
  const { rows } = await tx.execute<{ id: number; title: string; total: number }>(sql`
    select z.id, z.title,
      (select count(*)::int from quiz_questions own where own.quiz_id = z.id and own.removed_at is null)
      + least(z.draw_count, (select count(*)::int from quiz_questions b where b.course_id = ${courseId}
          and b.quiz_id is null and b.removed_at is null and b.tags && z.draw_tags)) as total
    from quizzes z join course_modules m on m.id = z.module_id
    where m.course_id = ${courseId} and z.draw_count > 0 and z.removed_at is null and m.removed_at is null`);
  return rows;
}

export async function setQuestionCounts(
  tx: Tx,
  counts: readonly { id: number; total: number }[],
): Promise<void> {
  for (const { id, total } of counts) {
    await tx.update(quizzes).set({ questionCount: total }).where(eq(quizzes.id, id));
  }
}

/** Someone enrolled in the course, by user name or email address. */
export async function findCourseLearner(
  db: DbOrTx,
  { courseId, key }: { courseId: number; key: string },
): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select u.id from users u where (u.username_key = ${key} or u.email_key = ${key}) and (
      exists (select 1 from enrollments n where n.user_id = u.id and n.course_id = ${courseId})
      or exists (select 1 from entitlements e
        where e.user_id = u.id and e.item_type = 'course' and e.item_id = ${courseId} and e.state = 'active'))
    limit 1`);
  return rows[0]?.id ?? null;
}

type Allowance = {
  quizId: number;
  userId: number;
  extraMinutes: number;
  extraAttempts: number;
  reason: string;
  grantedBy: number;
  now: Date;
};

/** An open attempt gets its new end at once. */
export async function saveAllowance(tx: Tx, { now, ...allowance }: Allowance): Promise<void> {
  const { quizId, userId, extraMinutes, extraAttempts, reason, grantedBy } = allowance;
  const isNothing = extraMinutes === 0 && extraAttempts === 0;
  const mine = and(eq(quizAllowances.quizId, quizId), eq(quizAllowances.userId, userId));
  if (isNothing) await tx.delete(quizAllowances).where(mine);
  else {
    await tx
      .insert(quizAllowances)
      .values({ ...allowance, createdAt: now })
      .onConflictDoUpdate({
        target: [quizAllowances.quizId, quizAllowances.userId],
        set: { extraMinutes, extraAttempts, reason, grantedBy, createdAt: now },
      });
  }
  await tx.execute(sql`
    update quiz_attempts t
    set deadline_at = t.started_at + (z.time_limit_minutes + ${extraMinutes}::int) * interval '1 minute'
    from quizzes z
    where z.id = t.quiz_id and t.quiz_id = ${quizId} and t.user_id = ${userId} and t.state = 'in_progress'
      and t.deadline_at > ${now}::timestamptz`);
}
