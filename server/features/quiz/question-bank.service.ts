// The question bank of a course. Quizzes draw from it when an attempt begins, so what changes here needs no publishing.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { teacherIdOf } from '#server/features/course/course-access.service.ts';
import { listCourseFiles, lockOwnedCourse } from '#server/features/course/course-publish.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { describeKey, type Question } from '#shared/features/quiz/question.rules.ts';
import type * as contract from '#shared/features/quiz/question-bank.contract.ts';
import { MOST_BANK_QUESTIONS, splitPrompt } from '#shared/features/quiz/quiz.rules.ts';
import type { QuestionInput } from '#shared/features/quiz/quiz.schema.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { hasPermission } from '#shared/roles.ts';
import * as queries from './question-bank.queries.ts';

/** Staff who manage courses look after every one. A role that still owes its second factor gives nothing. */
export function scopeOf(viewer: Viewer): queries.TaughtScope {
  const isStaff = hasPermission(viewer.roles, 'courses.manage') && !viewer.needsTwoFactor;
  return { instructorId: isStaff ? null : teacherIdOf(viewer) };
}

function noSuchCourse(): AppError {
  return new AppError('not_found', 'This course doesn’t exist, or it isn’t yours.');
}

function noSuchQuestion(): AppError {
  return new AppError(
    'not_found',
    'This question isn’t in the bank any more. Reload the page to see what is.',
  );
}

export async function listTaughtQuestions(
  ctx: AppContext,
  viewer: Viewer,
  { page, ...filter }: ContractParsed<typeof contract.listTaughtQuestions>['query'],
): Promise<ContractResult<typeof contract.listTaughtQuestions>> {
  const scope = scopeOf(viewer);
  const [{ rows, total }, tags] = await Promise.all([
    queries.listTaughtQuestionRows(ctx.db, {
      ...scope,
      ...filter,
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    }),
    queries.listTaughtTags(ctx.db, scope),
  ]);
  const items = rows.map(({ prompt, content, answerKey, ...row }) => ({
    ...row,
    question: splitPrompt(prompt).question,
    correctText: describeKey({ kind: row.kind, content, answerKey } as Question),
  }));
  return { items, total, page, pageSize: PAGE_SIZE, tags };
}

export async function getTaughtQuestion(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<ContractResult<typeof contract.getTaughtQuestion>> {
  const found = await queries.findTaughtQuestion(ctx.db, { id, ...scopeOf(viewer) });
  if (!found) throw noSuchQuestion();
  const { courseId, quizId, ...question } = found.question;
  const files = question.fileId === null ? [] : await listCourseFiles(ctx.db, { courseId });
  return {
    id,
    courseId,
    quizId,
    courseTitle: found.courseTitle,
    question: question as QuestionInput,
    file: files.find((file) => file.id === question.fileId) ?? null,
  };
}

export async function createBankQuestion(
  ctx: AppContext,
  viewer: Viewer,
  { courseId, question }: { courseId: number; question: QuestionInput },
): Promise<{ id: number }> {
  const id = await inBank(ctx, viewer, courseId, async (tx) => {
    await requireOwnFiles(tx, courseId, question);
    if ((await queries.listBankQuestions(tx, { courseId })).length >= MOST_BANK_QUESTIONS) {
      throw new AppError(
        'conflict',
        `The bank of a course has room for ${MOST_BANK_QUESTIONS} questions. Delete some you no longer use.`,
      );
    }
    return queries.insertBankQuestion(tx, { courseId, question });
  });
  return { id };
}

export async function updateBankQuestion(
  ctx: AppContext,
  viewer: Viewer,
  { id, question }: { id: number; question: QuestionInput },
): Promise<void> {
  const { courseId } = await requireBankQuestion(ctx, viewer, id);
  await inBank(ctx, viewer, courseId, async (tx) => {
    await requireOwnFiles(tx, courseId, question);
    if (!(await queries.updateBankQuestion(tx, { id, courseId }, question))) throw noSuchQuestion();
  });
}

export async function deleteBankQuestion(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const { courseId } = await requireBankQuestion(ctx, viewer, id);
  const removedAt = ctx.clock.now();
  await inBank(ctx, viewer, courseId, async (tx) => {
    if (!(await queries.updateBankQuestion(tx, { id, courseId }, { removedAt }))) throw noSuchQuestion();
  });
}

async function requireBankQuestion(ctx: AppContext, viewer: Viewer, id: number) {
  const found = await queries.findTaughtQuestion(ctx.db, { id, ...scopeOf(viewer) });
  if (!found) throw noSuchQuestion();
  if (found.question.quizId !== null) {
    throw new AppError('conflict', 'This question belongs to a quiz. Edit it in the course editor.');
  }
  return found.question;
}

/** With the course locked, as publishing does: quizzes that draw from the bank always know how many questions they ask. */
async function inBank<Result>(
  ctx: AppContext,
  viewer: Viewer,
  courseId: number,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(
    ctx.db,
    async (tx) => {
      if (!(await lockOwnedCourse(tx, { id: courseId, ...scopeOf(viewer) }))) throw noSuchCourse();
      const result = await change(tx);
      await updateQuestionCounts(tx, { courseId });
      return result;
    },
    { isPatient: true },
  );
}

/** Refuses what would leave a quiz with nothing to ask. */
export async function updateQuestionCounts(tx: Tx, { courseId }: { courseId: number }): Promise<void> {
  const counts = await queries.countDrawnQuestions(tx, { courseId });
  const empty = counts.find(({ total }) => total === 0);
  if (empty) {
    throw new AppError(
      'conflict',
      `The quiz “${empty.title}” would have no questions left. Add others with its tags first.`,
    );
  }
  await queries.setQuestionCounts(tx, counts);
}

async function requireOwnFiles(
  tx: Tx,
  courseId: number,
  { fileId, ...question }: QuestionInput,
): Promise<void> {
  const ofOptions =
    'options' in question.content ? question.content.options.map((option) => option.fileId) : [];
  const used = [fileId, ...ofOptions].filter((id) => id !== null && id !== undefined);
  if (used.length === 0) return;
  const known = new Set((await listCourseFiles(tx, { courseId })).map(({ id }) => id));
  if (used.some((id) => !known.has(id))) {
    throw new AppError('unprocessable', 'This file isn’t part of the course. Upload it here first.');
  }
}
