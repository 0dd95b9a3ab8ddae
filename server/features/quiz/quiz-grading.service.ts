// Handing in and grading. An attempt leaves the learner's hands by compare and swap, and is graded in the same
// transaction: it is never handed in without points, and never graded twice.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordCourseAudit, requireCourseAccess } from '#server/features/course/course-access.service.ts';
import { completeItem } from '#server/features/progress/progress.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { gradeAnswer as shareOf, pointsFor } from '#shared/features/quiz/grading.rules.ts';
import { hasPassedQuiz, hasPassedWith } from '#shared/features/quiz/quiz.rules.ts';
import { toPlainText } from '#shared/plain-text.ts';
import {
  type AttemptDetail,
  closeAttempt,
  findAttempt,
  isLearnerOf,
  listAnswers,
  listAttempts,
  listOverdueAttempts,
  lockSubmittedAttempt,
  setAnswerPoints,
  setAttemptOutcome,
  setOpenAnswerGrade,
  sumAnswerPoints,
} from './attempt.queries.ts';
import { listAnswersToGradeRows } from './quiz-teaching.queries.ts';

/** True: this call completed the course. Whoever comes second finds the attempt handed in and changes nothing. */
export async function handInAttempt(ctx: AppContext, detail: AttemptDetail): Promise<boolean> {
  const now = ctx.clock.now();
  return inTransaction(
    ctx.db,
    async (tx) => {
      if (!(await closeAttempt(tx, { id: detail.attempt.id, now }))) return false;
      await gradeAttempt(tx, detail, now);
      return decideAttempt(ctx, tx, detail, now);
    },
    { isPatient: true },
  );
}

/** Everything a rule can grade; open questions keep their points empty until a person has read them. */
async function gradeAttempt(tx: Tx, { attempt, snapshot }: AttemptDetail, now: Date): Promise<void> {
  const answers = await listAnswers(tx, { attemptId: attempt.id });
  const answerTo = new Map(answers.map(({ questionId, answer }) => [questionId, answer]));
  const graded = snapshot.questions.map((question) => {
    const share = shareOf(question, answerTo.get(question.id) ?? null);
    return { questionId: question.id, points: share === null ? null : pointsFor(share, question.points) };
  });
  await setAnswerPoints(tx, { attemptId: attempt.id, graded, now });
}

/** Adds up the points; with the last of them it is passed or failed, and a pass completes the quiz. */
async function decideAttempt(ctx: AppContext, tx: Tx, detail: AttemptDetail, now: Date): Promise<boolean> {
  const { id, quizId, userId, maxScore, passPercent } = detail.attempt;
  const sum = await sumAnswerPoints(tx, { attemptId: id });
  const score = Math.min(Math.round(sum.score * 100) / 100, maxScore);
  const hasPassed = sum.isComplete ? hasPassedWith({ score, maxScore, passPercent }) : null;
  await setAttemptOutcome(tx, { id, score, hasPassed, now });
  if (hasPassed === null || !(await hasPassedByNow(tx, detail))) return false;
  const { courseId } = detail;
  if (!(await isLearnerOf(tx, { userId, courseId }))) return false;
  return completeItem(ctx, tx, { userId, courseId, itemType: 'quiz', itemId: quizId, now });
}

async function hasPassedByNow(tx: Tx, { attempt, gradingMethod }: AttemptDetail): Promise<boolean> {
  const attempts = await listAttempts(tx, attempt);
  const decided = attempts.flatMap(({ number, score, maxScore, hasPassed, isPast }) =>
    score === null || hasPassed === null || isPast ? [] : [{ number, score, maxScore, hasPassed }],
  );
  return hasPassedQuiz(gradingMethod, decided, attempt.passPercent);
}

export function isOverdue(attempt: { state: string; deadlineAt: Date | null }, now: Date): boolean {
  return attempt.state === 'in_progress' && attempt.deadlineAt !== null && attempt.deadlineAt <= now;
}

const AT_ONCE = 100;

/** Hands in what is overdue, so that a result doesn't wait for the learner to come back. */
export async function submitOverdueAttempts(ctx: AppContext): Promise<void> {
  const due = await listOverdueAttempts(ctx.db, { now: ctx.clock.now(), limit: AT_ONCE });
  for (const { id } of due) {
    const detail = await findAttempt(ctx.db, { id });
    // One that fails stays due, and does not keep the others from being handed in.
    if (detail) {
      await handInAttempt(ctx, detail).catch((error: unknown) =>
        ctx.log.error({ err: error, attemptId: id }, 'an overdue attempt could not be handed in'),
      );
    }
  }
}

export const submitOverdueAttemptsJob = defineJob({
  name: 'quiz.submit-overdue',
  data: z.object({}),
  cron: '* * * * *',
  run: submitOverdueAttempts,
});

/** Refuses everyone but the course's instructor and staff, as if there were nothing here. */
export async function requireTeacher(ctx: AppContext, viewer: Viewer, courseId: number): Promise<void> {
  const isTeacher = await requireCourseAccess(ctx, viewer, courseId).then(
    ({ role }) => role !== 'learner',
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
  if (!isTeacher) throw new AppError('not_found', 'There is no such quiz in the courses you teach.');
}

type Grade = { id: number; questionId: number; points: number; comment: string };

/** A person's points for an open question; may be changed later. What a learner has completed stays completed. */
export async function gradeAnswer(
  ctx: AppContext,
  viewer: Viewer,
  { id, questionId, points, comment }: Grade,
): Promise<{ isGraded: boolean }> {
  const detail = await findAttempt(ctx.db, { id });
  if (!detail) throw noSuchAnswer();
  await requireTeacher(ctx, viewer, detail.courseId);
  if (detail.attempt.userId === viewer.id) {
    throw new AppError('forbidden', 'This is your own answer. Somebody else has to grade it.');
  }
  const question = detail.snapshot.questions.find((asked) => asked.id === questionId);
  if (question?.kind !== 'open') throw noSuchAnswer();
  if (points > question.points) {
    const message = `This question is worth ${question.points}. Give it at most that many points.`;
    throw new AppError('validation_failed', message, [{ path: 'points', message }]);
  }
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    if (!(await lockSubmittedAttempt(tx, { id }))) throw notHandedIn();
    const grade = { attemptId: id, questionId, points, comment: toPlainText(comment), gradedBy: viewer.id };
    await setOpenAnswerGrade(tx, grade);
    await decideAttempt(ctx, tx, detail, now);
    const { courseId, attempt } = detail;
    const details = { quiz: detail.title, attempt: id, question: questionId, points };
    const graded = { courseId, action: 'course.grade', userId: attempt.userId, details } as const;
    await recordCourseAudit(ctx, tx, viewer, graded);
  });
  const after = await findAttempt(ctx.db, { id });
  return { isGraded: after?.attempt.state === 'graded' };
}

function noSuchAnswer(): AppError {
  return new AppError('not_found', 'There is no such answer to grade.');
}

function notHandedIn(): AppError {
  return new AppError('conflict', 'This attempt isn’t handed in yet. Grade it once it is.');
}

/** Open answers waiting for a person in an instructor's courses, the longest waiting first. */
export function listAnswersToGrade(ctx: AppContext, { instructorId }: { instructorId: number }) {
  return listAnswersToGradeRows(ctx.db, { instructorId });
}
