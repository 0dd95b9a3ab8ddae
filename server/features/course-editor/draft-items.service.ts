// Modules, lessons and quizzes of a draft: add, edit, move, take out, put back, copy. Nothing here reaches learners.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  type CourseRow,
  drawIds,
  findLiveLesson,
  findLiveModule,
  listCourseFiles,
} from '#server/features/course/course-publish.service.ts';
import { drawQuizIds, findLiveQuiz } from '#server/features/quiz/quiz-publish.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { CourseDraft, DraftItem } from '#shared/features/course-editor/course-editor.contract.ts';
import {
  type DraftItemType,
  findPlace,
  moveInOutline,
  type Outline,
  type OutlineItem,
  type OutlinePlace,
  withItem,
  withoutItem,
} from '#shared/features/course-editor/course-editor.rules.ts';
import {
  lessonContent,
  moduleContent,
  quizContent,
  type LessonContent,
  type QuizContent,
} from '#shared/features/course-editor/course-editor.schema.ts';
import type { LessonKind } from '#shared/features/course/course.rules.ts';
import { MOST_QUESTIONS } from '#shared/features/quiz/quiz.rules.ts';
import { attachFile } from './course-files.service.ts';
import { getCourseDraft } from './course-draft.service.ts';
import { loadDraftView } from './course-draft-view.ts';
import { changedElsewhere, getEditableCourse, lockEditableCourse } from './course-editor-access.ts';
import {
  type DraftItemRow,
  drawRevision,
  findDraft,
  findDraftItemRow,
  saveDraft,
  saveDraftItems,
} from './course-editor.queries.ts';
import { type Content, fitLesson, NEW_CONTENT, newContent, requireOwnFiles } from './draft-content.ts';

export type ItemName = { type: DraftItemType; id: number };
type ItemParams = { id: number; type: DraftItemType; itemId: number };

const SCHEMAS = { module: moduleContent, lesson: lessonContent, quiz: quizContent };

function noSuchItem(): AppError {
  return new AppError('not_found', 'This isn’t in the course any more. Reload the page to see the outline.');
}

export async function drawItemIds(db: DbOrTx, type: DraftItemType, count: number): Promise<number[]> {
  if (count === 0) return [];
  return type === 'quiz' ? drawQuizIds(db, { count }) : drawIds(db, { type, count });
}

/** The draft's version, or what is published; the keys of the content are those of its schema. */
export async function findItem(
  db: DbOrTx,
  courseId: number,
  { type, id }: ItemName,
): Promise<DraftItemRow | null> {
  const drafted = await findDraftItemRow(db, { courseId, type, id });
  if (drafted) {
    return { ...drafted, content: SCHEMAS[type].parse({ ...NEW_CONTENT[type], ...drafted.content }) };
  }
  const of = { id, courseId };
  const live =
    type === 'module'
      ? await findLiveModule(db, of)
      : type === 'lesson'
        ? await findLiveLesson(db, of)
        : await findLiveQuiz(db, of);
  if (!live) return null;
  const { publishedRevision } = await findDraft(db, { courseId });
  const content = SCHEMAS[type].parse(live);
  return { itemType: type, itemId: id, isNew: false, revision: publishedRevision, content };
}

export async function getDraftItem(
  ctx: AppContext,
  viewer: Viewer,
  { id: courseId, type, itemId }: ItemParams,
): Promise<DraftItem> {
  await getEditableCourse(ctx, viewer, courseId);
  const found = await findItem(ctx.db, courseId, { type, id: itemId });
  if (!found) throw noSuchItem();
  const { revision, isNew, content } = found;
  const files = await listCourseFiles(ctx.db, { courseId });
  const used = usedFiles(type, content);
  return {
    type,
    id: itemId,
    revision,
    isNew,
    content,
    files: files.filter(({ id, parentId }) => used.has(id) || (parentId !== null && used.has(parentId))),
  } as DraftItem;
}

function usedFiles(type: DraftItemType, content: Record<string, unknown>): Set<number> {
  if (type === 'lesson') {
    const { fileId, attachmentIds } = content as LessonContent;
    return new Set([...(fileId === null ? [] : [fileId]), ...attachmentIds]);
  }
  if (type === 'quiz')
    return new Set((content as QuizContent).questions.flatMap(({ fileId }) => fileId ?? []));
  return new Set();
}

