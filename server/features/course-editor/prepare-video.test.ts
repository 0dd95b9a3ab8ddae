// A heavy video gets a poster and a smaller version, once; only where ffmpeg is installed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { courseFiles } from '#server/db/schema/course.ts';
import { hasFfmpeg } from '#server/integrations/ffmpeg.ts';
import { someCourse } from '../../../tests/server/course-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { prepareVideoJob } from './prepare-video.jobs.ts';

const { ctx } = await testApp();
const folder = mkdtempSync(path.join(os.tmpdir(), 'releve-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A second of moving color bars, almost uncompressed. */
function heavyVideo(): Buffer {
  const file = path.join(folder, 'heavy.mp4');
  const bars = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=5:duration=1'];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '4', '-pix_fmt', 'yuv420p'];
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...bars, ...codec, file]);
  return readFileSync(file);
}

async function insertVideo(courseId: number, content: Buffer): Promise<number> {
  const storageKey = `course-files/video-${courseId}`;
  const { bytes, sha256 } = await ctx.storage.put(storageKey, content, { contentType: 'video/mp4' });
  const about = { courseId, kind: 'video', name: 'heavy.mp4', contentType: 'video/mp4', seconds: 1 } as const;
  const [row] = await ctx.db
    .insert(courseFiles)
    .values({ ...about, bytes, sha256, storageKey, createdAt: ctx.clock.now() })
    .returning({ id: courseFiles.id });
  return row?.id ?? 0;
}

const partsOf = async (fileId: number) =>
  (
    await ctx.pool.query<{ kind: string; bytes: string; storage_key: string }>(
      'select kind, bytes, storage_key from course_files where parent_id = $1 order by kind',
      [fileId],
    )
  ).rows;

it.skipIf(!(await hasFfmpeg()))('makes a poster and a smaller version, once', async () => {
  const { id: courseId } = await someCourse(ctx);
  const content = heavyVideo();
  const fileId = await insertVideo(courseId, content);
  await Promise.all([0, 1].map(() => prepareVideoJob.run(ctx, { courseId, fileId })));
  const parts = await partsOf(fileId);
  expect(parts.map(({ kind }) => kind)).toEqual(['poster', 'rendition']);
  expect(Number(parts[1]?.bytes)).toBeLessThan(content.length * 0.7);
  const poster = await ctx.storage.stat(parts[0]?.storage_key ?? '');
  expect(poster?.contentType).toBe('image/jpeg');
  await prepareVideoJob.run(ctx, { courseId, fileId });
  expect(await partsOf(fileId)).toEqual(parts);
});

it.skipIf(!(await hasFfmpeg()))('leaves a broken video as it is', async () => {
  const { id: courseId } = await someCourse(ctx);
  const fileId = await insertVideo(courseId, Buffer.from('not a video'));
  await expect(prepareVideoJob.run(ctx, { courseId, fileId })).rejects.toThrow('Invalid data found');
  expect(await partsOf(fileId)).toEqual([]);
});
