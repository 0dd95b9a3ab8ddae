// Quizzes as instructors see them: results, how each question does, the question bank, extra time and tries.
import { teacherIdOf } from '#server/features/course/course-access.service.ts';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { describeKey, type Question } from '#shared/features/quiz/question.rules.ts';
import type * as contract from '#shared/features/quiz/quiz-teaching.contract.ts';
import { splitPrompt } from '#shared/features/quiz/quiz.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  findCourseLearner,
  findQuestionCourse,
  listTaughtQuestionRows,
  listTaughtTags,
  saveAllowance,
  setQuestionTags,
} from './question-bank.queries.ts';
import { requireTeacher } from './quiz-grading.service.ts';
import {
  findTaughtQuiz,
  listItemAnalysis,
  listQuizLearners,
  listTaughtQuizRows,
  type TaughtQuizRow,
} from './quiz-teaching.queries.ts';

/** Admins look after every course. A role that still owes its second factor gives nothing. */
function scopeOf(viewer: Viewer): { instructorId: number | null } {
  const isStaff = viewer.roles.includes('admin') && !viewer.needsTwoFactor;
  return { instructorId: isStaff ? null : teacherIdOf(viewer) };
}

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

export async function listTaughtQuestions(
  ctx: AppContext,
  viewer: Viewer,
  { page, ...filter }: ContractParsed<typeof contract.listTaughtQuestions>['query'],
): Promise<ContractResult<typeof contract.listTaughtQuestions>> {
  const scope = scopeOf(viewer);
  const [{ rows, total }, tags] = await Promise.all([
    listTaughtQuestionRows(ctx.db, { ...scope, ...filter, ...pageAt(page) }),
    listTaughtTags(ctx.db, scope),
  ]);
  const items = rows.map(({ prompt, content, answerKey, ...row }) => ({
    ...row,
    question: splitPrompt(prompt).question,
    correctText: describeKey({ kind: row.kind, content, answerKey } as Question),
  }));
  return { items, total, page, pageSize: PAGE_SIZE, tags };
}

export async function updateQuestionTags(
  ctx: AppContext,
  viewer: Viewer,
  { id, tags }: { id: number; tags: string[] },
): Promise<void> {
  const courseId = await findQuestionCourse(ctx.db, { id });
  if (courseId === null) throw new AppError('not_found', 'There is no such question in your courses.');
  await requireTeacher(ctx, viewer, courseId);
  await setQuestionTags(ctx.db, { id, tags: [...new Set(tags)] });
}

type AllowanceInput = { id: number } & ContractParsed<typeof contract.saveQuizAllowance>['body'];

export async function saveQuizAllowance(
  ctx: AppContext,
  viewer: Viewer,
  { id, learner, ...allowance }: AllowanceInput,
): Promise<void> {
  const { courseId } = await requireTaughtQuiz(ctx, viewer, id);
  const userId = await findCourseLearner(ctx.db, { courseId, key: identityKey(learner) });
  if (userId === null) {
    const message = 'Nobody in this course has this user name or email address.';
    throw new AppError('unprocessable', message, [{ path: 'learner', message }]);
  }
  const now = ctx.clock.now();
  const given = { quizId: id, userId, ...allowance, grantedBy: viewer.id, now };
  await inTransaction(ctx.db, (tx) => saveAllowance(tx, given));
}
