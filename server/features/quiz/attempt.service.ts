// Taking a quiz: starting, answering, handing in. The server's clock and the attempt's row decide; nothing the browser
// says about time or points counts.
import { randomInt } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { repeated } from '#server/db/transaction.ts';
import { requireCourseAccess } from '#server/features/course/course-access.service.ts';
import type { SentFile } from '#server/http/send-file.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { formatMoment } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { type DrawnQuestion, drawQuestions } from '#shared/features/quiz/draw.rules.ts';
import type * as contract from '#shared/features/quiz/quiz.contract.ts';
import { splitPrompt } from '#shared/features/quiz/quiz.rules.ts';
import { parseAnswer } from '#shared/features/quiz/quiz.schema.ts';
import {
  type AttemptDetail,
  findAttempt,
  findAttemptQuestion,
  findOpenAttemptId,
  insertAttempt,
  listAnswers,
  upsertAnswer,
} from './attempt.queries.ts';
import { handInAttempt, isOverdue } from './quiz-grading.service.ts';
import { listQuestionFiles, listQuizQuestions, listTaggedQuestions, type QuizRow } from './quiz.queries.ts';
import { getStanding, noSuchQuiz, type QuizStanding } from './quiz.service.ts';

type AttemptResult = ContractResult<typeof contract.getAttempt>;

export async function startAttempt(ctx: AppContext, viewer: Viewer, quizId: number): Promise<AttemptResult> {
  const standing = await getStanding(ctx, viewer, quizId);
  if (standing.open) return getAttempt(ctx, viewer, standing.open.id);
  requireAnotherAttempt(standing);
  const { quiz, lastNumber } = standing;
  const seed = randomInt(2 ** 31);
  const questions = await drawFor(ctx, quiz, seed);
  const startedAt = ctx.clock.now();
  const minutes = quiz.timeLimitMinutes;
  const id = await repeated(() =>
    insertAttempt(ctx.db, {
      quizId,
      userId: viewer.id,
      number: lastNumber + 1,
      snapshot: { seed, questions },
      maxScore: questions.reduce((sum, { points }) => sum + points, 0),
      passPercent: quiz.passPercent,
      startedAt,
      deadlineAt:
        minutes === null ? null : new Date(startedAt.getTime() + (minutes + quiz.extraMinutes) * 60_000),
    }),
  );
  // Another tab was faster: go on with its attempt.
  const openId = id ?? (await findOpenAttemptId(ctx.db, { quizId, userId: viewer.id }));
  if (openId === null) throw new AppError('conflict', 'This attempt was just handed in on another device.');
  return getAttempt(ctx, viewer, openId);
}

function requireAnotherAttempt({ lockedReason, attemptsLeft, nextAt }: QuizStanding): void {
  if (lockedReason) throw new AppError('forbidden', `This quiz is locked. ${lockedReason}.`);
  if (attemptsLeft === 0) {
    throw new AppError('conflict', 'You have used all your tries. Ask your instructor if you need another.');
  }
  if (nextAt) {
    throw new AppError('conflict', `You can try again from ${formatMoment(nextAt.toISOString())}.`);
  }
}

async function drawFor(ctx: AppContext, quiz: QuizRow, seed: number): Promise<DrawnQuestion[]> {
  const { id: quizId, courseId, drawTags: tags, drawCount, isShuffled } = quiz;
  const [own, bank] = await Promise.all([
    listQuizQuestions(ctx.db, { quizId }),
    drawCount > 0 ? listTaggedQuestions(ctx.db, { courseId, tags }) : [],
  ]);
  const questions = drawQuestions({ own, bank, drawCount, isShuffled, seed });
  if (questions.length === 0) {
    throw new AppError('conflict', 'This quiz has no questions yet. Your instructor is still working on it.');
  }
  return questions;
}

export async function getAttempt(ctx: AppContext, viewer: Viewer, id: number): Promise<AttemptResult> {
  const detail = await findOwnAttempt(ctx, viewer, id);
  const [answers, files] = await Promise.all([
    listAnswers(ctx.db, { attemptId: id }),
    listQuestionFiles(ctx.db, { courseId: detail.courseId, ids: fileIdsOf(detail) }),
  ]);
  const { attempt, snapshot, title, courseId, moduleId } = detail;
  return {
    id,
    quizId: attempt.quizId,
    courseId,
    moduleId,
    title,
    number: attempt.number,
    state: attempt.state,
    startedAt: attempt.startedAt.toISOString(),
    deadlineAt: attempt.deadlineAt?.toISOString() ?? null,
    secondsLeft: secondsLeft(ctx, attempt.deadlineAt),
    questions: snapshot.questions.map(toAsked),
    files: files.map(({ id: fileId, kind, name }) => ({ id: fileId, kind, name })),
    answers: answers.map(({ questionId, answer, isFlagged, savedAt }) => ({
      questionId,
      answer,
      isFlagged,
      savedAt: savedAt.toISOString(),
    })),
  };
}

