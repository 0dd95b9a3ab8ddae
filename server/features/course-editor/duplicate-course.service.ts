// A new draft course with the settings, content and files of another.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordCourseAudit } from '#server/features/course/course-access.service.ts';
import {
  type CourseRow,
  insertCourseFile,
  listStoredFiles,
} from '#server/features/course/course-publish.service.ts';
import { insertBankQuestion, listWholeBankQuestions } from '#server/features/quiz/quiz-publish.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { CourseDraft } from '#shared/features/course-editor/course-editor.contract.ts';
import {
  type DraftItemType,
  type Outline,
  outlineIds,
} from '#shared/features/course-editor/course-editor.rules.ts';
import { loadDraftView } from './course-draft-view.ts';
import { getCourseDraft, insertNewCourse } from './course-draft.service.ts';
import { lockEditableCourse } from './course-editor-access.ts';
import { drawRevision, saveDraft, saveDraftItems } from './course-editor.queries.ts';
import { copyOf, drawItemIds, findItem } from './draft-items.service.ts';

type NewIds = { files: ReadonlyMap<number, number> } & Record<DraftItemType, ReadonlyMap<number, number>>;

/**
 * The copy belongs to the user who makes it, and nobody else sees it until it is published. It gets the question bank as
 * well, so that its quizzes draw from their own and later changes to one bank leave the other alone. Its share of sales is the
 * site's: one agreed for the original isn't carried over.
 */
export async function duplicateCourse(ctx: AppContext, viewer: Viewer, id: number): Promise<CourseDraft> {
  const copyId = await inTransaction(
    ctx.db,
    async (tx) => {
      // Locked, so that no file is deleted from the original while the copy takes it over.
      const original = await lockEditableCourse(tx, viewer, id);
      const copy = await copyCourse(ctx, tx, viewer, original);
      const details = { copy };
      await recordCourseAudit(ctx, tx, viewer, { courseId: id, action: 'course.duplicate', details });
      return copy;
    },
    { isPatient: true },
  );
  return getCourseDraft(ctx, viewer, copyId);
}

async function copyCourse(ctx: AppContext, tx: Tx, viewer: Viewer, original: CourseRow): Promise<number> {
  const view = await loadDraftView(tx, original);
  const title = `${view.settings.title} (copy)`.slice(0, 160);
  const { id: courseId } = await insertNewCourse(ctx, tx, viewer, title);
  const now = ctx.clock.now();
  const revision = await drawRevision(tx);
  const newIds: NewIds = {
    files: await copyFiles(tx, { from: original.id, to: courseId, now }),
    module: await drawNewIds(tx, view.outline, 'module'),
    lesson: await drawNewIds(tx, view.outline, 'lesson'),
    quiz: await drawNewIds(tx, view.outline, 'quiz'),
  };
  const rows = [];
  for (const itemType of ['module', 'lesson', 'quiz'] as const) {
    for (const [from, itemId] of newIds[itemType]) {
      const found = await findItem(tx, original.id, { type: itemType, id: from });
      if (!found) continue;
      const content = withNewIds(copyOf(found.content, false), newIds) as Record<string, unknown>;
      rows.push({ itemType, itemId, isNew: true, content, courseId, revision, now });
    }
  }
  await saveDraftItems(tx, rows);
  for (const question of await listWholeBankQuestions(tx, { courseId: original.id })) {
    await insertBankQuestion(tx, { courseId, question: withNewIds(question, newIds) as typeof question });
  }
  const outline = view.outline.map((module) => ({
    id: newIds.module.get(module.id) ?? 0,
    items: module.items.map(({ type, id }) => ({ type, id: newIds[type].get(id) ?? 0 })),
  }));
  const { shortName: _, ...settings } = view.settings;
  const fields = { ...settings, title };
  const saved = { courseId, revision, userId: viewer.id, now, outline };
  await saveDraft(tx, { ...saved, settings: { revision, fields } });
  return courseId;
}

async function drawNewIds(tx: Tx, outline: Outline, type: DraftItemType): Promise<Map<number, number>> {
  const ids = outlineIds(outline, type);
  const drawn = await drawItemIds(tx, type, ids.length);
  return new Map(ids.map((id, at) => [id, drawn[at] ?? 0]));
}

/** New rows for the same bytes: a course of many gigabytes is copied in a moment. */
async function copyFiles(
  tx: Tx,
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const { id, parentId, ...file } of await listStoredFiles(tx, { courseId: from })) {
    const parent = parentId === null ? null : ids.get(parentId);
    if (parent === undefined) continue;
    const row = await insertCourseFile(tx, { ...file, courseId: to, parentId: parent, createdAt: now });
    ids.set(id, row.id);
  }
  return ids;
}

/** Files and lessons by their new ids, wherever content refers to them: options of questions and texts included. */
function withNewIds(value: unknown, newIds: NewIds): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(
      /\/api\/course-files\/(\d+)/g,
      (_, id: string) => `/api/course-files/${newIds.files.get(Number(id)) ?? id}`,
    );
  }
  if (Array.isArray(value)) return value.map((part) => withNewIds(part, newIds));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, renewed(key, part, newIds)]));
}

function renewed(key: string, value: unknown, newIds: NewIds): unknown {
  if (key === 'fileId' && typeof value === 'number') return newIds.files.get(value) ?? null;
  if (key === 'reviewLessonId' && typeof value === 'number') return newIds.lesson.get(value) ?? null;
  if (key === 'attachmentIds' && Array.isArray(value)) {
    return value.flatMap((id: number) => newIds.files.get(id) ?? []);
  }
  return withNewIds(value, newIds);
}
