// Grading: the queue of an instructor's courses, comments, and the grade that completes the lesson or returns the work.
import { teacherIdOf } from '#server/features/course/course-access.service.ts';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { isStaffOf } from '#server/features/entitlement/item-access.service.ts';
import { completeItem } from '#server/features/progress/progress.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import type { ContractParsed } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/assignment/assignment.contract.ts';
import {
  findGradeProblem,
  formatSecond,
  sumPoints,
  sumRubric,
  type GradeInput,
} from '#shared/features/assignment/assignment.rules.ts';
import type { GradedSubmission, SubmissionComment } from '#shared/features/assignment/assignment.schema.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import { toPlainText } from '#shared/plain-text.ts';
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
import { toSubmission } from './assignment.service.ts';

const scopeOf = (viewer: Viewer) => ({ graderId: teacherIdOf(viewer), isStaff: isStaffOf(viewer, 'course') });

type QueueFilter = ContractParsed<typeof contract.listSubmissionsToGrade>['query'];

export async function listSubmissionsToGrade(
  ctx: AppContext,
  viewer: Viewer,
  { page, state, ...asked }: QueueFilter,
) {
  const filter = { ...asked, ...scopeOf(viewer) };
  const [counts, rows] = await Promise.all([
    countSubmissions(ctx.db, filter),
    listSubmissionQueue(ctx.db, { ...filter, state, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const items = rows.map(({ learner, submittedAt, gradedAt, ...row }) => ({
    ...row,
    learner: toLearner(learner),
    submittedAt: submittedAt.toISOString(),
    gradedAt: gradedAt?.toISOString() ?? null,
  }));
  return { items, total: counts[state], page, pageSize: PAGE_SIZE, counts };
}

type Learner = { id: number; firstName: string; lastName: string; imageUrl: string | null };

const toLearner = ({ id, imageUrl, ...names }: Learner) => ({ id, name: fullNameOf(names), imageUrl });

export async function getSubmission(ctx: AppContext, viewer: Viewer, id: number): Promise<GradedSubmission> {
  return toGraded(ctx, await requireSubmission(ctx, viewer, id));
}

async function requireSubmission(ctx: AppContext, viewer: Viewer, id: number): Promise<SubmissionToGrade> {
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

async function toGraded(ctx: AppContext, row: SubmissionToGrade): Promise<GradedSubmission> {
  const { learner, course, lesson, settings, userId, number } = row;
  const previous = await listSubmissionRows(ctx.db, { lessonId: lesson.id, userId, before: number });
  return {
    ...toSubmission(row),
    learner: toLearner(learner),
    course,
    lesson,
    ...settings,
    previous: previous.map(toSubmission),
  };
}

type NewComment = { id: number; atSecond: number | null; text: string };

export async function addSubmissionComment(
  ctx: AppContext,
  viewer: Viewer,
  { id, atSecond, text }: NewComment,
): Promise<SubmissionComment> {
  await requireSubmission(ctx, viewer, id);
  const plain = toPlainText(text);
  if (!plain)
    throw new AppError('validation_failed', 'Write a comment first.', [
      { path: 'text', message: 'Write a comment first.' },
    ]);
  const now = ctx.clock.now();
  const commentId = await inTransaction(ctx.db, (tx) =>
    insertComment(tx, { submissionId: id, userId: viewer.id, atSecond, text: plain, now }),
  );
  if (commentId === null) throw alreadyGraded();
  return { id: commentId, atSecond, text: plain, author: fullNameOf(viewer), createdAt: now.toISOString() };
}

export async function deleteSubmissionComment(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const found = await findCommentedSubmission(ctx.db, { id, ...scopeOf(viewer) });
  if (!found) throw new AppError('not_found', 'This comment doesn’t exist any more.');
  if (found.state !== 'submitted') {
    throw new AppError('conflict', 'The learner has read this comment with the grade. It can’t be removed.');
  }
  await deleteComment(ctx.db, { id });
}

function alreadyGraded(): AppError {
  return new AppError(
    'conflict',
    'This submission has already been graded. Load the page again to see the grade.',
  );
}

export async function gradeSubmission(
  ctx: AppContext,
  viewer: Viewer,
  { id, ...input }: GradeInput & { id: number },
): Promise<GradedSubmission> {
  const row = await requireSubmission(ctx, viewer, id);
  const grade = { ...input, feedback: toPlainText(input.feedback) };
  const problem = findGradeProblem(row.settings, grade);
  if (problem) throw new AppError('unprocessable', problem);
  const ids = new Set(row.settings.rubric.map((line) => line.id));
  const rubricPoints = Object.fromEntries(
    Object.entries(grade.rubricPoints).filter(([line]) => ids.has(line)),
  );
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const isGraded = await setGrade(tx, { id, ...grade, rubricPoints, gradedBy: viewer.id, now });
    if (!isGraded) throw alreadyGraded();
    if (grade.grade === 'passed') {
      const { userId, course, lesson } = row;
      await completeItem(tx, { userId, courseId: course.id, itemType: 'lesson', itemId: lesson.id, now });
    }
    if (row.learner.state === 'active') await sendGradeMail(ctx, tx, row, { ...grade, rubricPoints });
  });
  return getSubmission(ctx, viewer, id);
}

async function sendGradeMail(
  ctx: AppContext,
  tx: Tx,
  { learner, course, lesson, settings, comments }: SubmissionToGrade,
  { grade, rubricPoints, feedback }: GradeInput,
): Promise<void> {
  const { siteName } = await getSettings({ db: tx });
  const title = lineForMail(lesson.title);
  const result = grade === 'passed' ? `“${title}” passed.` : `“${title}” was returned for another try.`;
  const sum = `${sumPoints(settings.rubric, rubricPoints)} of ${sumRubric(settings.rubric)} points`;
  const notes = comments.map(({ atSecond, text }) =>
    atSecond === null ? text : `${formatSecond(atSecond)}  ${text}`,
  );
  await queueMail(ctx, tx, {
    to: learner.email,
    subject: grade === 'passed' ? `Passed: ${title}` : `Returned with notes: ${title}`,
    text: [
      `Hello ${lineForMail(learner.firstName)},`,
      `${result} Course: ${lineForMail(course.title)}.${settings.rubric.length > 0 ? ` ${sum}.` : ''}`,
      ...(feedback ? [feedback] : []),
      ...(notes.length > 0 ? [`Comments:\n${notes.join('\n')}`] : []),
      `Open it here:\n${ctx.config.publicUrl}/courses/${course.id}/lessons/${lesson.id}`,
      siteName,
    ].join('\n\n'),
  });
}

/** How many submissions wait for this instructor. */
export async function countSubmissionsToGrade(ctx: AppContext, viewer: Viewer): Promise<number> {
  return (await countSubmissions(ctx.db, { graderId: viewer.id, isStaff: false })).submitted;
}
