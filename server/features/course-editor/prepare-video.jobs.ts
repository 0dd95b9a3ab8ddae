// After a video was uploaded to a course: its poster, and a smaller version for phones where that saves bytes.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  findCourseFile,
  insertFilePart,
  listCourseFiles,
} from '#server/features/course/course-publish.service.ts';
import { drawPoster, hasFfmpeg, shrinkVideo } from '#server/integrations/ffmpeg.ts';
import { defineJob } from '#server/jobs/job.ts';

/** A smaller version must be worth a second copy. */
const WORTH_IT = 0.7;

type Video = NonNullable<Awaited<ReturnType<typeof findCourseFile>>>;

export const prepareVideoJob = defineJob({
  name: 'course-editor.prepare-video',
  data: z.object({ courseId: z.int(), fileId: z.int() }),
  // What ffmpeg can't read today it can't read tomorrow; the video plays as it is.
  retryLimit: 1,
  async run(ctx, { courseId, fileId }) {
    const video = await findCourseFile(ctx.db, { id: fileId, courseId });
    if (video?.kind !== 'video' || !(await hasFfmpeg())) return;
    const files = await listCourseFiles(ctx.db, { courseId });
    const has = (kind: string) => files.some((file) => file.parentId === fileId && file.kind === kind);
    if (has('poster') && has('rendition')) return;
    const folder = await mkdtemp(path.join(os.tmpdir(), 'releve-video-'));
    try {
      await prepare(ctx, video, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

async function prepare(ctx: AppContext, video: Video, folder: string): Promise<void> {
  const stored = await ctx.storage.get(video.storageKey);
  if (!stored) return;
  const [original, poster, small] = ['original', 'poster.jpg', 'small.mp4'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  await pipeline(stored.stream, createWriteStream(original));
  // Not the very first frame: many videos begin in the dark.
  await drawPoster(original, poster, Math.min(3, (video.seconds ?? 0) / 10));
  await store(ctx, video, { kind: 'poster', file: poster, contentType: 'image/jpeg' });
  await shrinkVideo(original, small);
  if ((await stat(small)).size > video.bytes * WORTH_IT) return;
  await store(ctx, video, { kind: 'rendition', file: small, contentType: 'video/mp4' });
}

type Part = { kind: 'poster' | 'rendition'; file: string; contentType: string };

async function store(ctx: AppContext, video: Video, { kind, file, contentType }: Part): Promise<void> {
  const { id: parentId, courseId } = video;
  const name = path.basename(file);
  const storageKey = `course-files/${parentId}-${name}`;
  const { bytes, sha256 } = await ctx.storage.put(storageKey, createReadStream(file), { contentType });
  const seconds = kind === 'rendition' ? video.seconds : null;
  const createdAt = ctx.clock.now();
  const part = { courseId, parentId, kind, name, contentType, bytes, sha256, storageKey, seconds, createdAt };
  await inTransaction(ctx.db, (tx) => insertFilePart(tx, part));
}
