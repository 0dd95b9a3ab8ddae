// Puts the drawn dancer's recordings (server/seed/media, rendered by scripts/movement) into the demo courses, with their
// captions, sections and tempo. In the background after the first start, because it needs the storage.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import { demoLessonMedia } from '../demo-data.ts';
import { findLessonWithoutFile, insertLessonMedia, type LessonMedia } from './lesson-media.queries.ts';
import { addHandedVideos, addShownQuestions } from './shown-media.ts';

const MEDIA = path.join(import.meta.dirname, '../media');

const clipSchema = z.object({
  slug: z.string(),
  kind: z.enum(['video', 'audio']),
  file: z.string(),
  seconds: z.number(),
  bpm: z.int().nullable().default(null),
  firstBeat: z.number().nullable().default(null),
  /** Counts in a phrase. */
  phrase: z.int().default(8),
  sections: z.array(z.object({ label: z.string(), start: z.number() })).default([]),
  captions: z.array(z.object({ language: z.string(), file: z.string() })).default([]),
  poster: z.string().nullable().default(null),
});
type Clip = z.output<typeof clipSchema>;

export const attachLessonMediaJob = defineJob({
  name: 'demo.attach-lesson-media',
  data: z.object({}),
  async run(ctx) {
    const listed: unknown = JSON.parse(await readFile(path.join(MEDIA, 'media.json'), 'utf8'));
    const clips = new Map(
      z
        .array(clipSchema)
        .parse(listed)
        .map((clip) => [clip.slug, clip]),
    );
    for (const { course, lesson, clip: slug } of demoLessonMedia()) {
      const clip = clips.get(slug);
      const found = clip && (await findLessonWithoutFile(ctx.db, { shortName: course, title: lesson }));
      if (found) await attach(ctx, { lessonId: found.id, courseId: found.courseId, clip });
    }
    await addShownQuestions(ctx);
    await addHandedVideos(ctx);
  },
});

type Attached = { lessonId: number; courseId: number; clip: Clip };

async function attach(ctx: AppContext, { lessonId, courseId, clip }: Attached): Promise<void> {
  const store = (file: string) => storeFile(ctx, { lessonId, courseId, file });
  const { kind, seconds, bpm, firstBeat, phrase, sections } = clip;
  const recording = { ...(await store(clip.file)), kind, seconds };
  const parts: LessonMedia['parts'] = [];
  if (clip.poster) parts.push({ ...(await store(clip.poster)), kind: 'poster' as const });
  for (const { language, file } of clip.captions) {
    parts.push({ ...(await store(file)), kind: 'caption' as const, language });
  }
  const practice = {
    bpm,
    firstBeat,
    phraseCounts: phrase,
    sections: sections.map(({ label, start }) => ({ label, start })),
  };
  await inTransaction(ctx.db, (tx) => insertLessonMedia(tx, { lessonId, recording, parts, practice }));
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.jpg': 'image/jpeg',
  '.vtt': 'text/vtt',
};

async function storeFile(
  ctx: AppContext,
  { lessonId, courseId, file }: { lessonId: number; courseId: number; file: string },
) {
  const data = await readFile(path.join(MEDIA, file));
  const contentType = CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream';
  const storageKey = `course-files/demo-${lessonId}-${file}`;
  await ctx.storage.put(storageKey, data, { contentType });
  const sha256 = createHash('sha256').update(data).digest('hex');
  return {
    courseId,
    name: file,
    contentType,
    bytes: data.length,
    sha256,
    storageKey,
    createdAt: ctx.clock.now(),
  };
}
