// The classroom: a course with the viewer's progress, and its lessons for those who may open them.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { type CourseAccess, requireCourseAccess } from '#server/features/course/course-access.service.ts';
import { getItemAccess, noSuchItem } from '#server/features/entitlement/item-access.service.ts';
import {
  completeCourse,
  type CourseOutlineItem,
  findItemProgress,
  listCourseProgress,
  listOutlineItems,
  noSuchLesson,
  requireUnlocked,
} from '#server/features/progress/progress.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { Classroom, ClassroomItem, Lesson } from '#shared/features/learning/learning.contract.ts';
import { findResumeItem } from '#shared/features/learning/learning.rules.ts';
import {
  completionRuleOf,
  describeCompletion,
  findLocks,
  toPercent,
  watchedPercent,
} from '#shared/features/progress/progress.rules.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fileUrl } from './course-file.service.ts';
import {
  findClassroomCourse,
  findLessonRow,
  type LessonRow,
  listAttachments,
  listFilesOf,
  listModules,
} from './learning.queries.ts';

/** Null: the viewer can see the course but isn't enrolled, or is a guest. */
async function findCourseAccess(
  ctx: AppContext,
  viewer: Viewer | null,
  courseId: number,
): Promise<CourseAccess | null> {
  try {
    return await requireCourseAccess(ctx, viewer, courseId);
  } catch (error) {
    if (error instanceof AppError && (error.status === 401 || error.status === 402)) return null;
    throw error;
  }
}

export async function getClassroom(ctx: AppContext, viewer: Viewer | null, id: number): Promise<Classroom> {
  const access = await findCourseAccess(ctx, viewer, id);
  const learnerId = access?.role === 'learner' ? access.userId : null;
  const [course, modules, rows, [progress]] = await Promise.all([
    findClassroomCourse(ctx.db, { id }),
    listModules(ctx.db, { courseId: id }),
    listOutlineItems(ctx.db, { courseIds: [id], userId: learnerId }),
    learnerId === null ? [] : listCourseProgress(ctx.db, { courseIds: [id], userId: learnerId }),
  ]);
  if (!course) throw noSuchItem('course');
  const items = toClassroomItems(rows, access, ctx.clock.now());
  const isCompleted = Boolean(progress?.completedAt) || (await completeNow(ctx, { id, learnerId, items }));
  const completedCount = items.filter(({ isCompleted }) => isCompleted).length;
  const resume = findResumeItem(
    access ? items : items.filter(({ isPreview }) => isPreview),
    progress?.lastItem ?? null,
  );
  const { priceCents, ...about } = course;
  return {
    course: { ...about, price: centsToDecimal(priceCents) },
    role: access?.role ?? null,
    progress: toPercent(completedCount, items.length),
    completedCount,
    itemCount: items.length,
    isCompleted,
    resume: resume && { itemType: resume.itemType, itemId: resume.itemId, moduleId: resume.moduleId },
    modules: modules.map((module) => ({
      ...module,
      items: items.filter((item) => item.moduleId === module.id),
    })),
  };
}

/** The last item that was open may have been taken out of the course while the learner had no access to it. */
async function completeNow(
  ctx: AppContext,
  { id, learnerId, items }: { id: number; learnerId: number | null; items: readonly ClassroomItem[] },
): Promise<boolean> {
  if (learnerId === null || items.length === 0 || items.some((item) => !item.isCompleted)) return false;
  const learner = { userId: learnerId, courseId: id, now: ctx.clock.now() };
  await inTransaction(ctx.db, (tx) => completeCourse(ctx, tx, learner));
  return true;
}

function toClassroomItems(
  rows: readonly CourseOutlineItem[],
  access: CourseAccess | null,
  now: Date,
): ClassroomItem[] {
  const locks = access ? findLocks(rows, { ...access, now }) : [];
  return rows.map((row, at) => ({
    itemType: row.itemType,
    itemId: row.itemId,
    moduleId: row.moduleId,
    title: row.title,
    kind: row.kind,
    minutes: row.minutes,
    seconds: row.seconds,
    questionCount: row.questionCount,
    isPreview: row.isPreview,
    isCompleted: row.isCompleted,
    lock: locks[at] ?? null,
    completion: completionOf(row),
  }));
}

function completionOf({ kind, completionRule, watchShare, seconds }: CourseOutlineItem): string {
  if (kind === null || completionRule === null || watchShare === null) return 'Complete once you pass';
  return describeCompletion({ kind, completionRule, watchShare, seconds });
}

export async function getLesson(ctx: AppContext, viewer: Viewer | null, id: number): Promise<Lesson> {
  const { row, access } = await requireLesson(ctx, viewer, id);
  return toLesson(ctx, row, access);
}

