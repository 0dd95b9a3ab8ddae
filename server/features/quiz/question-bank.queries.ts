// The question bank and allowances, in SQL.
import { and, asc, eq, ilike, isNull, sql, type SQL } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { quizAllowances, quizQuestions, quizzes } from '#server/db/schema/quiz.ts';
import type { QuestionKind } from '#shared/features/quiz/quiz.rules.ts';

type BankFilter = {
  /** Null: of every course, for staff. */
  instructorId: number | null;
  q?: string | undefined;
  tag?: string | undefined;
  kind?: QuestionKind | undefined;
};

function bankWhere({ instructorId, q, tag, kind }: BankFilter): SQL | undefined {
  return and(
    isNull(quizQuestions.removedAt),
    instructorId === null ? undefined : eq(courses.instructorId, instructorId),
    q ? ilike(quizQuestions.prompt, `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`) : undefined,
    tag ? sql`${tag} = any(${quizQuestions.tags})` : undefined,
    kind ? eq(quizQuestions.kind, kind) : undefined,
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
        quizTitle: quizzes.title,
      })
      .from(quizQuestions)
      .innerJoin(courses, eq(courses.id, quizQuestions.courseId))
      .leftJoin(quizzes, eq(quizzes.id, quizQuestions.quizId))
      .where(where)
      .orderBy(
        asc(courses.title),
        asc(quizQuestions.quizId),
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

export async function findQuestionCourse(db: DbOrTx, { id }: { id: number }): Promise<number | null> {
  const [row] = await db
    .select({ courseId: quizQuestions.courseId })
    .from(quizQuestions)
    .where(and(eq(quizQuestions.id, id), isNull(quizQuestions.removedAt)));
  return row?.courseId ?? null;
}

export async function setQuestionTags(
  db: DbOrTx,
  { id, tags }: { id: number; tags: string[] },
): Promise<void> {
  await db.update(quizQuestions).set({ tags }).where(eq(quizQuestions.id, id));
}

/** Someone enrolled in the course, by user name or email address. */
export async function findCourseLearner(
  db: DbOrTx,
  { courseId, key }: { courseId: number; key: string },
): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select u.id from users u where (u.username_key = ${key} or u.email_key = ${key}) and (
      exists (select 1 from enrolments n where n.user_id = u.id and n.course_id = ${courseId})
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
