// Captions that replace those learners see, and what a duplicated course takes along.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { uploads } from '#server/db/schema/upload.ts';
import * as contract from '#shared/features/course-editor/course-editor.contract.ts';
import type { CourseDraft, DraftItem } from '#shared/features/course-editor/course-editor.contract.ts';
import { auditOf } from '../../../tests/server/course-tools.ts';
import { courseEditorTools } from '../../../tests/server/course-editor-tools.ts';
import { courseFile } from '../../../tests/server/learning-tools.ts';
import { ALL_KINDS, courseWithQuiz } from '../../../tests/server/quiz-tools.ts';
import type { Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const { as, teacher, published } = courseEditorTools({ ctx, call });

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nStand still.\n';

async function uploaded(person: Person, name: string, content: string): Promise<string> {
  const id = randomUUID();
  const storageKey = `uploads/${id}`;
  const stored = await ctx.storage.put(storageKey, Buffer.from(content), { contentType: 'text/plain' });
  const times = { createdAt: ctx.clock.now(), touchedAt: ctx.clock.now() };
  const file = { name, bytes: stored.bytes, sha256: stored.sha256, storageKey, contentType: 'text/plain' };
  const upload = { id, userId: person.id, purpose: 'course-file', state: 'ready' } as const;
  await ctx.db.insert(uploads).values({ ...upload, ...file, ...times });
  return id;
}

async function captionsOf(parentId: number) {
  const { rows } = await ctx.pool.query<{ name: string; storage_key: string }>(
    `select name, storage_key from course_files where parent_id = $1 and kind = 'caption'`,
    [parentId],
  );
  return rows;
}

const actionsOn = async (courseId: number) => (await auditOf(ctx, courseId)).map(({ action }) => action);

describe('captions', () => {
  it('that are no captions leave those learners see in place; good ones replace them at once', async () => {
    const odile = await teacher();
    const { id } = await published(odile);
    const video = await courseFile(ctx, { courseId: id });
    const attach = async (name: string, content: string, person = odile) =>
      call(contract.attachCourseFile, {
        params: { id },
        body: {
          uploadId: await uploaded(person, name, content),
          parentId: video.id,
          language: 'en',
          ...(name !== 'unnamed-kind.vtt' && { kind: 'caption' }),
        },
        headers: person.headers,
      });
    expect((await attach('first.vtt', CAPTIONS)).statusCode).toBe(201);
    const [live] = await captionsOf(video.id);
    for (const [name, content] of [
      ['prose.vtt', 'Stand still.'],
      ['unnamed-kind.vtt', 'Stand still.'],
      ['almost.vtt', 'WEBVTTish\n\n00:00.000 --> 00:02.000\nx'],
      ['empty.vtt', 'WEBVTT\n\nNo times at all.'],
      ['long.vtt', CAPTIONS + ' '.repeat(2_000_000)],
    ] as const) {
      expect((await attach(name, content)).statusCode, name).toBe(422);
      await ctx.jobs.drain();
      expect(await captionsOf(video.id)).toEqual([live]);
      expect(await ctx.storage.stat(live?.storage_key ?? '')).not.toBeNull();
    }
    expect((await attach('better.vtt', CAPTIONS)).statusCode).toBe(201);
    await ctx.jobs.drain();
    expect(await captionsOf(video.id)).toMatchObject([{ name: 'better.vtt' }]);
    expect(await ctx.storage.stat(live?.storage_key ?? '')).toBeNull();
    expect(await actionsOn(id)).toEqual([]);
  });

  it('someone else’s upload can’t be read through its error', async () => {
    const [odile, stranger] = [await teacher(), await teacher()];
    const { id } = await published(odile);
    const video = await courseFile(ctx, { courseId: id });
    const uploadId = await uploaded(stranger, 'secret-name.vtt', 'no captions');
    const body = { uploadId, parentId: video.id, language: 'en', kind: 'caption' };
    const answer = await call(contract.attachCourseFile, { params: { id }, body, headers: odile.headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('secret-name');
  });
});

describe('a duplicated course', () => {
  it('takes its files along without copying their bytes, by their new ids everywhere', async () => {
    const {
      courseId,
      lessonId,
      quizId,
      teacher: odile,
    } = await courseWithQuiz(ctx, { questions: ALL_KINDS });
    await ctx.pool.query('update courses set instructor_share = 90 where id = $1', [courseId]);
    const video = await courseFile(ctx, { courseId });
    const caption = { kind: 'caption', parentId: video.id, language: 'en', contentType: 'text/vtt' } as const;
    await courseFile(ctx, { courseId, ...caption });
    const picture = await courseFile(ctx, { courseId, kind: 'image', contentType: 'image/png' });
    await ctx.pool.query('update lessons set file_id = $2, body = $3 where id = $1', [
      lessonId,
      video.id,
      `![](/api/course-files/${picture.id})`,
    ]);
    await ctx.pool.query(
      `update quiz_questions set content = jsonb_set(content, '{options,0,fileId}', to_jsonb($2::int)),
         prompt = $3 where quiz_id = $1 and kind = 'single'`,
      [quizId, picture.id, `Look at /api/course-files/${picture.id}`],
    );
    const copy = await as<CourseDraft>(odile, contract.duplicateCourse, { id: courseId });
    const { rows: files } = await ctx.pool.query<{
      id: number;
      storage_key: string;
      parent_id: number | null;
    }>('select id, storage_key, parent_id from course_files where course_id = $1', [copy.id]);
    const copied = (storageKey: string) => files.find((file) => file.storage_key === storageKey)?.id;
    expect(files).toHaveLength(4);
    expect(files.find((file) => file.parent_id !== null)?.parent_id).toBe(copied(video.storageKey));
    const [lessonItem, quizItem] = copy.outline[0]?.items ?? [];
    const open = (item?: { type: string; id: number }) =>
      as<DraftItem>(odile, contract.getDraftItem, {
        id: copy.id,
        type: item?.type ?? '',
        itemId: item?.id ?? 0,
      });
    const pictureId = copied(picture.storageKey);
    expect((await open(lessonItem)).content).toMatchObject({
      fileId: copied(video.storageKey),
      body: `![](/api/course-files/${pictureId})`,
    });
    expect((await open(quizItem)).content).toMatchObject({
      questions: expect.arrayContaining([
        expect.objectContaining({
          kind: 'single',
          prompt: `Look at /api/course-files/${pictureId}`,
          reviewLessonId: lessonItem?.id,
          content: {
            options: [expect.objectContaining({ fileId: pictureId }), expect.anything(), expect.anything()],
          },
        }),
      ]),
    });
    const { rows } = await ctx.pool.query('select instructor_share from courses where id = $1', [copy.id]);
    expect(rows).toEqual([{ instructor_share: null }]);
  });

  it('keeps its captions when those of the original are deleted', async () => {
    const odile = await teacher();
    const { id } = await published(odile);
    const video = await courseFile(ctx, { courseId: id });
    const of = { kind: 'caption', parentId: video.id, language: 'en', contentType: 'text/vtt' } as const;
    const caption = await courseFile(ctx, { courseId: id, ...of });
    const copy = await as<CourseDraft>(odile, contract.duplicateCourse, { id });
    const remove = async (courseId: number, fileId: number) => {
      await call(contract.deleteCourseCaptions, { params: { id: courseId, fileId }, headers: odile.headers });
      await ctx.jobs.drain();
      return (await ctx.storage.stat(caption.storageKey)) !== null;
    };
    expect(await remove(id, caption.id)).toBe(true);
    const { rows } = await ctx.pool.query<{ id: number }>(
      `select id from course_files where course_id = $1 and kind = 'caption'`,
      [copy.id],
    );
    expect(await remove(copy.id, rows[0]?.id ?? 0)).toBe(false);
  });

  it('of another instructor is recorded, like everything staff do in a course', async () => {
    const odile = await teacher();
    const { id } = await published(odile);
    expect((await call(contract.duplicateCourse, { params: { id } }, 'admin')).statusCode).toBeLessThan(300);
    const { revision } = (
      await call(contract.getCourseDraft, { params: { id } }, 'admin')
    ).json<CourseDraft>();
    await call(contract.discardCourseDraft, { params: { id }, body: { revision } }, 'admin');
    const video = await courseFile(ctx, { courseId: id });
    const of = { kind: 'caption', parentId: video.id, language: 'en', contentType: 'text/vtt' } as const;
    const { id: fileId } = await courseFile(ctx, { courseId: id, ...of });
    await call(contract.deleteCourseCaptions, { params: { id, fileId } }, 'admin');
    expect(await actionsOn(id)).toEqual(['course.duplicate', 'course.discard-draft', 'course.captions']);
  });
});
