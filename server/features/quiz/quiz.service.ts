// A quiz as its learner sees it: rules, standing and results. Right answers leave through getQuizResults alone.
import type { AppContext } from '#server/context.ts';
import { requireCourseAccess } from '#server/features/course/course-access.service.ts';
import { findItemLocks } from '#server/features/progress/progress.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { describeLock } from '#shared/features/progress/progress.rules.ts';
import type { DrawnQuestion } from '#shared/features/quiz/draw.rules.ts';
import { type AnsweredQuestion, describeAnswer, describeKey } from '#shared/features/quiz/question.rules.ts';
import type * as contract from '#shared/features/quiz/quiz.contract.ts';
import {
  type AnswerMark,
  attemptsLeftOf,
  canReviewAnswers,
  countingPercent,
  hasPassedQuiz,
  nextAttemptAt,
  percentOf,
  splitPrompt,
} from '#shared/features/quiz/quiz.rules.ts';
import { type AttemptRow, findAttempt, listAnswers, listAttempts } from './attempt.queries.ts';
import { handInAttempt, isOverdue } from './quiz-grading.service.ts';
import { findNextItem, findQuiz, listReviewLessons, type QuizRow } from './quiz.queries.ts';

export { isInOwnAttempt } from './attempt.queries.ts';
export { gradeAnswer, listAnswersToGrade } from './quiz-grading.service.ts';

type GradedRow = AttemptRow & { score: number; hasPassed: boolean };

export type QuizStanding = {
  quiz: QuizRow;
  attempts: AttemptRow[];
  /** Of the last attempt ever, also before the learner started the course again. */
  lastNumber: number;
  graded: GradedRow[];
  open: AttemptRow | null;
  attemptsLeft: number | null;
  nextAt: Date | null;
  hasPassed: boolean;
  lockedReason: string | null;
};

/** Refuses whoever may not open the course. What is overdue is handed in first. */
export async function getStanding(ctx: AppContext, viewer: Viewer, id: number): Promise<QuizStanding> {
  const userId = viewer.id;
  const quiz = await findQuiz(ctx.db, { id, userId });
  if (!quiz) throw noSuchQuiz();
  const access = await requireCourseAccess(ctx, viewer, quiz.courseId);
  const now = ctx.clock.now();
  const [[lock], all] = await Promise.all([
    findItemLocks(ctx.db, access, { items: [{ itemType: 'quiz', itemId: id }], now }),
    listCurrentAttempts(ctx, { quizId: id, userId }),
  ]);
  const attempts = all.filter((attempt) => !attempt.isPast);
  const graded = attempts.filter((row): row is GradedRow => row.state === 'graded');
  const last = attempts.at(-1)?.submittedAt ?? null;
  return {
    quiz,
    attempts,
    lastNumber: all.length,
    graded,
    open: attempts.find(({ state }) => state === 'in_progress') ?? null,
    attemptsLeft: attemptsLeftOf(quiz.attemptLimit, quiz.extraAttempts, attempts.length),
    nextAt: nextAttemptAt(last, { retryDelayMinutes: quiz.retryDelayMinutes, now }),
    hasPassed: hasPassedQuiz(quiz.gradingMethod, graded, quiz.passPercent),
    lockedReason: lock ? describeLock(lock) : null,
  };
}

async function listCurrentAttempts(ctx: AppContext, mine: { quizId: number; userId: number }) {
  const attempts = await listAttempts(ctx.db, mine);
  const overdue = attempts.find((attempt) => isOverdue(attempt, ctx.clock.now()));
  if (!overdue) return attempts;
  const detail = await findAttempt(ctx.db, { id: overdue.id });
  if (detail) await handInAttempt(ctx, detail);
  return listAttempts(ctx.db, mine);
}

export function noSuchQuiz(): AppError {
  return new AppError('not_found', 'This quiz isn’t available. It may have been taken out of the course.');
}

