// A new draft course with the settings, content and files of another.
import { randomUUID } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  findCourseFile,
  insertCourseFile,
  listCourseFiles,
} from '#server/features/course/course-publish.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { CourseDraft } from '#shared/features/course-editor/course-editor.contract.ts';
import type { Outline, OutlineItem } from '#shared/features/course-editor/course-editor.rules.ts';
import type { LessonContent, QuizContent } from '#shared/features/course-editor/course-editor.schema.ts';
import { loadDraftView } from './course-draft-view.ts';
import { getCourseDraft, insertNewCourse } from './course-draft.service.ts';
import { getEditableCourse } from './course-editor-access.ts';
import { drawRevision, saveDraft, saveDraftItems } from './course-editor.queries.ts';
import { copyOf, drawItemIds, findItem } from './draft-items.service.ts';

type FileRow = NonNullable<Awaited<ReturnType<typeof findCourseFile>>>;

/** The copy belongs to whoever makes it, and nobody but them sees it until it is published. */
export async function duplicateCourse(ctx: AppContext, viewer: Viewer, id: number): Promise<CourseDraft> {
  await getEditableCourse(ctx, viewer, id);
  const files = await copyStoredFiles(ctx, id);
  const copyId = await inTransaction(ctx.db, (tx) => copyCourse(ctx, tx, viewer, { id, files }));
  return getCourseDraft(ctx, viewer, copyId);
}

/** Before the transaction, because storage may be another machine. */
async function copyStoredFiles(ctx: AppContext, courseId: number): Promise<FileRow[]> {
  const copies: FileRow[] = [];
  for (const { id } of await listCourseFiles(ctx.db, { courseId })) {
    const file = await findCourseFile(ctx.db, { id, courseId });
    const stored = file && (await ctx.storage.get(file.storageKey));
    if (!stored) continue;
    const storageKey = `course-files/${randomUUID()}`;
    await ctx.storage.put(storageKey, stored.stream, { contentType: file.contentType });
    copies.push({ ...file, storageKey });
  }
  return copies;
}

async function copyCourse(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { id, files }: { id: number; files: readonly FileRow[] },
): Promise<number> {
  const original = await getEditableCourse(ctx, viewer, id);
  const view = await loadDraftView(tx, original);
  const title = `${view.settings.title} (copy)`.slice(0, 160);
  const course = await insertNewCourse(ctx, tx, viewer, title);
  const fileIds = await insertFiles(tx, course.id, files, ctx.clock.now());
  const now = ctx.clock.now();
  const revision = await drawRevision(tx);
  const outline: Outline = [];
  const ids = new Map<string, number>();
  for (const module of view.outline) {
    const [moduleId = 0] = await drawItemIds(tx, 'module', 1);
    ids.set(`module ${module.id}`, moduleId);
    const items: OutlineItem[] = [];
    for (const item of module.items) {
      const [itemId = 0] = await drawItemIds(tx, item.type, 1);
      ids.set(`${item.type} ${item.id}`, itemId);
      items.push({ type: item.type, id: itemId });
    }
    outline.push({ id: moduleId, items });
  }
  for (const [key, itemId] of ids) {
    const [type, from] = key.split(' ') as ['module' | 'lesson' | 'quiz', string];
    const found = await findItem(tx, id, { type, id: Number(from) });
    if (!found) continue;
    const content = withNewIds(copyOf(found.content, false), fileIds, ids);
    const row = { itemType: type, itemId, isNew: true, content, courseId: course.id, revision, now };
    await saveDraftItems(tx, [row]);
  }
  const { shortName: _, ...settings } = view.settings;
  const fields = { ...settings, title };
  const saved = { courseId: course.id, revision, userId: viewer.id, now, outline };
  await saveDraft(tx, { ...saved, settings: { revision, fields } });
  return course.id;
}

/** Parents first: captions and posters refer to their video. */
async function insertFiles(
  tx: Tx,
  courseId: number,
  files: readonly FileRow[],
  now: Date,
): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  const inOrder = files.toSorted(
    (one, other) => Number(one.parentId !== null) - Number(other.parentId !== null),
  );
  for (const { id, parentId, ...file } of inOrder) {
    const parent = parentId === null ? null : ids.get(parentId);
    if (parent === undefined) continue;
    const row = await insertCourseFile(tx, { ...file, courseId, parentId: parent, createdAt: now });
    ids.set(id, row.id);
  }
  return ids;
}

function withNewIds(
  content: Record<string, unknown>,
  files: ReadonlyMap<number, number>,
  items: ReadonlyMap<string, number>,
): Record<string, unknown> {
  const fileOf = (id: number | null) => (id === null ? null : (files.get(id) ?? null));
  const { fileId, attachmentIds, body } = content as Partial<LessonContent>;
  const { questions } = content as Partial<QuizContent>;
  return {
    ...content,
    ...(fileId !== undefined && { fileId: fileOf(fileId) }),
    ...(attachmentIds && { attachmentIds: attachmentIds.flatMap((id) => files.get(id) ?? []) }),
    ...(body !== undefined && {
      body: body.replaceAll(
        /\/api\/course-files\/(\d+)/g,
        (_, id: string) => `/api/course-files/${files.get(Number(id)) ?? id}`,
      ),
    }),
    ...(questions && {
      questions: questions.map((question) => ({
        ...question,
        fileId: fileOf(question.fileId),
        reviewLessonId:
          question.reviewLessonId === null ? null : (items.get(`lesson ${question.reviewLessonId}`) ?? null),
      })),
    }),
  };
}
