// Grading: the queue of an instructor's courses, comments, and the grade that completes the lesson or returns the work.
import { recordCourseAudit, teacherIdOf } from '#server/features/course/course-access.service.ts';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { isStaffOf } from '#server/features/entitlement/item-access.service.ts';
import { completeItem } from '#server/features/progress/progress.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import type { ContractParsed } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/assignment/assignment.contract.ts';
import {
  decideTogether,
  findGradeProblem,
  findSessionProblem,
  formatSecond,
  SUBMISSION_STATE_LABELS,
  sumPoints,
  sumRubric,
  type Grade,
  type GradeInput,
} from '#shared/features/assignment/assignment.rules.ts';
import type { GradedSubmission, SubmissionComment } from '#shared/features/assignment/assignment.schema.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { endSentence } from '#shared/quote.ts';
import { insertAssessment, lockOpenSubmission } from './assessment.queries.ts';
import {
  countSubmissions,
  deleteComment,
  findCommentedSubmission,
  findSubmissionToGrade,
  insertComment,
  listSubmissionQueue,
  listSubmissionRows,
  setGrade,
  type SubmissionToGrade,
} from './assignment.queries.ts';
import { toSettings, toSubmission } from './assignment.service.ts';

const scopeOf = (viewer: Viewer) => ({ graderId: teacherIdOf(viewer), isStaff: isStaffOf(viewer, 'course') });

type QueueFilter = ContractParsed<typeof contract.listSubmissionsToGrade>['query'];

