// Questions and answers under lessons. Only people with access to the course read or write them, so guests of preview
// lessons see none.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  recordCourseAudit,
  requireCourseAccess,
  teacherIdOf,
} from '#server/features/course/course-access.service.ts';
import { isStaffOf } from '#server/features/entitlement/item-access.service.ts';
import { requireUnlocked } from '#server/features/progress/progress.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { ReportDecision } from '#shared/features/discussion/discussion.rules.ts';
import type { Post } from '#shared/features/discussion/discussion.schema.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf, shortNameOf } from '#shared/names.ts';
import { toPlainText } from '#shared/plain-text.ts';
import {
  countQuestions,
  countVotes,
  deleteVote,
  findDiscussedLesson,
  findPost,
  findPostPlace,
  findReport,
  insertPost,
  insertReport,
  insertVote,
  listAnswerRows,
  listOpenQuestionRows,
  listQuestionRows,
  listReportRows,
  markPostDeleted,
  settleReport,
  settleReportsOfPost,
  updatePostText,
  type PostRow,
} from './discussion.queries.ts';
import { sendPostMail } from './discussion.mails.ts';

const FORMER = 'A former member';

export async function listDiscussion(
  ctx: AppContext,
  viewer: Viewer,
  { id, page }: { id: number; page: number },
) {
  const { role } = await requireLessonAccess(ctx, viewer, id);
  const part = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const [total, questions] = await Promise.all([
    countQuestions(ctx.db, { lessonId: id }),
    listQuestionRows(ctx.db, { lessonId: id, viewerId: viewer.id, ...part }),
  ]);
  const questionIds = questions.map((question) => question.id);
  const answers = await listAnswerRows(ctx.db, { questionIds, viewerId: viewer.id });
  const byQuestion = Map.groupBy(answers, ({ questionId }) => questionId);
  const items = questions.map((question) => ({
    ...toPost(question, viewer),
    answers: (byQuestion.get(question.id) ?? []).map((answer) => toPost(answer, viewer)),
  }));
  return { items, total, page, pageSize: PAGE_SIZE, canModerate: role !== 'learner' };
}

async function requireLessonAccess(ctx: AppContext, viewer: Viewer, lessonId: number) {
  const lesson = await findDiscussedLesson(ctx.db, { id: lessonId });
  if (!lesson) {
    throw new AppError('not_found', 'This lesson isn’t available. It may have been taken out of the course.');
  }
  const access = await requireCourseAccess(ctx, viewer, lesson.courseId);
  await requireUnlocked(ctx, access, { itemType: 'lesson', itemId: lessonId });
  return access;
}

function toPost(row: PostRow, viewer: Viewer): Post {
  const { id, atSecond, createdAt, author, userId, instructorId, imageUrl, votes, hasVoted, hasReported } =
    row;
  const isInstructor = userId !== null && userId === instructorId;
  const isDeleted = row.deletedAt !== null;
  return {
    id,
    text: isDeleted ? '' : row.text,
    atSecond,
    author: author && !isDeleted ? (isInstructor ? fullNameOf(author) : shortNameOf(author)) : FORMER,
    imageUrl: isDeleted ? null : imageUrl,
    isInstructor,
    isOwn: userId === viewer.id,
    isDeleted,
    isEdited: row.editedAt !== null,
    createdAt: createdAt.toISOString(),
    votes,
    hasVoted,
    hasReported,
  };
}

type NewPost = { id: number; text: string; questionId: number | null; atSecond: number | null };

export async function createPost(
  ctx: AppContext,
  viewer: Viewer,
  { id: lessonId, text, questionId, atSecond }: NewPost,
): Promise<Post> {
  await requireLessonAccess(ctx, viewer, lessonId);
  if (questionId !== null) {
    const question = await findPostPlace(ctx.db, { id: questionId });
    if (question?.lessonId !== lessonId || question.questionId !== null) throw noSuchPost();
  }
  const post = { lessonId, questionId, atSecond, text: requireText(text) };
  const id = await inTransaction(ctx.db, async (tx) => {
    const inserted = await insertPost(tx, { ...post, userId: viewer.id, createdAt: ctx.clock.now() });
    await sendPostMail(ctx, tx, { ...post, id: inserted, author: viewer });
    return inserted;
  });
  return getPost(ctx, viewer, id);
}

function requireText(text: string): string {
  const plain = toPlainText(text);
  const message = 'Write something first.';
  if (!plain) throw new AppError('validation_failed', message, [{ path: 'text', message }]);
  return plain;
}

async function getPost(ctx: AppContext, viewer: Viewer, id: number): Promise<Post> {
  const row = await findPost(ctx.db, { id, viewerId: viewer.id });
  if (!row) throw noSuchPost();
  return toPost(row, viewer);
}

function noSuchPost(): AppError {
  return new AppError('not_found', 'This post doesn’t exist any more.');
}