export async function getQuiz(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<ContractResult<typeof contract.getQuiz>> {
  return toQuiz(await getStanding(ctx, viewer, id));
}

function toQuiz({ quiz, ...standing }: QuizStanding): ContractResult<typeof contract.getQuiz> {
  const { timeLimitMinutes, attemptLimit, extraMinutes, extraAttempts } = quiz;
  return {
    ...quiz,
    timeLimitMinutes: timeLimitMinutes === null ? null : timeLimitMinutes + extraMinutes,
    attemptLimit: attemptLimit === null ? null : attemptLimit + extraAttempts,
    attemptsUsed: standing.attempts.length,
    attemptsLeft: standing.attemptsLeft,
    nextAttemptAt: standing.nextAt?.toISOString() ?? null,
    openAttemptId: standing.open?.id ?? null,
    hasPassed: standing.hasPassed,
    lockedReason: standing.lockedReason,
  };
}

type ResultsInput = { id: number; attempt?: number | undefined };

export async function getQuizResults(
  ctx: AppContext,
  viewer: Viewer,
  { id, attempt: chosen }: ResultsInput,
): Promise<ContractResult<typeof contract.getQuizResults>> {
  const standing = await getStanding(ctx, viewer, id);
  const { quiz, attempts, graded } = standing;
  const submitted = attempts.filter(({ state }) => state !== 'in_progress');
  const shown = chosen === undefined ? submitted.at(-1) : submitted.find((row) => row.id === chosen);
  if (chosen !== undefined && !shown) throw new AppError('not_found', 'There is no such attempt of yours.');
  const [attempt, nextItem] = await Promise.all([
    shown ? toResult(ctx, standing, shown) : null,
    findNextItem(ctx.db, { quizId: id }),
  ]);
  return {
    quiz: toQuiz(standing),
    percent: countingPercent(quiz.gradingMethod, graded),
    attempts: attempts.map(toSummary),
    attempt,
    nextItem,
  };
}

function toSummary(row: AttemptRow) {
  // The points so far of an attempt that waits for a person are no result.
  const score = row.state === 'graded' ? row.score : null;
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    startedAt: row.startedAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    score,
    maxScore: row.maxScore,
    percent: score === null ? null : percentOf(score, row.maxScore),
    hasPassed: row.hasPassed,
  };
}

async function toResult(ctx: AppContext, standing: QuizStanding, row: AttemptRow) {
  const { quiz, open, attemptsLeft, hasPassed } = standing;
  const detail = await findAttempt(ctx.db, { id: row.id, userId: row.userId });
  if (!detail) throw noSuchQuiz();
  const canReview = canReviewAnswers({
    policy: quiz.reviewPolicy,
    hasSubmitted: true,
    hasPassed,
    attemptsLeft,
    hasOpenAttempt: open !== null,
  });
  const answers = await listAnswers(ctx.db, { attemptId: row.id });
  const answerTo = new Map(answers.map((answer) => [answer.questionId, answer]));
  const missed = detail.snapshot.questions.filter(({ id, points }) => {
    const earned = answerTo.get(id)?.points ?? null;
    return earned !== null && earned < points;
  });
  const lessonIds = new Set(missed.flatMap(({ reviewLessonId }) => reviewLessonId ?? []));
  const reviewLessons = await listReviewLessons(ctx.db, { courseId: quiz.courseId, ids: [...lessonIds] });
  return {
    ...toSummary(row),
    passPercent: row.passPercent,
    canReview,
    reviewLessons,
    questions: detail.snapshot.questions.map((question) =>
      toResultQuestion(question, answerTo.get(question.id), canReview),
    ),
  };
}

type GivenAnswer = Awaited<ReturnType<typeof listAnswers>>[number];

function toResultQuestion(question: DrawnQuestion, given: GivenAnswer | undefined, canReview: boolean) {
  const answer = given?.answer ?? null;
  const earned = given?.points ?? null;
  const { id, kind, points } = question;
  return {
    id,
    kind,
    points,
    question: splitPrompt(question.prompt).question,
    answerText: describeAnswer({ ...question, answer } as AnsweredQuestion),
    comment: given?.comment ?? '',
    earned: canReview ? earned : null,
    mark: canReview ? markOf(earned, points) : null,
    correctText: canReview ? describeKey(question) : null,
    feedback: canReview ? feedbackFor(question, answer) : null,
    explanation: canReview ? question.explanation : null,
  };
}

function markOf(earned: number | null, points: number): AnswerMark {
  if (earned === null) return 'waiting';
  if (earned >= points) return 'right';
  return earned > 0 ? 'partly' : 'wrong';
}

/** What the author says to the options that were chosen. */
function feedbackFor(question: DrawnQuestion, answer: GivenAnswer['answer']): string | null {
  if (answer === null || (question.kind !== 'single' && question.kind !== 'multiple')) return null;
  const chosen = 'choice' in answer ? [answer.choice] : 'choices' in answer ? answer.choices : [];
  const texts = chosen.flatMap((id) => question.answerKey.feedback[id] || []);
  return texts.length > 0 ? texts.join(' ') : null;
}
