// Personal data of assignments. What a learner handed in goes with the account, files included; a grader's comments stay
// with the learner they were written for, without the grader's name.
import { and, asc, eq, inArray, ne, or } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import {
  assessments,
  assessmentSessions,
  courseAssessors,
  submissionComments,
  submissionFiles,
  submissions,
} from '#server/db/schema/assignment.ts';
import { lessons } from '#server/db/schema/course.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { deleteSubmissionFileJob } from './assignment.jobs.ts';

export const assignmentPersonalData: PersonalData = {
  tables: [submissions, submissionComments, assessments, assessmentSessions, courseAssessors],
  collect: {
    submissions: collectSubmissions,
    submissionComments: collectComments,
    assessments: collectAssessments,
    assessmentSessions: collectSessions,
    courseAssessors: collectAssessedCourses,
  },
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
    await tx.update(assessments).set({ assessorId: null }).where(eq(assessments.assessorId, userId));
    await tx.update(assessmentSessions).set({ setBy: null }).where(eq(assessmentSessions.setBy, userId));
    await tx.update(courseAssessors).set({ addedBy: null }).where(eq(courseAssessors.addedBy, userId));
    await tx.delete(courseAssessors).where(eq(courseAssessors.userId, userId));
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

/** Decisions about their work, and those they made as one of two assessors. */
async function collectAssessments(db: DbOrTx, { userId }: DataSubject) {
  const { submissionId, learnerId, assessorId, grade, rubricPoints, feedback, gradedAt } = assessments;
  return (
    db
      .select({ submissionId, grade, rubricPoints, feedback, gradedAt })
      .from(assessments)
      .innerJoin(submissions, eq(submissions.id, submissionId))
      // The other one's decision is theirs once both have decided.
      .where(or(eq(assessorId, userId), and(eq(learnerId, userId), ne(submissions.state, 'submitted'))))
      .orderBy(asc(assessments.id))
  );
}

async function collectSessions(db: DbOrTx, { userId }: DataSubject) {
  const { submissionId, startsAt, place } = assessmentSessions;
  return db
    .select({ submissionId, startsAt, place })
    .from(assessmentSessions)
    .innerJoin(submissions, eq(submissions.id, submissionId))
    .where(or(eq(submissions.userId, userId), eq(assessmentSessions.setBy, userId)))
    .orderBy(asc(submissionId));
}

async function collectAssessedCourses(db: DbOrTx, { userId }: DataSubject) {
  const { courseId, addedAt } = courseAssessors;
  return db
    .select({ courseId, addedAt })
    .from(courseAssessors)
    .where(eq(courseAssessors.userId, userId))
    .orderBy(asc(courseId));
}
