// What learners do with an assignment: read what it asks, hand in, and read the feedback.
import { createHash } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { requireCourseAccess, teacherIdOf } from '#server/features/course/course-access.service.ts';
import { isStaffOf } from '#server/features/entitlement/item-access.service.ts';
import { requireUnlocked } from '#server/features/progress/progress.service.ts';
import { attachUpload } from '#server/features/upload/upload.service.ts';
import type { ByteRange } from '#server/integrations/storage.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { findHandInProblem } from '#shared/features/assignment/assignment.rules.ts';
import type { Assignment, Submission } from '#shared/features/assignment/assignment.schema.ts';
import type { AssignmentSettings } from '#shared/features/course/course.rules.ts';
import { fullNameOf } from '#shared/names.ts';
import { toPlainText } from '#shared/plain-text.ts';
import {
  findAssignmentLesson,
  findSubmissionFile,
  insertSubmission,
  insertSubmissionFiles,
  listSubmissionRows,
  type SubmissionData,
} from './assignment.queries.ts';
import { deleteUnbookedSubmission, findPendingBooking } from './booked-session.queries.ts';

export async function getAssignment(ctx: AppContext, viewer: Viewer, id: number): Promise<Assignment> {
  const { lesson, role } = await openAssignment(ctx, viewer, id);
  const rows = await listSubmissionRows(ctx.db, { lessonId: id, userId: viewer.id });
  const pending = await findPendingBooking(ctx.db, { lessonId: id, userId: viewer.id, now: ctx.clock.now() });
  const canSubmit =
    role === 'learner' &&
    pending === null &&
    rows.every(({ state, pastAt }) => state === 'returned' || pastAt !== null);
  const { title, settings } = lesson;
  const submissions = rows.map(toOwnSubmission);
  const pendingBooking = pending && { ...pending, startsAt: new Date(pending.startsAt).toISOString() };
  return { lessonId: id, title, ...toSettings(settings), submissions, pendingBooking, canSubmit };
}

/** Assignments from before practical assessments don't say that they are none. */
export const toSettings = ({ assessment, ...settings }: AssignmentSettings) => ({
  ...settings,
  assessment: assessment ?? null,
});

export async function openAssignment(ctx: AppContext, viewer: Viewer, id: number) {
  const lesson = await findAssignmentLesson(ctx.db, { id });
  if (!lesson) throw noSuchAssignment();
  const access = await requireCourseAccess(ctx, viewer, lesson.courseId);
  await requireUnlocked(ctx, access, { itemType: 'lesson', itemId: id });
  return { lesson, role: access.role };
}

function noSuchAssignment(): AppError {
  return new AppError(
    'not_found',
    'This assignment isn’t available. It may have been taken out of the course.',
  );
}

type HandIn = { id: number; text: string; uploadIds: string[]; isLive: boolean };

/** The unique index submissions_one_live decides between two at once. */
export async function submitAssignment(
  ctx: AppContext,
  viewer: Viewer,
  { id, text: typed, uploadIds, isLive }: HandIn,
): Promise<Submission> {
  const { lesson, role } = await openAssignment(ctx, viewer, id);
  if (role !== 'learner') {
    throw new AppError('forbidden', 'You teach or manage this course, so there is nothing to hand in.');
  }
  const text = toPlainText(typed);
  await inTransaction(ctx.db, async (tx) => {
    const lessonId = id;
    await deleteUnbookedSubmission(tx, { lessonId, userId: viewer.id, now: ctx.clock.now() });
    const submissionId = await insertSubmission(tx, {
      lessonId,
      userId: viewer.id,
      text,
      isLive,
      now: ctx.clock.now(),
    });
    const files = [];
    for (const uploadId of new Set(uploadIds)) {
      files.push(await attachUpload(tx, { userId: viewer.id, uploadId, purpose: 'submission' }));
    }
    const contentTypes = files.map(({ contentType }) => contentType);
    const problem = findHandInProblem(lesson.settings, { text, contentTypes, isLive });
    if (problem) throw new AppError('unprocessable', problem);
    await insertSubmissionFiles(
      tx,
      files.map(({ pages: _pages, ...file }) => ({ ...file, submissionId })),
    );
  }).catch(explainSecondSubmission);
  const [row] = await listSubmissionRows(ctx.db, { lessonId: id, userId: viewer.id });
  if (!row) throw noSuchAssignment();
  return toOwnSubmission(row);
}

function explainSecondSubmission(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'submissions_one_live' || constraint === 'submissions_number') {
    throw new AppError(
      'conflict',
      'You have already handed this in. If it’s returned to you, you can hand in another one.',
    );
  }
  throw error;
}

/** Comments and points are the grader's draft until they send the grade, the second of two graders theirs. */
function toOwnSubmission(row: SubmissionData): Submission {
  const submission = toSubmission(row);
  if (row.state !== 'submitted') return submission;
  return { ...submission, comments: [], rubricPoints: null, assessments: [] };
}

export function toSubmission({
  submittedAt,
  gradedAt,
  gradedBy,
  comments,
  ...row
}: SubmissionData): Submission {
  const { id, number, state, text, rubricPoints, feedback, files, isLive, session, assessments } = row;
  return {
    id,
    number,
    state,
    text,
    rubricPoints,
    feedback,
    files,
    submittedAt: submittedAt.toISOString(),
    gradedAt: gradedAt?.toISOString() ?? null,
    gradedBy: gradedBy && fullNameOf(gradedBy),
    comments: comments.map(({ userId: _userId, ...comment }) => ({
      ...comment,
      author: comment.author ?? 'A former member',
      createdAt: new Date(comment.createdAt).toISOString(),
    })),
    isLive,
    session: session && { ...session, startsAt: new Date(session.startsAt).toISOString() },
    assessments: assessments.map(({ assessorId: _assessorId, ...assessment }) => ({
      ...assessment,
      assessor: assessment.assessor ?? 'A former member',
      gradedAt: new Date(assessment.gradedAt).toISOString(),
    })),
  };
}

/** What a browser may show by itself; everything else is saved to disk. */
const SHOWN_TYPES = /^(video|audio)\/|^image\/(png|jpeg|webp|gif)$/;

/**
 * For the learner who handed it in, the course's instructor and assessors, and staff. Learners keep what they handed in even after
 * their access to the course has ended.
 */
export async function openSubmissionFile(ctx: AppContext, viewer: Viewer, id: number) {
  const scope = { graderId: teacherIdOf(viewer), isStaff: isStaffOf(viewer, 'course') };
  const file = await findSubmissionFile(ctx.db, { id, viewerId: viewer.id, ...scope });
  if (!file) throw new AppError('not_found', 'This file doesn’t exist, or it isn’t yours.');
  const { name, bytes, contentType, storageKey } = file;
  return {
    name,
    bytes,
    contentType,
    isShown: SHOWN_TYPES.test(contentType),
    etag: `"${createHash('sha256').update(storageKey).digest('base64url').slice(0, 22)}"`,
    open: (range: ByteRange) => ctx.storage.get(storageKey, range),
  };
}

export { markSubmissionsPast } from './assignment.queries.ts';
