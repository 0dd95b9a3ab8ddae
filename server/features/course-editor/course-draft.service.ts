// Drafts of courses: create a course, show its draft, save settings, discard changes.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordCourseAudit } from '#server/features/course/course-access.service.ts';
import {
  type CourseRow,
  insertCourse,
  isShortNameTaken,
} from '#server/features/course/course-publish.service.ts';
import { createDrawnCover } from '#server/features/cover/cover.service.ts';
import { listBankQuestions } from '#server/features/quiz/quiz-publish.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { CourseDraft } from '#shared/features/course-editor/course-editor.contract.ts';
import { describeChanges, shortNameOf } from '#shared/features/course-editor/course-editor.rules.ts';
import type { CourseSettingsChanges } from '#shared/features/course-editor/course-editor.schema.ts';
import { splitPrompt } from '#shared/features/quiz/quiz.rules.ts';
import { courseImageUrls, coverSubjectOf } from '#shared/features/cover/cover.rules.ts';
import { fullNameOf } from '#shared/names.ts';
import { findUserName } from './staff-courses.queries.ts';
import { type DraftView, loadDraftView } from './course-draft-view.ts';
import { canTeach, changedElsewhere, getEditableCourse, lockEditableCourse } from './course-editor-access.ts';
import {
  countLearners,
  countOffered,
  deleteDraft,
  drawRevision,
  isCourseCategory,
  isUsableStyle,
  listTaughtCourses,
  saveDraft,
} from './course-editor.queries.ts';

const NEW_COURSE = {
  kind: 'course',
  danceStyle: 'Other',
  ageGroups: ['All Ages'],
  level: 'Mixed Levels',
  priceCents: 0,
  state: 'draft',
} as const;

export async function createCourse(
  ctx: AppContext,
  viewer: Viewer,
  { title }: { title: string },
): Promise<CourseDraft> {
  if (!canTeach(viewer)) {
    throw new AppError('forbidden', 'Only instructors can create courses. Apply to teach first.');
  }
  const id = await inTransaction(ctx.db, async (tx) => (await insertNewCourse(ctx, tx, viewer, title)).id);
  return getCourseDraft(ctx, viewer, id);
}

export async function insertNewCourse(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  title: string,
): Promise<CourseRow> {
  const now = ctx.clock.now();
  const course = await insertCourse(tx, {
    ...NEW_COURSE,
    ageGroups: [...NEW_COURSE.ageGroups],
    title,
    shortName: await freeShortName(tx, title),
    instructorId: viewer.id,
    createdAt: now,
    updatedAt: now,
  });
  await createDrawnCover(tx, { subject: coverSubjectOf.course(course.id), style: course.danceStyle });
  return course;
}

async function freeShortName(tx: Tx, title: string): Promise<string> {
  const wanted = shortNameOf(title);
  for (let number = 1; ; number++) {
    const shortName = number === 1 ? wanted : `${wanted}-${number}`;
    if (!(await isShortNameTaken(tx, { shortName, exceptId: null }))) return shortName;
  }
}

export async function listOwnCourses(ctx: AppContext, viewer: Viewer) {
  const rows = await listTaughtCourses(ctx.db, { instructorId: viewer.id });
  return rows.map(({ updatedAt, changedAt, ...row }) => ({
    ...row,
    thumbnailUrl: courseImageUrls({ id: row.id, updatedAt }).thumbnailUrl,
    updatedAt: changedAt.toISOString(),
  }));
}

export async function getCourseDraft(ctx: AppContext, viewer: Viewer, id: number): Promise<CourseDraft> {
  const course = await getEditableCourse(ctx, viewer, id);
  const [view, learnerCount, instructor] = await Promise.all([
    loadDraftView(ctx.db, course),
    countLearners(ctx.db, { courseId: id }),
    findUserName(ctx.db, { id: course.instructorId }),
  ]);
  return toCourseDraft(view, { learnerCount, instructor: instructor ? fullNameOf(instructor) : '' });
}

export async function getQuestionBank(ctx: AppContext, viewer: Viewer, id: number) {
  const course = await getEditableCourse(ctx, viewer, id);
  const rows = await listBankQuestions(ctx.db, { courseId: id });
  const questions = rows.map(({ prompt, ...row }) => ({ ...row, question: splitPrompt(prompt).question }));
  return { courseTitle: course.title, questions };
}