/** For people without access to its course a post isn't there. */
async function requirePost(ctx: AppContext, viewer: Viewer, id: number) {
  const place = await findPostPlace(ctx.db, { id });
  if (!place) throw noSuchPost();
  const access = await requireCourseAccess(ctx, viewer, place.courseId).catch(hideCourse);
  return { place, canModerate: access.role !== 'learner' };
}

function hideCourse(error: unknown): never {
  throw error instanceof AppError && error.code === 'payment_required' ? noSuchPost() : error;
}

export async function editPost(
  ctx: AppContext,
  viewer: Viewer,
  { id, text }: { id: number; text: string },
): Promise<Post> {
  await requirePost(ctx, viewer, id);
  const changed = { id, userId: viewer.id, text: requireText(text), now: ctx.clock.now() };
  if (!(await updatePostText(ctx.db, changed))) throw noSuchPost();
  return getPost(ctx, viewer, id);
}

export async function deletePost(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const { place, canModerate } = await requirePost(ctx, viewer, id);
  if (place.userId !== viewer.id && !canModerate) throw noSuchPost();
  await inTransaction(ctx.db, async (tx) => {
    await markPostDeleted(tx, { id, now: ctx.clock.now() });
    if (place.userId === viewer.id) return;
    await auditPost(ctx, tx, viewer, { ...place, action: 'course.delete-post', details: { post: id } });
  });
}

type PostAction = {
  courseId: number;
  /** Null: the author's account is gone. */
  userId: number | null;
  action: 'course.delete-post' | 'course.decide-report';
  details: Record<string, unknown>;
};

async function auditPost(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { courseId, userId, action, details }: PostAction,
): Promise<void> {
  const author = userId === null ? {} : { userId };
  await recordCourseAudit(ctx, tx, viewer, { courseId, action, details, ...author });
}

export async function voteForPost(ctx: AppContext, viewer: Viewer, id: number): Promise<{ votes: number }> {
  const { place } = await requirePost(ctx, viewer, id);
  if (place.userId === viewer.id) throw new AppError('conflict', 'You can’t vote for your own post.');
  await insertVote(ctx.db, { postId: id, userId: viewer.id });
  return { votes: await countVotes(ctx.db, { postId: id }) };
}

export async function removeVote(ctx: AppContext, viewer: Viewer, id: number): Promise<{ votes: number }> {
  await requirePost(ctx, viewer, id);
  await deleteVote(ctx.db, { postId: id, userId: viewer.id });
  return { votes: await countVotes(ctx.db, { postId: id }) };
}

export async function reportPost(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { place } = await requirePost(ctx, viewer, id);
  if (place.userId === viewer.id) {
    throw new AppError('conflict', 'This is your own post. You can edit or delete it.');
  }
  const report = { postId: id, userId: viewer.id, reason: toPlainText(reason), createdAt: ctx.clock.now() };
  if (!(await insertReport(ctx.db, report))) {
    throw new AppError('conflict', 'You have already reported this post.');
  }
}

type Page = { page: number };
const partOf = ({ page }: Page) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
const scopeOf = (viewer: Viewer) => ({
  teacherId: teacherIdOf(viewer),
  isStaff: isStaffOf(viewer, 'course'),
});

export async function listOpenQuestions(ctx: AppContext, viewer: Viewer, { page }: Page) {
  const rows = await listOpenQuestionRows(ctx.db, { teacherId: teacherIdOf(viewer), ...partOf({ page }) });
  const items = rows.map(({ total: _total, author, createdAt, ...row }) => ({
    ...row,
    author: author ? fullNameOf(author) : FORMER,
    createdAt: createdAt.toISOString(),
  }));
  return { items, total: rows[0]?.total ?? 0, page, pageSize: PAGE_SIZE };
}

export async function listPostReports(ctx: AppContext, viewer: Viewer, { page }: Page) {
  const rows = await listReportRows(ctx.db, { ...scopeOf(viewer), ...partOf({ page }) });
  const items = rows.map(({ total: _total, author, post, createdAt, ...row }) => ({
    ...row,
    post: { ...post, author: author ? fullNameOf(author) : FORMER },
    createdAt: createdAt.toISOString(),
  }));
  return { items, total: rows[0]?.total ?? 0, page, pageSize: PAGE_SIZE };
}

export async function decidePostReport(
  ctx: AppContext,
  viewer: Viewer,
  { id, decision }: { id: number; decision: ReportDecision },
): Promise<void> {
  const report = await findReport(ctx.db, { id, ...scopeOf(viewer) });
  if (!report) throw new AppError('not_found', 'This report doesn’t exist.');
  const decided = { state: decision, decidedBy: viewer.id, now: ctx.clock.now() };
  await inTransaction(ctx.db, async (tx) => {
    if (!(await settleReport(tx, { id, ...decided }))) {
      throw new AppError('conflict', 'This report has already been decided.');
    }
    const details = { post: report.postId, decision };
    await auditPost(ctx, tx, viewer, { ...report, action: 'course.decide-report', details });
    if (decision === 'dismissed') return;
    await markPostDeleted(tx, { id: report.postId, now: decided.now });
    await settleReportsOfPost(tx, { postId: report.postId, ...decided });
  });
}
