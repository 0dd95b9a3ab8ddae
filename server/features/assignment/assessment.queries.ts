// Practical assessments, in SQL: independent decisions of two assessors, live sessions, and who assesses a course.
import { and, asc, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import {
  assessments,
  assessmentSessions,
  courseAssessors,
  submissions,
} from '#server/db/schema/assignment.ts';
import { courses } from '#server/db/schema/course.ts';
import { users } from '#server/db/schema/platform-user.ts';
import type { Grade } from '#shared/features/assignment/assignment.rules.ts';
import type { GraderScope } from './assignment.queries.ts';

/** Waits for the other assessor's decision. False: it has been graded. */
export async function lockOpenSubmission(tx: Tx, { id }: { id: number }): Promise<boolean> {
  const rows = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.id, id), eq(submissions.state, 'submitted')))
    .for('update');
  return rows.length > 0;
}

type NewAssessment = {
  submissionId: number;
  learnerId: number;
  assessorId: number;
  grade: Grade;
  rubricPoints: Record<string, number>;
  feedback: string;
  now: Date;
};

/**
 * The grades given so far, with this one. The database refuses a third, a second by the same assessor, and one by the
 * learner.
 */
export async function insertAssessment(tx: Tx, { now, ...assessment }: NewAssessment): Promise<Grade[]> {
  const { submissionId } = assessment;
  const position = sql<number>`(select count(*) + 1 from assessments where submission_id = ${submissionId})`;
  await tx.insert(assessments).values({ ...assessment, position, gradedAt: now });
  const rows = await tx
    .select({ grade: assessments.grade })
    .from(assessments)
    .where(eq(assessments.submissionId, submissionId));
  return rows.map(({ grade }) => grade);
}

type NewSession = { submissionId: number; startsAt: Date; place: string; setBy: number; now: Date };

export async function upsertSession(tx: Tx, { submissionId, now, ...session }: NewSession): Promise<void> {
  const values = { ...session, setAt: now };
  await tx
    .insert(assessmentSessions)
    .values({ submissionId, ...values })
    .onConflictDoUpdate({ target: assessmentSessions.submissionId, set: values });
}

/** Null if it isn't theirs to manage. */
export async function findManagedCourse(db: DbOrTx, { id, graderId, isStaff }: GraderScope & { id: number }) {
  const [row] = await db
    .select({ id: courses.id, instructorId: courses.instructorId })
    .from(courses)
    .where(and(eq(courses.id, id), isStaff ? undefined : eq(courses.instructorId, graderId)));
  return row ?? null;
}

export function listAssessors(db: DbOrTx, { courseId }: { courseId: number }) {
  const { id, firstName, lastName, username } = users;
  return db
    .select({ id, firstName, lastName, username })
    .from(courseAssessors)
    .innerJoin(users, eq(users.id, courseAssessors.userId))
    .where(eq(courseAssessors.courseId, courseId))
    .orderBy(asc(lastName), asc(id));
}

/** By confirmed email address or username. */
export async function findNamedUser(db: DbOrTx, { key }: { key: string }) {
  const { id, state, roles } = users;
  const [row] = await db
    .select({ id, state, roles })
    .from(users)
    .where(
      sql`(${users.emailKey} = ${key} and ${users.emailVerifiedAt} is not null) or ${users.usernameKey} = ${key}`,
    );
  return row ?? null;
}

type NewAssessor = { courseId: number; userId: number; addedBy: number; now: Date };

export async function insertAssessor(tx: Tx, { now, ...assessor }: NewAssessor): Promise<void> {
  await tx
    .insert(courseAssessors)
    .values({ ...assessor, addedAt: now })
    .onConflictDoNothing();
}

export async function deleteAssessor(
  tx: Tx,
  { courseId, userId }: { courseId: number; userId: number },
): Promise<boolean> {
  const rows = await tx
    .delete(courseAssessors)
    .where(and(eq(courseAssessors.courseId, courseId), eq(courseAssessors.userId, userId)))
    .returning({ userId: courseAssessors.userId });
  return rows.length > 0;
}
