// Personal data of quizzes: attempts and answers, extra time and tries. They are the learner's own work and go with them.
import { asc, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { quizAllowances, quizAnswers, quizAttempts, quizzes } from '#server/db/schema/quiz.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const quizPersonalData: PersonalData = {
  tables: [quizAttempts, quizAnswers, quizAllowances],
  collect: { quizAttempts: collectAttempts, quizAnswers: collectAnswers, quizAllowances: collectAllowances },
  async erase(_ctx, tx, { userId }) {
    // Answers go with their attempts.
    await tx.delete(quizAttempts).where(eq(quizAttempts.userId, userId));
    await tx.delete(quizAllowances).where(eq(quizAllowances.userId, userId));
    // What they graded and granted stays with the learners it is about.
    await tx.update(quizAnswers).set({ gradedBy: null }).where(eq(quizAnswers.gradedBy, userId));
    await tx.update(quizAllowances).set({ grantedBy: null }).where(eq(quizAllowances.grantedBy, userId));
  },
};

async function collectAttempts(db: DbOrTx, { userId }: DataSubject) {
  const { quizId, number, state, startedAt, submittedAt, score, maxScore, hasPassed } = quizAttempts;
  return db
    .select({
      quizId,
      quiz: quizzes.title,
      number,
      state,
      startedAt,
      submittedAt,
      score,
      maxScore,
      hasPassed,
    })
    .from(quizAttempts)
    .innerJoin(quizzes, eq(quizzes.id, quizAttempts.quizId))
    .where(eq(quizAttempts.userId, userId))
    .orderBy(asc(quizAttempts.id));
}

/** With the question as it was asked, but not with what is right: an export must not be a way around the policy. */
async function collectAnswers(db: DbOrTx, { userId }: DataSubject) {
  const { answer, savedAt, comment } = quizAnswers;
  const question = sql<string | null>`jsonb_path_query_first(${quizAttempts.questions},
    '$.questions[*] ? (@.id == $id)', jsonb_build_object('id', ${quizAnswers.questionId})) ->> 'prompt'`;
  return db
    .select({ quizId: quizAttempts.quizId, number: quizAttempts.number, question, answer, savedAt, comment })
    .from(quizAnswers)
    .innerJoin(quizAttempts, eq(quizAttempts.id, quizAnswers.attemptId))
    .where(eq(quizAttempts.userId, userId))
    .orderBy(asc(quizAnswers.attemptId), asc(quizAnswers.questionId));
}

async function collectAllowances(db: DbOrTx, { userId }: DataSubject) {
  const { quizId, extraMinutes, extraAttempts, reason, createdAt } = quizAllowances;
  return db
    .select({ quizId, extraMinutes, extraAttempts, reason, createdAt })
    .from(quizAllowances)
    .where(eq(quizAllowances.userId, userId))
    .orderBy(asc(quizAllowances.quizId));
}