type ItemChange = ItemParams & { revision: number; changes: Record<string, unknown> };

export async function updateDraftItem(
  ctx: AppContext,
  viewer: Viewer,
  { id: courseId, type, itemId, revision: seen, changes }: ItemChange,
): Promise<DraftItem> {
  await inTransaction(
    ctx.db,
    async (tx) => {
      await lockEditableCourse(tx, viewer, courseId);
      const before = await findItem(tx, courseId, { type, id: itemId });
      if (!before) throw noSuchItem();
      if (before.revision !== seen) throw changedElsewhere();
      const content = await applyChanges(ctx, tx, { courseId, type, before: before.content, changes });
      const revision = await drawRevision(tx);
      const now = ctx.clock.now();
      await saveDraftItems(tx, [{ ...before, courseId, content, revision, now }]);
      await saveDraft(tx, { courseId, revision, userId: viewer.id, now });
    },
    { isPatient: true },
  );
  return getDraftItem(ctx, viewer, { id: courseId, type, itemId });
}

type Change = {
  courseId: number;
  type: DraftItemType;
  before: Record<string, unknown>;
  changes: Record<string, unknown>;
};

/** Fields of other types are left out. */
async function applyChanges(ctx: AppContext, tx: Tx, { courseId, type, before, changes }: Change) {
  const known = Object.keys(SCHEMAS[type].shape);
  const given = Object.entries(changes).filter(
    ([name, value]) => known.includes(name) && value !== undefined,
  );
  const content = { ...before, ...Object.fromEntries(given) };
  if (type === 'lesson') {
    const files = await listCourseFiles(tx, { courseId });
    const lesson = fitLesson(content as LessonContent, before as LessonContent, files, ctx.clock.now());
    requireOwnFiles(files, [lesson.fileId, ...lesson.attachmentIds]);
    return lesson;
  }
  if (type === 'quiz') {
    const { questions, drawCount } = content as QuizContent;
    if (questions.length + drawCount > MOST_QUESTIONS) throw tooManyQuestions();
    requireOwnFiles(
      await listCourseFiles(tx, { courseId }),
      questions.map(({ fileId }) => fileId),
    );
  }
  return content;
}

function tooManyQuestions(): AppError {
  const message = `A quiz asks at most ${MOST_QUESTIONS} questions, those drawn from the bank included.`;
  return new AppError('unprocessable', message, [{ path: 'drawCount', message }]);
}

type NewItem = {
  type: DraftItemType;
  title: string;
  kind?: LessonKind | undefined;
  uploadId?: string | undefined;
};
type Creation = { id: number; moduleId: number | null; items: readonly NewItem[] };

export async function createDraftItems(
  ctx: AppContext,
  viewer: Viewer,
  { id: courseId, moduleId, items }: Creation,
): Promise<{ draft: CourseDraft; created: ItemName[] }> {
  const created = await inOutline(ctx, viewer, courseId, async ({ tx, outline }) => {
    let next = outline;
    let into = moduleId ?? outline.at(-1)?.id ?? null;
    const rows: { name: ItemName; content: Content }[] = [];
    for (const item of items) {
      const [id = 0] = await drawItemIds(tx, item.type, 1);
      const name = { type: item.type, id };
      const file = item.uploadId
        ? await attachFile(ctx, tx, viewer, { courseId, uploadId: item.uploadId })
        : null;
      rows.push({ name, content: newContent(ctx.clock.now(), item, file) });
      const position = Number.MAX_SAFE_INTEGER;
      const added = withItem(next, name, { moduleId: item.type === 'module' ? null : into, position });
      if (!added) throw needsModule();
      next = added;
      if (item.type === 'module') into = id;
    }
    return { outline: next, items: rows, result: rows.map(({ name }) => name) };
  });
  return { draft: await getCourseDraft(ctx, viewer, courseId), created };
}

function needsModule(): AppError {
  return new AppError('unprocessable', 'Lessons and quizzes belong to a module. Add a module first.');
}

export async function moveDraftItem(
  ctx: AppContext,
  viewer: Viewer,
  { id: courseId, type, itemId, ...place }: ItemParams & OutlinePlace,
): Promise<CourseDraft> {
  await inOutline(ctx, viewer, courseId, async ({ outline }) => {
    const moved = moveInOutline(outline, { type, id: itemId }, place);
    if (!moved) throw noSuchItem();
    return { outline: moved, result: undefined };
  });
  return getCourseDraft(ctx, viewer, courseId);
}

