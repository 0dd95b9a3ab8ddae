// Quizzes as instructors see them: results, how each question does, extra time and tries.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordCourseAudit } from '#server/features/course/course-access.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type * as contract from '#shared/features/quiz/quiz-teaching.contract.ts';
import { splitPrompt } from '#shared/features/quiz/quiz.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import { findCourseLearner, saveAllowance } from './question-bank.queries.ts';
import { scopeOf } from './question-bank.service.ts';
import { requireTeacher } from './quiz-grading.service.ts';
import {
  findTaughtQuiz,
  listItemAnalysis,
  listQuizLearners,
  listTaughtQuizRows,
  type TaughtQuizRow,
} from './quiz-teaching.queries.ts';

const pageAt = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });

export async function listTaughtQuizzes(
  ctx: AppContext,
  viewer: Viewer,
  { q, page }: ContractParsed<typeof contract.listTaughtQuizzes>['query'],
): Promise<ContractResult<typeof contract.listTaughtQuizzes>> {
  const { rows, total } = await listTaughtQuizRows(ctx.db, { ...scopeOf(viewer), q, ...pageAt(page) });
  return { items: rows, total, page, pageSize: PAGE_SIZE };
}

/** More learners than this are looked up on the students page. */
const LEARNERS_SHOWN = 200;

export async function getTaughtQuiz(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<ContractResult<typeof contract.getTaughtQuiz>> {
  const quiz = await requireTaughtQuiz(ctx, viewer, id);
  const [items, learners] = await Promise.all([
    listItemAnalysis(ctx.db, { quizId: id }),
    listQuizLearners(ctx.db, { quizId: id, limit: LEARNERS_SHOWN }),
  ]);
  return {
    ...quiz,
    items: items.map(({ prompt, mistake, mistakes, ...item }) => ({
      ...item,
      question: splitPrompt(prompt).question,
      commonMistake: mistake === null ? null : { text: mistake, count: mistakes ?? 0 },
    })),
    learnersList: learners.map(({ firstName, lastName, ...learner }) => ({
      ...learner,
      name: fullNameOf({ firstName, lastName }),
    })),
  };
}

async function requireTaughtQuiz(ctx: AppContext, viewer: Viewer, id: number): Promise<TaughtQuizRow> {
  const quiz = await findTaughtQuiz(ctx.db, { id });
  if (!quiz) throw new AppError('not_found', 'There is no such quiz in the courses you teach.');
  await requireTeacher(ctx, viewer, quiz.courseId);
  return quiz;
}

type AllowanceInput = { id: number } & ContractParsed<typeof contract.saveQuizAllowance>['body'];

export async function saveQuizAllowance(
  ctx: AppContext,
  viewer: Viewer,
  { id, learner, ...allowance }: AllowanceInput,
): Promise<void> {
  const { courseId, title } = await requireTaughtQuiz(ctx, viewer, id);
  const userId = await findCourseLearner(ctx.db, { courseId, key: identityKey(learner) });
  if (userId === null) {
    const message = 'Nobody in this course has this user name or email address.';
    throw new AppError('unprocessable', message, [{ path: 'learner', message }]);
  }
  if (userId === viewer.id) {
    throw new AppError('forbidden', 'You can’t give yourself extra time or attempts.');
  }
  const now = ctx.clock.now();
  const given = { quizId: id, userId, ...allowance, grantedBy: viewer.id, now };
  await inTransaction(ctx.db, async (tx) => {
    await saveAllowance(tx, given);
    const details = { quiz: title, ...allowance };
    await recordCourseAudit(ctx, tx, viewer, { courseId, action: 'course.allowance', userId, details });
  });
}
