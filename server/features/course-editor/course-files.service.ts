// The files of a course: taken over from uploads, captions checked and replaced. Captions belong to the recording, not to
// a lesson's draft: a mistake in them is corrected for learners at once.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordCourseAudit } from '#server/features/course/course-access.service.ts';
import {
  deleteCaptionFile,
  findCourseFile,
  hasCourseFile,
  insertCourseFile,
  listCourseFiles,
} from '#server/features/course/course-publish.service.ts';
import { attachUpload, readUpload } from '#server/features/upload/upload.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { CourseFile } from '#shared/features/course-editor/course-editor.schema.ts';
import type { CourseFileKind } from '#shared/features/course/course.rules.ts';
import { prepareVideoJob } from './prepare-video.jobs.ts';
import { getEditableCourse, lockEditableCourse, noSuchCourse } from './course-editor-access.ts';

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
  const file = await insertCourseFile(tx, {
    ...upload,
    courseId,
    kind: fileKind,
    contentType: isCaption ? 'text/vtt' : upload.contentType,
    parentId: isCaption ? (parentId ?? null) : null,
    language: isCaption ? (language ?? null) : null,
    createdAt: ctx.clock.now(),
  });
  if (file.kind === 'video') await ctx.jobs.send(tx, prepareVideoJob, { courseId, fileId: file.id });
  return file;
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
  if (given.kind === 'caption' || (given.kind === undefined && given.parentId !== undefined)) {
    await getEditableCourse(ctx, viewer, courseId);
    await requireCaptions(ctx, viewer, given.uploadId);
  }
  return inTransaction(
    ctx.db,
    async (tx) => {
      await lockEditableCourse(tx, viewer, courseId);
      if (given.parentId !== undefined) await requireRecording(tx, { id: given.parentId, courseId });
      const files = await listCourseFiles(tx, { courseId });
      const old = files.find(
        ({ kind, parentId, language }) =>
          kind === 'caption' && parentId === given.parentId && language === given.language,
      );
      if (old) await deleteCaptions(ctx, tx, { id: old.id, courseId });
      const file = await attachFile(ctx, tx, viewer, { courseId, ...given });
      if (file.kind === 'caption') {
        const details = { file: file.name, language: file.language };
        await recordCourseAudit(ctx, tx, viewer, { courseId, action: 'course.captions', details });
      }
      return file;
    },
    { isPatient: true },
  );
}

async function requireRecording(tx: Tx, which: { id: number; courseId: number }): Promise<void> {
  const parent = await findCourseFile(tx, which);
  if (parent?.kind === 'video' || parent?.kind === 'audio') return;
  throw new AppError('unprocessable', 'Captions belong to a video or audio file of this course.');
}

/** Captions of a long recording are a few hundred kilobytes. */
const MAX_CAPTION_BYTES = 2_000_000;

/** Before the transaction, because storage may be another machine; the captions learners see stay until it commits. */
async function requireCaptions(ctx: AppContext, viewer: Viewer, uploadId: string): Promise<void> {
  const { name, bytes, content } = await readUpload(ctx, viewer, { uploadId, maxBytes: MAX_CAPTION_BYTES });
  if (bytes > MAX_CAPTION_BYTES) {
    throw new AppError('unprocessable', `${name} is too long for a caption file. It can have up to 2 MB.`);
  }
  const text = content.toString('utf8');
  if (!/^\uFEFF?WEBVTT(?=[ \t\r\n]|$)/.test(text)) {
    throw new AppError('unprocessable', `${name} isn’t a WebVTT caption file. It must start with “WEBVTT”.`);
  }
  if (!/^(?:\d+:)?\d{2}:\d{2}\.\d{3}[ \t]+-->[ \t]/m.test(text)) {
    throw new AppError(
      'unprocessable',
      `${name} has no captions in it. Each needs a line like “00:01.000 --> 00:04.000”.`,
    );
  }
}

/** The bytes go later, in case the transaction is rolled back. */
async function deleteCaptions(
  ctx: AppContext,
  tx: Tx,
  which: { id: number; courseId: number },
): Promise<boolean> {
  const storageKey = await deleteCaptionFile(tx, which);
  if (storageKey) await ctx.jobs.send(tx, deleteCourseFileBytesJob, { storageKey });
  return storageKey !== null;
}

/** A duplicated course shares the bytes of its files: they go with the last row that names them. */
export const deleteCourseFileBytesJob = defineJob({
  name: 'course-editor.delete-bytes',
  data: z.object({ storageKey: z.string() }),
  retryLimit: 8,
  async run(ctx, { storageKey }) {
    if (await hasCourseFile(ctx.db, { storageKey })) return;
    await ctx.storage.delete(storageKey);
  },
});

export async function deleteCourseCaptions(
  ctx: AppContext,
  viewer: Viewer,
  { id: courseId, fileId }: { id: number; fileId: number },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockEditableCourse(tx, viewer, courseId);
    if (!(await deleteCaptions(ctx, tx, { id: fileId, courseId }))) throw noSuchCourse();
    await recordCourseAudit(ctx, tx, viewer, {
      courseId,
      action: 'course.captions',
      details: { deleted: fileId },
    });
  });
}