export async function listSubmissionsToGrade(
  ctx: AppContext,
  viewer: Viewer,
  { page, state, ...asked }: QueueFilter,
) {
  const filter = { ...asked, ...scopeOf(viewer), viewerId: viewer.id };
  const [counts, rows] = await Promise.all([
    countSubmissions(ctx.db, filter),
    listSubmissionQueue(ctx.db, { ...filter, state, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const items = rows.map(({ learner, submittedAt, gradedAt, session, ...row }) => ({
    ...row,
    sessionAt: session && new Date(session.startsAt).toISOString(),
    learner: toLearner(learner),
    submittedAt: submittedAt.toISOString(),
    gradedAt: gradedAt?.toISOString() ?? null,
  }));
  return { items, total: counts[state], page, pageSize: PAGE_SIZE, counts };
}

type Learner = { id: number; firstName: string; lastName: string; imageUrl: string | null };

const toLearner = ({ id, imageUrl, ...names }: Learner) => ({ id, name: fullNameOf(names), imageUrl });

export async function getSubmission(ctx: AppContext, viewer: Viewer, id: number): Promise<GradedSubmission> {
  return toGraded(ctx, viewer, await requireSubmission(ctx, viewer, id));
}

export async function requireSubmission(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<SubmissionToGrade> {
  const found = await findSubmissionToGrade(ctx.db, { id, ...scopeOf(viewer) });
  if (!found) throw noSuchSubmission();
  return found;
}

function noSuchSubmission(): AppError {
  return new AppError(
    'not_found',
    'This submission doesn’t exist, or it belongs to another instructor’s course.',
  );
}

/** Until both of two assessors have decided, each sees their own comments and decision only. */
function hideOther(viewer: Viewer, row: SubmissionToGrade): SubmissionToGrade {
  if (row.settings.assessment?.assessorCount !== 2 || row.state !== 'submitted') return row;
  return {
    ...row,
    comments: row.comments.filter(({ userId }) => userId === viewer.id),
    assessments: row.assessments.filter(({ assessorId }) => assessorId === viewer.id),
  };
}

async function toGraded(ctx: AppContext, viewer: Viewer, row: SubmissionToGrade): Promise<GradedSubmission> {
  const { learner, course, lesson, settings, userId, number } = row;
  const previous = await listSubmissionRows(ctx.db, { lessonId: lesson.id, userId, before: number });
  return {
    ...toSubmission(hideOther(viewer, row)),
    learner: toLearner(learner),
    course,
    lesson,
    ...toSettings(settings),
    previous: previous.map(toSubmission),
    hasAssessed: row.assessments.some(({ assessorId }) => assessorId === viewer.id),
    isAssessedByOther: row.assessments.some(({ assessorId }) => assessorId !== viewer.id),
  };
}

type NewComment = { id: number; atSecond: number | null; text: string };

export async function addSubmissionComment(
  ctx: AppContext,
  viewer: Viewer,
  { id, atSecond, text }: NewComment,
): Promise<SubmissionComment> {
  const row = await requireSubmission(ctx, viewer, id);
  requireOthersWork(viewer, row);
  const plain = toPlainText(text);
  if (!plain)
    throw new AppError('validation_failed', 'Write a comment first.', [
      { path: 'text', message: 'Write a comment first.' },
    ]);
  const now = ctx.clock.now();
  const commentId = await inTransaction(ctx.db, async (tx) => {
    const comment = { submissionId: id, userId: viewer.id, atSecond, text: plain, now };
    const inserted = await insertComment(tx, comment);
    if (inserted === null) throw alreadyGraded();
    await auditWork(ctx, tx, viewer, row, { action: 'course.comment' });
    return inserted;
  });
  return { id: commentId, atSecond, text: plain, author: fullNameOf(viewer), createdAt: now.toISOString() };
}

/** Admins may take courses too; someone else grades their work. */
export function requireOthersWork(viewer: Viewer, { userId }: SubmissionToGrade): void {
  if (userId !== viewer.id) return;
  throw new AppError('forbidden', 'This is your own work. Somebody else has to grade it.');
}

type WorkAction = 'course.comment' | 'course.grade' | 'course.assessment-session';

export async function auditWork(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { id, userId, course, lesson }: SubmissionToGrade,
  { action, details = {} }: { action: WorkAction; details?: Record<string, unknown> },
): Promise<void> {
  const about = { lesson: lesson.title, submission: id, ...details };
  await recordCourseAudit(ctx, tx, viewer, { courseId: course.id, action, userId, details: about });
}

export async function deleteSubmissionComment(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const found = await findCommentedSubmission(ctx.db, { id, ...scopeOf(viewer) });
  if (!found) throw noSuchComment();
  if (found.isAssessedByTwo && found.authorId !== viewer.id) throw noSuchComment();
  if (found.state !== 'submitted') {
    throw new AppError('conflict', 'The learner has read this comment with the grade. It can’t be removed.');
  }
  await inTransaction(ctx.db, async (tx) => {
    await deleteComment(tx, { id });
    const { courseId, userId } = found;
    const details = { deleted: id };
    await recordCourseAudit(ctx, tx, viewer, { courseId, action: 'course.comment', userId, details });
  });
}

const noSuchComment = () => new AppError('not_found', 'This comment doesn’t exist any more.');

function alreadyGraded(): AppError {
  return new AppError(
    'conflict',
    'This submission has already been graded. Reload the page to see the grade.',
  );
}

export async function gradeSubmission(
  ctx: AppContext,
  viewer: Viewer,
  { id, ...input }: GradeInput & { id: number },
): Promise<GradedSubmission> {
  const row = await requireSubmission(ctx, viewer, id);
  requireOthersWork(viewer, row);
  const grade = { ...input, feedback: toPlainText(input.feedback) };
  const problem = findGradeProblem(row.settings, grade);
  if (problem) throw new AppError('unprocessable', problem);
  const ids = new Set(row.settings.rubric.map((line) => line.id));
  const rubricPoints = Object.fromEntries(
    Object.entries(grade.rubricPoints).filter(([line]) => ids.has(line)),
  );
  const now = ctx.clock.now();
  const early = findSessionProblem(row, { grade: grade.grade, now });
  if (early) throw new AppError('unprocessable', early);
  await inTransaction(ctx.db, async (tx) => {
    const given = { ...grade, rubricPoints, now };
    const decided = await recordGrade(tx, viewer, row, given).catch(explainRepeatedGrade);
    await auditWork(ctx, tx, viewer, row, { action: 'course.grade', details: { grade: grade.grade } });
    if (decided === null) return;
    if (decided === 'passed') {
      const { userId, course, lesson } = row;
      const item = { itemType: 'lesson', itemId: lesson.id } as const;
      await completeItem(ctx, tx, { userId, courseId: course.id, ...item, now });
    }
    if (row.learner.state === 'active') await sendGradeMail(ctx, tx, { id, grade: decided });
  });
  return getSubmission(ctx, viewer, id);
}

type Given = { grade: Grade; rubricPoints: Record<string, number>; feedback: string; now: Date };

/** What the grade makes of the submission; null while the second of two assessors hasn't decided. */
async function recordGrade(
  tx: Tx,
  viewer: Viewer,
  { id, userId, settings }: SubmissionToGrade,
  given: Given,
): Promise<Grade | null> {
  const change = { id, gradedBy: viewer.id, now: given.now };
  if (settings.assessment?.assessorCount !== 2) {
    if (!(await setGrade(tx, { ...change, ...given }))) throw alreadyGraded();
    return given.grade;
  }
  if (!(await lockOpenSubmission(tx, { id }))) throw alreadyGraded();
  const assessment = { submissionId: id, learnerId: userId, assessorId: viewer.id, ...given };
  const grades = await insertAssessment(tx, assessment);
  if (grades.length < 2) return null;
  const decided = decideTogether(grades);
  if (!(await setGrade(tx, { ...change, grade: decided, rubricPoints: null, feedback: '' }))) {
    throw alreadyGraded();
  }
  return decided;
}

function explainRepeatedGrade(error: unknown): never {
  if (violatedConstraint(error) !== 'assessments_assessor') throw error;
  throw new AppError('conflict', 'You have decided already. Now it waits for the other assessor.');
}

/** Read again in the transaction: with two assessors the email contains what both of them wrote. */
async function sendGradeMail(
  ctx: AppContext,
  tx: Tx,
  { id, grade }: { id: number; grade: Grade },
): Promise<void> {
  const row = await findSubmissionToGrade(tx, { id, graderId: 0, isStaff: true });
  if (!row) return;
  const { learner, course, lesson, settings, comments, assessments } = row;
  const { siteName } = await getSettings({ db: tx });
  const title = lineForMail(lesson.title);
  const result = grade === 'passed' ? `“${title}” passed.` : `“${title}” was returned for another try.`;
  const pointsText = (points: Record<string, number>) =>
    settings.rubric.length > 0
      ? ` ${sumPoints(settings.rubric, points)} of ${sumRubric(settings.rubric)} points.`
      : '';
  const notes = comments.map(({ atSecond, text }) =>
    atSecond === null ? text : `${formatSecond(atSecond)}  ${text}`,
  );
  const decisions = assessments.map(({ assessor, grade: own, rubricPoints, feedback }) => {
    const name = lineForMail(assessor ?? 'A former member');
    const head = `${name}: ${SUBMISSION_STATE_LABELS[own].toLowerCase()}.${pointsText(rubricPoints)}`;
    return feedback ? `${head}\n${feedback}` : head;
  });
  await queueMail(ctx, tx, {
    kind: 'course-grade',
    to: learner.email,
    link: `/courses/${course.id}/lessons/${lesson.id}`,
    subject: grade === 'passed' ? `Passed: ${title}` : `Returned with notes: ${title}`,
    text: [
      `Hi ${lineForMail(learner.firstName)},`,
      `${result} Course: ${endSentence(lineForMail(course.title))}${decisions.length > 0 ? '' : pointsText(row.rubricPoints ?? {})}`,
      ...decisions,
      ...(row.feedback ? [row.feedback] : []),
      ...(notes.length > 0 ? [`Comments:\n${notes.join('\n')}`] : []),
      `Open it here:\n${ctx.config.publicUrl}/courses/${course.id}/lessons/${lesson.id}`,
      siteName,
    ].join('\n\n'),
  });
}

/** How many submissions wait for this instructor. */
export async function countSubmissionsToGrade(ctx: AppContext, viewer: Viewer): Promise<number> {
  return (await countSubmissions(ctx.db, { graderId: viewer.id, viewerId: viewer.id, isStaff: false }))
    .submitted;
}
