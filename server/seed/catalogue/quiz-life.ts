// What learners of the demo school made of the quizzes: passed, failed and handed in for reading. Follows from their
// progress, and is the same on every machine.
import type { Tx } from '#server/db/client.ts';
import {
  createRandom,
  drawQuestions,
  type BankQuestion,
  type DrawnQuestion,
} from '#shared/features/quiz/draw.rules.ts';
import { gradeAnswer, pointsFor } from '#shared/features/quiz/grading.rules.ts';
import type { Answer } from '#shared/features/quiz/question.rules.ts';
import { hasPassedWith } from '#shared/features/quiz/quiz.rules.ts';
import { insertQuizAttempts, listQuizVisits, type QuizVisit, type SeedAttempt } from './quiz.queries.ts';

const MINUTE_MS = 60_000;
const WRITTEN = [
  'I would wait, look once more, and then say one thing.',
  'Where are your knees pointing?',
  'I’d ask what they noticed before I say what I saw.',
];

export async function fillQuizzes(tx: Tx): Promise<void> {
  const visits = await listQuizVisits(tx);
  await insertQuizAttempts(tx, visits.flatMap(attemptsOf));
}

/**
 * Who completed it passed, every third of them on the second try; who only opened it failed. Where something has to be
 * read, some have tried once more and wait for it.
 */
function attemptsOf(visit: QuizVisit, at: number): SeedAttempt[] {
  if (!visit.isCompleted) return [attempt(visit, 1, { seed: at + 1, rightShare: 0.45, minutesLater: 0 })];
  const isSecond = at % 3 === 0;
  const passed = isSecond ? 2 : 1;
  const isWritten = visit.questions.some((question) => (question as BankQuestion).kind === 'open');
  return [
    ...(isSecond ? [attempt(visit, 1, { seed: at + 501, rightShare: 0.4, minutesLater: -180 })] : []),
    attempt(visit, passed, { seed: at + 1, rightShare: 1, minutesLater: 0 }),
    ...(isWritten && at % 2 === 0
      ? [attempt(visit, passed + 1, { seed: at + 901, rightShare: 0.8, minutesLater: 30, isUnread: true })]
      : []),
  ];
}

type Taking = { seed: number; rightShare: number; minutesLater: number; isUnread?: boolean };

function attempt(visit: QuizVisit, number: number, taking: Taking): SeedAttempt {
  const { seed, rightShare, minutesLater, isUnread = false } = taking;
  const { quizId, userId, passPercent, at } = visit;
  const random = createRandom(seed);
  const own = visit.questions as BankQuestion[];
  const questions = drawQuestions({ own, bank: [], drawCount: 0, isShuffled: true, seed });
  const answers = questions.map((question) => {
    const answer = answerTo(question, { random, isRight: random() < rightShare });
    const share = gradeAnswer(question, answer);
    // Graders give most of the points.
    const points = share === null ? (isUnread ? null : question.points) : pointsFor(share, question.points);
    return { questionId: question.id, answer, points };
  });
  const maxScore = questions.reduce((sum, { points }) => sum + points, 0);
  const score = answers.reduce((sum, { points }) => sum + (points ?? 0), 0);
  const isWaiting = answers.some(({ points }) => points === null);
  const submittedAt = new Date(at.getTime() + minutesLater * MINUTE_MS);
  const started = submittedAt.getTime() - (4 + Math.floor(random() * 9)) * MINUTE_MS;
  return {
    quizId,
    userId,
    number,
    state: isWaiting ? 'needs_grading' : 'graded',
    questions: { seed, questions },
    startedAt: new Date(started),
    submittedAt,
    gradedAt: isWaiting ? null : submittedAt,
    score,
    maxScore,
    passPercent,
    hasPassed: isWaiting ? null : hasPassedWith({ score, maxScore, passPercent }),
    answers,
  };
}

function answerTo(
  question: DrawnQuestion,
  { random, isRight }: { random: () => number; isRight: boolean },
): Answer | null {
  const any = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
  switch (question.kind) {
    case 'single':
      return { choice: isRight ? question.answerKey.correct : any(question.content.options).id };
    case 'multiple':
      return { choices: isRight ? question.answerKey.correct : [any(question.content.options).id] };
    case 'true_false':
      return { value: question.answerKey.correct === isRight };
    case 'short_text':
      return { text: isRight ? (question.answerKey.accepted[0] ?? '') : 'I’m not sure' };
    case 'number':
      return { value: isRight ? question.answerKey.value : question.answerKey.value + any([-2, -1, 1, 2]) };
    case 'ordering': {
      const { order } = question.answerKey;
      return { order: isRight ? order : order.toReversed() };
    }
    case 'matching': {
      const { pairs } = question.answerKey;
      const right = Object.values(pairs);
      const mixed = Object.keys(pairs).map((left, at) => [left, right[(at + 1) % right.length] ?? '']);
      return { pairs: isRight ? pairs : Object.fromEntries(mixed) };
    }
    case 'open':
      return { text: any(WRITTEN) };
    case 'hotspot':
    case 'moment':
    default:
      return null;
  }
}