/** Someone else's attempt is as good as none. One whose time is up is handed in before it is shown. */
async function findOwnAttempt(ctx: AppContext, viewer: Viewer, id: number): Promise<AttemptDetail> {
  const mine = { id, userId: viewer.id };
  const detail = await findAttempt(ctx.db, mine);
  if (!detail) throw noSuchAttempt();
  await requireCourseAccess(ctx, viewer, detail.courseId);
  if (!isOverdue(detail.attempt, ctx.clock.now())) return detail;
  await handInAttempt(ctx, detail);
  return (await findAttempt(ctx.db, mine)) ?? detail;
}

function noSuchAttempt(): AppError {
  return new AppError(
    'not_found',
    'There is no such attempt of yours. Open the quiz again to see where you are.',
  );
}

function secondsLeft(ctx: AppContext, deadlineAt: Date | null): number | null {
  if (!deadlineAt) return null;
  return Math.max(0, (deadlineAt.getTime() - ctx.clock.now().getTime()) / 1000);
}

/** Field by field: nothing about what is right, and nothing that may be added to questions later. */
function toAsked({ id, kind, content, prompt, fileId, points }: DrawnQuestion) {
  const asked = { id, kind, content, fileId, points, ...splitPrompt(prompt) };
  return asked as AttemptResult['questions'][number];
}

function fileIdsOf({ snapshot }: AttemptDetail): number[] {
  return snapshot.questions.flatMap((question) => [
    ...(question.fileId === null ? [] : [question.fileId]),
    ...('options' in question.content ? question.content.options.flatMap(({ fileId }) => fileId ?? []) : []),
  ]);
}

type AnswerInput = { id: number; questionId: number; answer?: unknown; isFlagged: boolean };

export async function saveAnswer(
  ctx: AppContext,
  viewer: Viewer,
  { id, questionId, answer: sent, isFlagged }: AnswerInput,
): Promise<ContractResult<typeof contract.saveAnswer>> {
  const found = await findAttemptQuestion(ctx.db, { id, userId: viewer.id, questionId });
  if (!found) throw noSuchAttempt();
  await requireCourseAccess(ctx, viewer, found.courseId);
  const { question, deadlineAt } = found;
  if (!question) throw new AppError('not_found', 'This question isn’t part of your attempt.');
  const answer = sent === null || sent === undefined ? null : parseAnswer(question, sent);
  if (answer === undefined) {
    const message = 'This can’t be an answer to this question. Load the page again.';
    throw new AppError('validation_failed', message, [{ path: 'answer', message }]);
  }
  const now = ctx.clock.now();
  const saved = { attemptId: id, userId: viewer.id, questionId, answer, isFlagged, now };
  if (!(await repeated(() => upsertAnswer(ctx.db, saved), { isPatient: true }))) {
    throw new AppError(
      'conflict',
      isOverdue({ state: 'in_progress', deadlineAt }, now)
        ? 'The time is up. Everything you answered before is handed in.'
        : 'This attempt is handed in; answers can’t be changed anymore.',
    );
  }
  return { savedAt: now.toISOString(), secondsLeft: secondsLeft(ctx, deadlineAt) };
}

export async function submitAttempt(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<ContractResult<typeof contract.submitAttempt>> {
  const mine = { id, userId: viewer.id };
  const detail = await findAttempt(ctx.db, mine);
  if (!detail) throw noSuchAttempt();
  await requireCourseAccess(ctx, viewer, detail.courseId);
  const hasCompletedCourse = await handInAttempt(ctx, detail);
  const after = await findAttempt(ctx.db, mine);
  if (!after) throw noSuchQuiz();
  const { quizId, state, hasPassed } = after.attempt;
  return { quizId, state, hasPassed, hasCompletedCourse };
}

/** A picture or video of a question, for whoever has the question in an attempt. */
export async function openAttemptFile(
  ctx: AppContext,
  viewer: Viewer,
  { id, fileId }: { id: number; fileId: number },
): Promise<SentFile> {
  const detail = await findAttempt(ctx.db, { id, userId: viewer.id });
  if (!detail) throw noSuchAttempt();
  await requireCourseAccess(ctx, viewer, detail.courseId);
  const ids = fileIdsOf(detail).filter((used) => used === fileId);
  const [file] = await listQuestionFiles(ctx.db, { courseId: detail.courseId, ids });
  if (!file) throw new AppError('not_found', 'This file isn’t part of your attempt.');
  const { bytes, contentType, sha256, storageKey } = file;
  return { bytes, contentType, etag: `"${sha256}"`, open: (range) => ctx.storage.get(storageKey, range) };
}