/** The same for everyone who may see the course: nobody's progress, and nothing that isn't marked as free. */
export async function getFreeLesson(
  ctx: AppContext,
  viewer: Viewer | null,
  { id, lessonId }: { id: number; lessonId: number },
): Promise<Lesson> {
  await getItemAccess(ctx, viewer, { itemType: 'course', itemId: id });
  const row = await findLessonRow(ctx.db, { id: lessonId });
  if (row?.courseId !== id || !row.lesson.isPreview) {
    throw new AppError('not_found', 'There is no such free lesson in this course.');
  }
  return toLesson(ctx, row, null);
}

/** Previews are open to whoever may see the course; everything else goes through the gate and the locks. */
export async function requireLesson(ctx: AppContext, viewer: Viewer | null, id: number) {
  const row = await findLessonRow(ctx.db, { id });
  if (!row) throw noSuchLesson();
  const { lesson, courseId } = row;
  const access = lesson.isPreview
    ? await findPreviewAccess(ctx, viewer, courseId)
    : await requireCourseAccess(ctx, viewer, courseId);
  if (access) await requireUnlocked(ctx, access, { itemType: 'lesson', itemId: id });
  return { row, access };
}

async function findPreviewAccess(ctx: AppContext, viewer: Viewer | null, courseId: number) {
  await getItemAccess(ctx, viewer, { itemType: 'course', itemId: courseId });
  return findCourseAccess(ctx, viewer, courseId);
}

async function toLesson(ctx: AppContext, row: LessonRow, access: CourseAccess | null): Promise<Lesson> {
  const { lesson, courseId, courseTitle, file } = row;
  const { id, moduleId, title, kind, minutes, isPreview, body, embedUrl, sections } = lesson;
  const seconds = file && (file.kind === 'video' || file.kind === 'audio') ? file.seconds : null;
  const rule = { kind, completionRule: lesson.completionRule, watchShare: lesson.watchShare, seconds };
  const [media, attachments, progress] = await Promise.all([
    findMedia(ctx, file),
    lesson.isDownloadable ? listAttachments(ctx.db, { lessonId: id }) : [],
    access?.role === 'learner'
      ? findItemProgress(ctx.db, { userId: access.userId, itemType: 'lesson', itemId: id })
      : null,
  ]);
  return {
    id,
    courseId,
    courseTitle,
    moduleId,
    title,
    kind,
    minutes,
    isPreview,
    role: access?.role ?? null,
    body,
    media,
    embedUrl,
    sections,
    bpm: lesson.bpm,
    firstBeat: lesson.firstBeat,
    phraseCounts: lesson.phraseCounts,
    document: toDocument(file, lesson.isDownloadable),
    attachments: attachments.map((attachment) => ({ ...attachment, url: fileUrl(attachment.id) })),
    // The address is for those enrolled, in a preview too.
    liveSession: lesson.liveSession && { ...lesson.liveSession, url: access ? lesson.liveSession.url : '' },
    assignment: lesson.assignment,
    completionRule: completionRuleOf(rule),
    watchShare: lesson.watchShare,
    completion: describeCompletion(rule),
    position: progress?.position ?? 0,
    isCompleted: progress?.isCompleted ?? false,
    watchedPercent: seconds ? watchedPercent(progress?.watchedSeconds ?? 0, seconds) : null,
  };
}

type LessonFile = LessonRow['file'];

async function findMedia(ctx: AppContext, file: LessonFile): Promise<Lesson['media']> {
  if (!file || (file.kind !== 'video' && file.kind !== 'audio')) return null;
  const parts = await listFilesOf(ctx.db, { parentId: file.id });
  const urlOf = (kind: string) => {
    const part = parts.find((each) => each.kind === kind);
    return part ? fileUrl(part.id) : null;
  };
  return {
    kind: file.kind,
    url: fileUrl(file.id),
    smallUrl: urlOf('rendition'),
    contentType: file.contentType,
    seconds: file.seconds,
    posterUrl: urlOf('poster'),
    captions: parts.flatMap(({ kind, id, language }) =>
      kind === 'caption' && language ? [{ language, label: languageName(language), url: fileUrl(id) }] : [],
    ),
  };
}

/** “English”, “Español”: in the language itself, as its readers look for it. */
function languageName(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return language;
  }
}

function toDocument(file: LessonFile, isDownloadable: boolean): Lesson['document'] {
  if (file?.kind !== 'document') return null;
  const { id, name, bytes, pages } = file;
  return { id, name, bytes, pages, url: isDownloadable ? fileUrl(id) : null };
}
