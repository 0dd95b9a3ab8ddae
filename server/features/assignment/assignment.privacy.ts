// Personal data of assignments. What a learner handed in goes with the account, files included; a grader's comments stay
// with the learner they were written for, without the grader's name.
import { asc, eq, inArray } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { submissionComments, submissionFiles, submissions } from '#server/db/schema/assignment.ts';
import { lessons } from '#server/db/schema/course.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { deleteSubmissionFileJob } from './assignment.jobs.ts';

export const assignmentPersonalData: PersonalData = {
  tables: [submissions, submissionComments],
  collect: { submissions: collectSubmissions, submissionComments: collectComments },
  async erase(ctx, tx, { userId }) {
    const own = tx.select({ id: submissions.id }).from(submissions).where(eq(submissions.userId, userId));
    const files = await tx
      .delete(submissionFiles)
      .where(inArray(submissionFiles.submissionId, own))
      .returning({ storageKey: submissionFiles.storageKey });
    for (const { storageKey } of files) await ctx.jobs.send(tx, deleteSubmissionFileJob, { storageKey });
    await tx.delete(submissions).where(eq(submissions.userId, userId));
    await tx.update(submissions).set({ gradedBy: null }).where(eq(submissions.gradedBy, userId));
    await tx.update(submissionComments).set({ userId: null }).where(eq(submissionComments.userId, userId));
  },
};

async function collectSubmissions(db: DbOrTx, { userId }: DataSubject) {
  const { lessonId, number, state, text, submittedAt, gradedAt, rubricPoints, feedback } = submissions;
  return db
    .select({
      lessonId,
      title: lessons.title,
      number,
      state,
      text,
      submittedAt,
      gradedAt,
      rubricPoints,
      feedback,
      fileName: submissionFiles.name,
    })
    .from(submissions)
    .innerJoin(lessons, eq(lessons.id, lessonId))
    .leftJoin(submissionFiles, eq(submissionFiles.submissionId, submissions.id))
    .where(eq(submissions.userId, userId))
    .orderBy(asc(submissions.id), asc(submissionFiles.id));
}

/** Comments they wrote as a grader. */
async function collectComments(db: DbOrTx, { userId }: DataSubject) {
  const { submissionId, atSecond, text, createdAt } = submissionComments;
  return db
    .select({ submissionId, atSecond, text, createdAt })
    .from(submissionComments)
    .where(eq(submissionComments.userId, userId))
    .orderBy(asc(submissionComments.id));
}
