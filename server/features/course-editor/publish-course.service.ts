// Publishing a course: everything in the draft reaches learners at once, or nothing does. Ids stay the same and rows that
// are taken out stay in place, so progress and answers are never touched.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { recordCourseAudit } from '#server/features/course/course-access.service.ts';
import {
  clearPositions,
  type CourseRow,
  insertLessons,
  insertModules,
  removeOtherLessons,
  removeOtherModules,
  setLessonPlaces,
  setModulePositions,
  setPrerequisites,
  updateCourse,
  updateLesson,
  updateModule,
} from '#server/features/course/course-publish.service.ts';
import { createDrawnCover } from '#server/features/cover/cover.service.ts';
import { completeFinishedLearnersJob } from '#server/features/progress/progress.service.ts';
import {
  insertQuiz,
  type QuizValues,
  removeOtherQuizzes,
  setQuizPlaces,
  updateQuestionCounts,
  updateQuiz,
} from '#server/features/quiz/quiz-publish.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { CourseDraft } from '#shared/features/course-editor/course-editor.contract.ts';
import {
  describeChanges,
  type DraftItemType,
  type Outline,
  outlineIds,
} from '#shared/features/course-editor/course-editor.rules.ts';
import {
  lessonContent,
  type LessonContent,
  moduleContent,
  quizContent,
  type QuizContent,
} from '#shared/features/course-editor/course-editor.schema.ts';
import type { CourseState } from '#shared/features/course/course.rules.ts';
import { questionSchema } from '#shared/features/quiz/quiz.schema.ts';
import { coverSubjectOf } from '#shared/features/cover/cover.rules.ts';
import { decimalToCents } from '#shared/money.ts';
import { type DraftView, loadDraftView } from './course-draft-view.ts';
import { getCourseDraft } from './course-draft.service.ts';
import { type Editor, lockEditableCourse } from './course-editor-access.ts';
import { NEW_CONTENT } from './draft-content.ts';
import { deleteDraft, insertVersion, listDraftItemRows, type DraftItemRow } from './course-editor.queries.ts';

export type Publishing = { id: number; revision: number; summary: string };

export async function publishCourse(
  ctx: AppContext,
  viewer: Viewer,
  { id, revision, summary }: Publishing,
): Promise<CourseDraft> {
  try {
    await inTransaction(
      ctx.db,
      async (tx) => {
        const course = await lockEditableCourse(tx, viewer, id);
        const view = await loadDraftView(tx, course);
        requirePublishable(view, revision);
        await publishDraft(ctx, tx, { view, summary, editor: viewer });
      },
      { isPatient: true },
    );
  } catch (error) {
    throw explainPublishing(error);
  }
  return getCourseDraft(ctx, viewer, id);
}

/** What only the database can tell, as something to act on. */
export function explainPublishing(error: unknown): unknown {
  if (violatedConstraint(error) !== 'courses_short_name') return error;
  return new AppError(
    'conflict',
    'Another course has this short name. Choose a different one in the settings.',
  );
}

type Publishable = { view: DraftView; summary: string; editor: Editor };

/** Call it with the course locked, after `requirePublishable`. */
export async function publishDraft(
  ctx: AppContext,
  tx: Tx,
  { view, summary, editor }: Publishable,
): Promise<void> {
  const { course, changes } = view;
  const courseId = course.id;
  const now = ctx.clock.now();
  await publishSettings(tx, view, now);
  await publishOutline(tx, course, view.outline, now);
  const text = summary || describeChanges(changes);
  await insertVersion(tx, { courseId, summary: text, changes, publishedBy: editor.id, now });
  await deleteDraft(tx, { courseId });
  await ctx.jobs.send(tx, completeFinishedLearnersJob, { courseId });
  await recordCourseAudit(ctx, tx, editor, { courseId, action: 'course.publish' });
}

export function requirePublishable({ course, changes, checklist, revision }: DraftView, seen: number): void {
  if (course.state === 'archived') {
    throw new AppError('conflict', 'This course is archived. Restore it before you publish changes.');
  }
  if (revision !== seen) {
    throw new AppError(
      'conflict',
      'These changes were edited elsewhere, perhaps in another tab. Nothing was published. Review the latest changes, then publish them.',
    );
  }
  if (changes.length === 0 && course.state === 'published') {
    throw new AppError('conflict', 'There are no unpublished changes.');
  }
  const missing = checklist.filter(({ state }) => state === 'missing');
  if (missing.length > 0) {
    const problems = missing.map(({ id, label }) => ({ path: id, message: label }));
    const message = `Before the course can be published: ${missing.map(({ label }) => label).join('. ')}.`;
    throw new AppError('unprocessable', message, problems);
  }
}

async function publishSettings(tx: Tx, { course, draft, settings }: DraftView, now: Date): Promise<void> {
  const { price, prerequisiteIds, ...columns } = settings;
  await updateCourse(tx, course, {
    ...columns,
    priceCents: decimalToCents(price),
    state: 'published',
    publishedAt: course.publishedAt ?? now,
    updatedAt: now,
  });
  if (draft?.settings.fields.prerequisiteIds) {
    await setPrerequisites(tx, { courseId: course.id, ids: prerequisiteIds });
  }
  if (settings.danceStyle !== course.danceStyle) {
    await createDrawnCover(tx, { subject: coverSubjectOf.course(course.id), style: settings.danceStyle });
  }
}