export async function deleteDraftItem(
  ctx: AppContext,
  viewer: Viewer,
  { id: courseId, type, itemId }: ItemParams,
): Promise<CourseDraft> {
  await inOutline(ctx, viewer, courseId, async ({ outline }) => {
    const name = { type, id: itemId };
    if (!findPlace(outline, name)) throw noSuchItem();
    return { outline: withoutItem(outline, name), result: undefined };
  });
  return getCourseDraft(ctx, viewer, courseId);
}

type Restoration = ItemParams & OutlinePlace & { items: readonly OutlineItem[] };

/** Undoes `deleteDraftItem`, with what was in the module. */
export async function restoreDraftItem(
  ctx: AppContext,
  viewer: Viewer,
  { id: courseId, type, itemId, moduleId, position, items }: Restoration,
): Promise<CourseDraft> {
  await inOutline(ctx, viewer, courseId, async ({ tx, outline }) => {
    const name = { type, id: itemId };
    for (const one of [name, ...items]) {
      if (findPlace(outline, one)) throw changedElsewhere();
      if (!(await findItem(tx, courseId, one))) throw noSuchItem();
    }
    const restored = withItem(outline, name, { moduleId, position }, items);
    if (!restored) throw noSuchItem();
    return { outline: restored, result: undefined };
  });
  return getCourseDraft(ctx, viewer, courseId);
}

export async function duplicateDraftItem(
  ctx: AppContext,
  viewer: Viewer,
  { id: courseId, type, itemId }: ItemParams,
): Promise<{ draft: CourseDraft; created: ItemName }> {
  const created = await inOutline(ctx, viewer, courseId, async ({ tx, outline }) => {
    const place = findPlace(outline, { type, id: itemId });
    if (!place) throw noSuchItem();
    const inside = type === 'module' ? (outline[place.position]?.items ?? []) : [];
    const copies: { name: ItemName; content: Content }[] = [];
    for (const one of [{ type, id: itemId }, ...inside]) {
      const found = await findItem(tx, courseId, one);
      if (!found) throw noSuchItem();
      const [id = 0] = await drawItemIds(tx, one.type, 1);
      const isFirst = copies.length === 0;
      copies.push({ name: { type: one.type, id }, content: copyOf(found.content, isFirst) });
    }
    const [first, ...others] = copies.map(({ name }) => name);
    if (!first) throw noSuchItem();
    const items = others as OutlineItem[];
    const copied = withItem(outline, first, { ...place, position: place.position + 1 }, items);
    if (!copied) throw noSuchItem();
    return { outline: copied, items: copies, result: first };
  });
  return { draft: await getCourseDraft(ctx, viewer, courseId), created };
}

/** Copied questions are new questions. */
export function copyOf(content: Record<string, unknown>, isRenamed: boolean): Content {
  const { title, questions } = content as { title: string; questions?: QuizContent['questions'] };
  return {
    ...content,
    ...(isRenamed && { title: `${title} (copy)`.slice(0, 160) }),
    ...(questions && { questions: questions.map((question) => ({ ...question, id: null })) }),
  };
}

type Changed<Result> = {
  outline: Outline;
  items?: readonly { name: ItemName; content: Content }[];
  result: Result;
};

/** Changes the outline with the course locked: of two moves at once, the second starts where the first ended. */
async function inOutline<Result>(
  ctx: AppContext,
  viewer: Viewer,
  courseId: number,
  change: (found: { tx: Tx; course: CourseRow; outline: Outline }) => Promise<Changed<Result>>,
): Promise<Result> {
  return inTransaction(
    ctx.db,
    async (tx) => {
      const course = await lockEditableCourse(tx, viewer, courseId);
      const view = await loadDraftView(tx, course);
      const { outline, items = [], result } = await change({ tx, course, outline: view.outline });
      const now = ctx.clock.now();
      const revision = await drawRevision(tx);
      await saveDraftItems(
        tx,
        items.map(({ name: { type, id }, content }) => ({
          itemType: type,
          itemId: id,
          isNew: true,
          courseId,
          content,
          revision,
          now,
        })),
      );
      await saveDraft(tx, { courseId, revision, userId: viewer.id, now, outline });
      return result;
    },
    { isPatient: true },
  );
}