function toCourseDraft(
  view: DraftView,
  { learnerCount, instructor }: { learnerCount: number; instructor: string },
): CourseDraft {
  const { course, revision, settings, settingsRevision, modules, changes, checklist, draft } = view;
  const toEntry = ({
    hasContent,
    unanswered,
    missingDraws,
    questionCount,
    ...entry
  }: DraftView['modules'][number]['items'][number]) => ({
    ...entry,
    questionCount,
    isComplete:
      hasContent && unanswered === 0 && missingDraws === 0 && (entry.type !== 'quiz' || questionCount > 0),
  });
  return {
    id: course.id,
    state: course.state,
    instructor: { id: course.instructorId, name: instructor },
    revision,
    settings: { ...settings, id: course.id, revision: settingsRevision },
    outline: modules.map(({ items, releaseDays, ...module }) => ({
      ...toEntry({ ...module, releaseDays }),
      releaseDays,
      items: items.map(toEntry),
    })),
    changes,
    changesText: describeChanges(changes),
    checklist,
    learnerCount,
    publishedAt: course.publishedAt?.toISOString() ?? null,
    scheduledAt: draft?.publishAt?.toISOString() ?? null,
    updatedAt: (draft?.updatedAt ?? course.updatedAt).toISOString(),
  };
}

export async function updateCourseSettings(
  ctx: AppContext,
  viewer: Viewer,
  { id, revision: seen, ...given }: CourseSettingsChanges & { id: number; revision: number },
): Promise<CourseDraft> {
  const changes = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as CourseSettingsChanges;
  await inTransaction(
    ctx.db,
    async (tx) => {
      const course = await lockEditableCourse(tx, viewer, id);
      const { draft, settingsRevision } = await loadDraftView(tx, course);
      if (settingsRevision !== seen) throw changedElsewhere();
      await requireUsable(tx, course, changes);
      const revision = await drawRevision(tx);
      const fields = { ...draft?.settings.fields, ...changes };
      await saveDraft(tx, {
        courseId: id,
        revision,
        userId: viewer.id,
        now: ctx.clock.now(),
        settings: { revision, fields },
      });
    },
    { isPatient: true },
  );
  return getCourseDraft(ctx, viewer, id);
}

/** What the course refers to must exist. A retired style may stay where it is. */
async function requireUsable(tx: Tx, course: CourseRow, changes: CourseSettingsChanges): Promise<void> {
  const { danceStyle, categoryId, shortName, prerequisiteIds } = changes;
  if (danceStyle && danceStyle !== course.danceStyle && !(await isUsableStyle(tx, { name: danceStyle }))) {
    throw unusable('danceStyle', 'Choose one of the dance styles.');
  }
  if (categoryId && !(await isCourseCategory(tx, { id: categoryId }))) {
    throw unusable('categoryId', 'Choose one of the categories.');
  }
  if (shortName && (await isShortNameTaken(tx, { shortName, exceptId: course.id }))) {
    throw unusable('shortName', 'Another course has this short name. Choose a different one.');
  }
  if (prerequisiteIds && prerequisiteIds.length > 0) {
    const ids = new Set(prerequisiteIds);
    const isOffered = (await countOffered(tx, { ids: [...ids] })) === ids.size;
    if (ids.has(course.id) || !isOffered) {
      throw unusable('prerequisiteIds', 'Choose other courses that are published.');
    }
  }
}

function unusable(path: string, message: string): AppError {
  return new AppError('validation_failed', message, [{ path, message }]);
}

export async function discardCourseDraft(
  ctx: AppContext,
  viewer: Viewer,
  { id, revision }: { id: number; revision: number },
): Promise<CourseDraft> {
  await inTransaction(
    ctx.db,
    async (tx) => {
      const course = await lockEditableCourse(tx, viewer, id);
      if ((await loadDraftView(tx, course)).revision !== revision) throw changedElsewhere();
      await deleteDraft(tx, { courseId: id });
      await recordCourseAudit(ctx, tx, viewer, { courseId: id, action: 'course.discard-draft' });
    },
    { isPatient: true },
  );
  return getCourseDraft(ctx, viewer, id);
}
