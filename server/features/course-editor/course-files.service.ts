// The files of a course: taken over from uploads, captions checked and replaced.
import { buffer } from 'node:stream/consumers';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  deleteCaptionFile,
  findCourseFile,
  insertCourseFile,
  listCourseFiles,
} from '#server/features/course/course-publish.service.ts';
import { attachUpload } from '#server/features/upload/upload.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { CourseFile } from '#shared/features/course-editor/course-editor.schema.ts';
import type { CourseFileKind } from '#shared/features/course/course.rules.ts';
import { lockEditableCourse, noSuchCourse } from './course-editor-access.ts';

type Attachment = {
  courseId: number;
  uploadId: string;
  kind?: CourseFileKind | undefined;
  parentId?: number | undefined;
  language?: string | undefined;
};

/** Call it with the course locked. */
export async function attachFile(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { courseId, uploadId, kind, parentId, language }: Attachment,
) {
  const upload = await attachUpload(tx, { userId: viewer.id, uploadId, purpose: 'course-file' });
  const fileKind = kind ?? kindOf(upload.contentType, upload.name);
  requireKind(fileKind, upload.contentType, upload.name);
  const isCaption = fileKind === 'caption';
  if (isCaption && (parentId === undefined || language === undefined)) {
    throw new AppError('unprocessable', 'Captions need a video and a language.');
  }
  return insertCourseFile(tx, {
    ...upload,
    courseId,
    kind: fileKind,
    contentType: isCaption ? 'text/vtt' : upload.contentType,
    parentId: isCaption ? (parentId ?? null) : null,
    language: isCaption ? (language ?? null) : null,
    createdAt: ctx.clock.now(),
  });
}

function kindOf(contentType: string, name: string): CourseFileKind {
  if (contentType.startsWith('video/')) return 'video';
  if (contentType.startsWith('audio/') && contentType !== 'audio/midi') return 'audio';
  if (contentType.startsWith('image/')) return 'image';
  if (contentType === 'application/pdf') return 'document';
  return /\.vtt$/i.test(name) ? 'caption' : 'attachment';
}

/** Anything can be attached; what learners watch or read must be what it says it is. */
function requireKind(kind: CourseFileKind, contentType: string, name: string): void {
  if (kind === 'attachment' || kindOf(contentType, name) === kind) return;
  const wanted: Partial<Record<CourseFileKind, string>> = {
    video: 'a video',
    audio: 'a recording',
    image: 'a picture',
    document: 'a PDF',
    caption: 'a WebVTT file (.vtt)',
  };
  throw new AppError('unprocessable', `${name} isn’t ${wanted[kind] ?? 'a file that fits here'}.`);
}

export async function attachCourseFile(
  ctx: AppContext,
  viewer: Viewer,
  { id: courseId, ...given }: Omit<Attachment, 'courseId'> & { id: number },
): Promise<CourseFile> {
  const { file, replacedKey } = await inTransaction(
    ctx.db,
    async (tx) => {
      await lockEditableCourse(tx, viewer, courseId);
      const replaced = await removeOldCaptions(tx, { courseId, ...given });
      return { file: await attachFile(ctx, tx, viewer, { courseId, ...given }), replacedKey: replaced };
    },
    { isPatient: true },
  );
  if (replacedKey) await ctx.storage.delete(replacedKey);
  if (file.kind === 'caption') await requireCaptions(ctx, file);
  return file;
}

/** One caption file per video and language. Returns the storage key of the one before. */
async function removeOldCaptions(
  tx: Tx,
  { courseId, parentId, language }: { courseId: number } & Pick<Attachment, 'parentId' | 'language'>,
): Promise<string | null> {
  if (parentId === undefined) return null;
  const parent = await findCourseFile(tx, { id: parentId, courseId });
  if (parent?.kind !== 'video' && parent?.kind !== 'audio') {
    throw new AppError('unprocessable', 'Captions belong to a video or audio file of this course.');
  }
  const files = await listCourseFiles(tx, { courseId });
  const old = files.find((file) => file.parentId === parentId && file.language === language);
  return old ? deleteCaptionFile(tx, { id: old.id, courseId }) : null;
}

type StoredFile = { id: number; courseId: number; name: string; storageKey: string };

/** Looked at after the transaction, because storage may be another machine. */
async function requireCaptions(
  ctx: AppContext,
  { id, courseId, name, storageKey }: StoredFile,
): Promise<void> {
  const stored = await ctx.storage.get(storageKey, { start: 0, end: 63 });
  const head = stored ? (await buffer(stored.stream)).toString('utf8').replace(/^\uFEFF/, '') : '';
  if (head.startsWith('WEBVTT')) return;
  await inTransaction(ctx.db, (tx) => deleteCaptionFile(tx, { id, courseId }));
  await ctx.storage.delete(storageKey);
  throw new AppError('unprocessable', `${name} isn’t a WebVTT caption file. It must start with “WEBVTT”.`);
}

export async function deleteCourseCaptions(
  ctx: AppContext,
  viewer: Viewer,
  { id: courseId, fileId }: { id: number; fileId: number },
): Promise<void> {
  const key = await inTransaction(ctx.db, async (tx) => {
    await lockEditableCourse(tx, viewer, courseId);
    return deleteCaptionFile(tx, { id: fileId, courseId });
  });
  if (!key) throw noSuchCourse();
  await ctx.storage.delete(key);
}