type Items = ReadonlyMap<string, DraftItemRow>;

async function publishOutline(tx: Tx, course: CourseRow, outline: Outline, now: Date): Promise<void> {
  const courseId = course.id;
  const kept = (type: DraftItemType) => ({ courseId, keptIds: outlineIds(outline, type), now });
  const rows = await listDraftItemRows(tx, { courseId });
  const items: Items = new Map(
    rows.map((row) => [
      `${row.itemType} ${row.itemId}`,
      { ...row, content: { ...NEW_CONTENT[row.itemType], ...row.content } },
    ]),
  );
  await removeOtherQuizzes(tx, kept('quiz'));
  await removeOtherLessons(tx, kept('lesson'));
  await removeOtherModules(tx, kept('module'));
  await clearPositions(tx, { courseId });
  await publishModules(tx, courseId, outline, items);
  await publishLessons(tx, courseId, outline, items);
  await publishQuizzes(tx, courseId, outline, items, now);
}

async function publishModules(tx: Tx, courseId: number, outline: Outline, items: Items): Promise<void> {
  await setModulePositions(tx, { courseId, ids: outlineIds(outline, 'module') });
  const drafted = outline.flatMap(({ id }, position) => {
    const row = items.get(`module ${id}`);
    return row ? [{ id, position, isNew: row.isNew, values: moduleContent.parse(row.content) }] : [];
  });
  await insertModules(
    tx,
    drafted
      .filter(({ isNew }) => isNew)
      .map(({ id, position, values }) => ({ ...values, id, courseId, position })),
  );
  for (const { id, isNew, values } of drafted) if (!isNew) await updateModule(tx, { id, courseId }, values);
}

function placesOf(outline: Outline, type: 'lesson' | 'quiz') {
  return outline.flatMap((module) =>
    module.items.flatMap((item, position) =>
      item.type === type ? [{ id: item.id, moduleId: module.id, position }] : [],
    ),
  );
}

async function publishLessons(tx: Tx, courseId: number, outline: Outline, items: Items): Promise<void> {
  const places = placesOf(outline, 'lesson');
  await setLessonPlaces(tx, { courseId, places });
  const drafted = places.flatMap((place) => {
    const row = items.get(`lesson ${place.id}`);
    return row
      ? [{ ...place, isNew: row.isNew, values: toLessonValues(lessonContent.parse(row.content)) }]
      : [];
  });
  await insertLessons(
    tx,
    drafted
      .filter(({ isNew }) => isNew)
      .map(({ id, moduleId, position, values }) => ({ ...values, id, moduleId, position })),
  );
  for (const { id, isNew, values } of drafted) if (!isNew) await updateLesson(tx, { id, courseId }, values);
}

function toLessonValues({ attachmentIds, ...lesson }: LessonContent) {
  return { ...lesson, attachmentIds: [...new Set(attachmentIds)] };
}

async function publishQuizzes(
  tx: Tx,
  courseId: number,
  outline: Outline,
  items: Items,
  now: Date,
): Promise<void> {
  const places = placesOf(outline, 'quiz');
  await setQuizPlaces(tx, { courseId, places });
  for (const place of places) {
    const row = items.get(`quiz ${place.id}`);
    if (!row) continue;
    const values = toQuizValues(quizContent.parse(row.content));
    if (row.isNew) await insertQuiz(tx, { ...place, courseId }, values);
    else await updateQuiz(tx, { id: place.id, courseId, now }, values);
  }
  await updateQuestionCounts(tx, { courseId });
}

/** The checklist has found every question complete; parsing leaves out what isn't part of its kind. */
function toQuizValues({ questions, ...quiz }: QuizContent): QuizValues {
  return {
    ...quiz,
    questions: questions.map(({ id, ...question }) => ({ ...questionSchema.parse(question), id })),
  };
}

export function archiveCourse(ctx: AppContext, viewer: Viewer, id: number): Promise<CourseDraft> {
  return changeState(ctx, viewer, id, { from: 'published', action: 'course.archive' }, () => 'archived');
}

export function restoreCourse(ctx: AppContext, viewer: Viewer, id: number): Promise<CourseDraft> {
  const toState = ({ publishedAt }: CourseRow) => (publishedAt ? 'published' : 'draft');
  return changeState(ctx, viewer, id, { from: 'archived', action: 'course.restore' }, toState);
}

type Transition = { from: CourseState; action: 'course.archive' | 'course.restore' };

async function changeState(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
  { from, action }: Transition,
  toState: (course: CourseRow) => CourseState,
): Promise<CourseDraft> {
  await inTransaction(ctx.db, async (tx) => {
    const course = await lockEditableCourse(tx, viewer, id);
    const isDraftArchived = action === 'course.archive' && course.state === 'draft';
    if (course.state !== from && !isDraftArchived) {
      const message =
        from === 'archived' ? 'This course isn’t archived.' : 'This course is already archived.';
      throw new AppError('conflict', message);
    }
    await updateCourse(tx, { id }, { state: toState(course), updatedAt: ctx.clock.now() });
    await recordCourseAudit(ctx, tx, viewer, { courseId: id, action });
  });
  return getCourseDraft(ctx, viewer, id);
}
