// The course editor over HTTP: drafts stay private until they are published, and publishing keeps ids, order and progress.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { quizQuestions } from '#server/db/schema/quiz.ts';
import { uploads } from '#server/db/schema/upload.ts';
import * as contract from '#shared/features/course-editor/course-editor.contract.ts';
import type { CourseDraft, DraftItem } from '#shared/features/course-editor/course-editor.contract.ts';
import { getCourse } from '#shared/features/course/course.contract.ts';
import { courseFile } from '../../../tests/server/learning-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { courseEditorTools } from '../../../tests/server/course-editor-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const { as, statusOf, teacher, draftOf, publicCourse, titlesOf, QUESTION, published, lesson, edit, publish } =
  courseEditorTools({ ctx, call });

describe('a new course', () => {
  it('grows from a title to a published course, and keeps the ids it was created with', async () => {
    const odile = await teacher();
    const course = await as<CourseDraft>(odile, contract.createCourse, {}, { title: 'Teaching adagio' });
    expect(course).toMatchObject({ state: 'draft', outline: [], settings: { shortName: 'TA' } });
    const { id } = course;
    const made = await as<{ draft: CourseDraft; created: { type: string; id: number }[] }>(
      odile,
      contract.createDraftItems,
      { id },
      {
        items: [
          { type: 'module', title: 'Balance' },
          { type: 'lesson', title: 'Find the floor', kind: 'reading' },
          { type: 'lesson', title: 'Breathe', kind: 'reading' },
          { type: 'quiz', title: 'What holds you up?' },
        ],
      },
    );
    expect(titlesOf(made.draft)).toEqual([['Balance', 'Find the floor', 'Breathe', 'What holds you up?']]);
    const [, first, second, quiz] = made.created.map((item) => item.id);
    // Nothing can be published before every lesson has content, the quiz questions, the course a price.
    const refused = await call(contract.publishCourse, {
      params: { id },
      body: { revision: made.draft.revision },
      headers: odile.headers,
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.json<{ message: string }>().message).toContain('2 lessons without content');
    for (const itemId of [first, second])
      await edit(odile, lesson(id, itemId ?? 0), { body: 'Stand still.' });
    await edit(odile, { id, type: 'quiz', itemId: quiz ?? 0 }, { questions: [QUESTION] });
    const { settings } = await draftOf(odile, id);
    const missing = (await draftOf(odile, id)).checklist.filter(({ state }) => state === 'missing');
    expect(missing.map((entry) => entry.id)).toEqual(['questions', 'description', 'price']);
    await edit(
      odile,
      { id, type: 'quiz', itemId: quiz ?? 0 },
      { questions: [{ ...QUESTION, answerKey: { correct: true } }] },
    );
    await as(
      odile,
      contract.updateCourseSettings,
      { id },
      { revision: settings.revision, price: '0.00', description: 'Slow.' },
    );
    const after = await publish(odile, id);
    expect(after).toMatchObject({ state: 'published', changes: [], changesText: '' });
    expect(after.publishedAt).not.toBeNull();
    const shown = await publicCourse(id);
    expect(shown.modules[0]?.lessons.map((one) => one.id)).toEqual([first, second]);
    expect(shown.modules[0]?.quizzes).toEqual([{ id: quiz, title: 'What holds you up?', questionCount: 1 }]);
  });

  it('is for instructors and admins', async () => {
    const body = { title: 'Mine' };
    expect((await call(contract.createCourse, { body })).statusCode).toBe(401);
    expect((await call(contract.createCourse, { body }, 'member')).statusCode).toBe(403);
    expect((await call(contract.createCourse, { body }, 'instructor')).statusCode).toBe(201);
    expect((await call(contract.createCourse, { body }, 'admin')).statusCode).toBe(201);
    expect((await call(contract.createCourse, { body: { title: ' ' } }, 'instructor')).statusCode).toBe(400);
  });
});

describe('a published course', () => {
  it('shows learners nothing of a draft until it is published', async () => {
    const odile = await teacher();
    const { id, lessonIds, moduleId } = await published(odile);
    const [first = 0, second = 0] = lessonIds;
    const before = await publicCourse(id);
    await edit(odile, lesson(id, first), { title: 'Planted', body: 'Planted', isPreview: true });
    await edit(odile, { id, type: 'module', itemId: moduleId }, { title: 'Planted' });
    await as(odile, contract.createDraftItems, { id }, { items: [{ type: 'lesson', title: 'Planted' }] });
    await as(odile, contract.moveDraftItem, lesson(id, second), { moduleId, position: 0 });
    const { settings } = await draftOf(odile, id);
    await as(odile, contract.updateCourseSettings, { id }, { revision: settings.revision, title: 'Planted' });
    expect(await publicCourse(id)).toEqual(before);
    const draft = await draftOf(odile, id);
    expect(titlesOf(draft)).toEqual([['Planted', 'From the side', 'Planted', 'Planted']]);
    expect(draft.changesText).toBe(
      '1 lesson added, 1 module edited, 1 lesson edited, 1 setting edited, 1 move in the outline',
    );
    const discarded = await as<CourseDraft>(
      odile,
      contract.discardCourseDraft,
      { id },
      { revision: draft.revision },
    );
    expect(discarded).toMatchObject({ changes: [], settings: { title: 'Reading feet' } });
    expect(titlesOf(discarded)).toEqual([['Look', 'From the front', 'From the side']]);
  });

  it('keeps ids when it is published in another order, and takes out what was deleted', async () => {
    const odile = await teacher();
    const { id, lessonIds, moduleId } = await published(odile);
    const [first = 0, second = 0] = lessonIds;
    await as(odile, contract.moveDraftItem, lesson(id, second), { moduleId, position: 0 });
    await as(odile, contract.createDraftItems, { id }, { items: [{ type: 'module', title: 'Second' }] });
    const { outline } = await draftOf(odile, id);
    const other = outline[1]?.id ?? 0;
    await as(odile, contract.moveDraftItem, lesson(id, first), { moduleId: other, position: 0 });
    await publish(odile, id, 'Sides first');
    const shown = await publicCourse(id);
    expect(shown.modules.map((module) => [module.id, module.lessons.map((one) => one.id)])).toEqual([
      [moduleId, [second]],
      [other, [first]],
    ]);
    await as(odile, contract.deleteDraftItem, { id, type: 'module', itemId: other });
    expect((await publicCourse(id)).modules).toHaveLength(2);
    await publish(odile, id);
    expect((await publicCourse(id)).modules).toHaveLength(1);
    const { rows } = await ctx.pool.query(
      `select removed_at is not null as is_removed from lessons where id = $1`,
      [first],
    );
    expect(rows).toEqual([{ is_removed: true }]);
    const versions = await ctx.pool.query(
      'select summary from course_versions where course_id = $1 order by id',
      [id],
    );
    expect(versions.rows).toEqual([{ summary: 'Sides first' }, { summary: '1 module removed' }]);
  });

  it('puts back what was taken out, with everything in it', async () => {
    const odile = await teacher();
    const { id, moduleId, lessonIds } = await published(odile);
    const before = await draftOf(odile, id);
    const params = { id, type: 'module', itemId: moduleId };
    expect((await as<CourseDraft>(odile, contract.deleteDraftItem, params)).outline).toEqual([]);
    const items = lessonIds.map((itemId) => ({ type: 'lesson', id: itemId }));
    const after = await as<CourseDraft>(odile, contract.restoreDraftItem, params, { position: 0, items });
    expect(titlesOf(after)).toEqual(titlesOf(before));
    expect(after.changes).toEqual([]);
    // Once is enough, and never with another course's lesson.
    expect(await statusOf(odile, contract.restoreDraftItem, params, { position: 0 })).toBe(409);
    const foreign = (await published(await teacher())).lessonIds[0] ?? 0;
    const body = { moduleId, position: 0 };
    expect(await statusOf(odile, contract.restoreDraftItem, lesson(id, foreign), body)).toBe(404);
  });

  it('refuses what was edited from an older revision, also after publishing', async () => {
    const odile = await teacher();
    const { id, lessonIds } = await published(odile);
    const params = lesson(id, lessonIds[0] ?? 0);
    const { revision } = await as<DraftItem>(odile, contract.getDraftItem, params);
    const { settings, revision: courseRevision } = await draftOf(odile, id);
    await edit(odile, params, { body: 'Newer' });
    const stale = { revision, changes: { body: 'Older' } };
    expect(await statusOf(odile, contract.updateDraftItem, params, stale)).toBe(409);
    expect(await statusOf(odile, contract.publishCourse, { id }, { revision: courseRevision })).toBe(409);
    const changed = { revision: settings.revision, tagline: 'Look twice' };
    await as(odile, contract.updateCourseSettings, { id }, changed);
    expect(await statusOf(odile, contract.updateCourseSettings, { id }, changed)).toBe(409);
    await publish(odile, id);
    expect(await statusOf(odile, contract.updateDraftItem, params, stale)).toBe(409);
    expect(await as(odile, contract.getDraftItem, params)).toMatchObject({ content: { body: 'Newer' } });
  });

  it('opens and publishes drafts that were saved before a field existed', async () => {
    const odile = await teacher();
    const { id, lessonIds } = await published(odile);
    const params = lesson(id, lessonIds[0] ?? 0);
    await edit(odile, params, { body: 'Saved long ago' });
    await ctx.pool.query(
      `update course_draft_items set content = content - 'watchShare' - 'isDownloadable' where course_id = $1`,
      [id],
    );
    expect(await as(odile, contract.getDraftItem, params)).toMatchObject({
      content: { body: 'Saved long ago', watchShare: 90, isDownloadable: true },
    });
    expect(await publish(odile, id)).toMatchObject({ changes: [] });
  });

  it('isn’t there for anyone but its instructor and admins', async () => {
    const odile = await teacher();
    const { id, lessonIds, moduleId } = await published(odile);
    const params = lesson(id, lessonIds[0] ?? 0);
    const stranger = await teacher();
    const member = await someone(ctx);
    for (const person of [stranger, member]) {
      expect(await statusOf(person, contract.getCourseDraft, { id })).toBe(404);
      expect(await statusOf(person, contract.getDraftItem, params)).toBe(404);
      expect(await statusOf(person, contract.updateDraftItem, params, { revision: 0, changes: {} })).toBe(
        404,
      );
      expect(await statusOf(person, contract.moveDraftItem, params, { moduleId, position: 1 })).toBe(404);
      expect(await statusOf(person, contract.publishCourse, { id }, { revision: 0 })).toBe(404);
      expect(await statusOf(person, contract.archiveCourse, { id })).toBe(404);
      expect(await statusOf(person, contract.duplicateCourse, { id })).toBe(404);
      expect(await statusOf(person, contract.attachCourseFile, { id }, { uploadId: 'x' })).toBe(404);
    }
    // A lesson of one course isn't reached through another.
    const own = await published(stranger);
    expect(await statusOf(stranger, contract.getDraftItem, { ...params, id: own.id })).toBe(404);
    expect((await call(contract.getCourseDraft, { params: { id } }, 'admin')).statusCode).toBe(200);
    expect((await call(contract.getCourseDraft, { params: { id } }, 'officer')).statusCode).toBe(404);
  });

  it('is archived and restored', async () => {
    const odile = await teacher();
    const { id } = await published(odile);
    expect(await as(odile, contract.archiveCourse, { id })).toMatchObject({ state: 'archived' });
    expect((await call(getCourse, { params: { id } })).statusCode).toBe(404);
    expect(await statusOf(odile, contract.archiveCourse, { id })).toBe(409);
    expect(await as(odile, contract.restoreCourse, { id })).toMatchObject({ state: 'published' });
    expect((await call(getCourse, { params: { id } })).statusCode).toBe(200);
  });
});

describe('copies', () => {
  it('duplicates a lesson after the original and a module with everything in it', async () => {
    const odile = await teacher();
    const { id, lessonIds, moduleId } = await published(odile);
    const one = await as<{ draft: CourseDraft }>(
      odile,
      contract.duplicateDraftItem,
      lesson(id, lessonIds[0] ?? 0),
    );
    expect(titlesOf(one.draft)).toEqual([
      ['Look', 'From the front', 'From the front (copy)', 'From the side'],
    ]);
    const params = { id, type: 'module', itemId: moduleId };
    const { draft } = await as<{ draft: CourseDraft }>(odile, contract.duplicateDraftItem, params);
    expect(titlesOf(draft)[1]).toEqual([
      'Look (copy)',
      'From the front',
      'From the front (copy)',
      'From the side',
    ]);
    await publish(odile, id);
    expect((await publicCourse(id)).modules.map(({ lessons }) => lessons.length)).toEqual([3, 3]);
  });

  it('duplicates a course as a draft of whoever copies it', async () => {
    const odile = await teacher();
    const { id, lessonIds } = await published(odile);
    const copy = await as<CourseDraft>(odile, contract.duplicateCourse, { id });
    expect(copy).toMatchObject({
      state: 'draft',
      settings: { title: 'Reading feet (copy)', price: '49.00' },
    });
    expect(titlesOf(copy)).toEqual([['Look', 'From the front', 'From the side']]);
    expect(copy.outline[0]?.items.map((item) => item.id)).not.toEqual(lessonIds);
    expect((await call(getCourse, { params: { id: copy.id } })).statusCode).toBe(404);
    const own = await as<{ id: number }[]>(odile, contract.listOwnCourses, {});
    expect(own.map((course) => course.id).toSorted((a, b) => a - b)).toEqual([id, copy.id]);
    await publish(odile, copy.id);
    expect((await publicCourse(copy.id)).modules[0]?.lessons).toHaveLength(2);
  });

  it('duplicates the question bank with the course: answers, pictures and the lesson to review included', async () => {
    const odile = await teacher();
    const { id, lessonIds } = await published(odile);
    const picture = await courseFile(ctx, {
      courseId: id,
      kind: 'image',
      contentType: 'image/png',
      seconds: null,
    });
    await ctx.db.insert(quizQuestions).values({
      courseId: id,
      kind: 'hotspot',
      prompt: 'Point at the heel',
      fileId: picture.id,
      content: { alt: 'A foot' },
      answerKey: { regions: [{ x: 0.1, y: 0.2, width: 0.3, height: 0.4 }] },
      reviewLessonId: lessonIds[0] ?? 0,
      tags: ['feet'],
    });
    const copy = await as<CourseDraft>(odile, contract.duplicateCourse, { id });
    const { rows: bank } = await ctx.pool.query(
      `select q.quiz_id, q.prompt, q.answer_key, q.review_lesson_id, q.tags, f.id as file_id, f.course_id
       from quiz_questions q join course_files f on f.id = q.file_id where q.course_id = $1`,
      [copy.id],
    );
    expect(bank).toMatchObject([
      {
        quiz_id: null,
        prompt: 'Point at the heel',
        answer_key: { regions: [{ x: 0.1 }] },
        review_lesson_id: copy.outline[0]?.items[0]?.id,
        tags: ['feet'],
        course_id: copy.id,
      },
    ]);
    expect(bank).not.toMatchObject([{ file_id: picture.id }]);
  });
});

describe('files', () => {
  const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nStand still.\n';

  /** An upload that was checked, as `contentType`. */
  async function uploaded(
    person: Person,
    name: string,
    content: string,
    contentType: string,
  ): Promise<string> {
    const id = randomUUID();
    const storageKey = `uploads/${id}`;
    const { bytes, sha256 } = await ctx.storage.put(storageKey, Buffer.from(content), { contentType });
    const now = ctx.clock.now();
    await ctx.db.insert(uploads).values({
      id,
      userId: person.id,
      purpose: 'course-file',
      name,
      bytes,
      sha256,
      storageKey,
      contentType,
      seconds: contentType.startsWith('video/') ? 680 : null,
      state: 'ready',
      createdAt: now,
      touchedAt: now,
    });
    return id;
  }

  it('makes lessons of uploaded videos, with their length', async () => {
    const odile = await teacher();
    const { id, moduleId } = await published(odile);
    const uploadId = await uploaded(odile, 'feet.mp4', 'film', 'video/mp4');
    const items = [{ type: 'lesson', title: 'Feet', uploadId }];
    const { draft, created } = await as<{ draft: CourseDraft; created: { id: number }[] }>(
      odile,
      contract.createDraftItems,
      { id },
      { moduleId, items },
    );
    expect(draft.outline[0]?.items[2]).toMatchObject({ kind: 'video', minutes: 11, seconds: 680 });
    const item = await as<DraftItem>(odile, contract.getDraftItem, lesson(id, created[0]?.id ?? 0));
    expect(item).toMatchObject({ content: { completionRule: 'watched' }, files: [{ name: 'feet.mp4' }] });
    expect(await statusOf(odile, contract.createDraftItems, { id }, { moduleId, items })).toBe(409);
  });

  it('takes captions that are captions, one file per language', async () => {
    const odile = await teacher();
    const { id, lessonIds } = await published(odile);
    const attach = async (name: string, content: string, more: object = {}) =>
      call(contract.attachCourseFile, {
        params: { id },
        body: {
          uploadId: await uploaded(odile, name, content, /mp4/.test(name) ? 'video/mp4' : 'text/plain'),
          ...more,
        },
        headers: odile.headers,
      });
    const video = (await attach('feet.mp4', 'film')).json<{ id: number }>();
    const to = { parentId: video.id, language: 'en', kind: 'caption' };
    expect((await attach('feet.vtt', 'no captions', to)).statusCode).toBe(422);
    expect((await attach('feet.txt', CAPTIONS, to)).statusCode).toBe(422);
    expect((await attach('feet.vtt', CAPTIONS, to)).statusCode).toBe(201);
    const second = await attach('better.vtt', CAPTIONS, to);
    expect(second.statusCode, second.body).toBe(201);
    const german = await attach('füße.vtt', CAPTIONS, { ...to, language: 'de' });
    expect(german.statusCode, german.body).toBe(201);
    const params = lesson(id, lessonIds[0] ?? 0);
    const withVideo = await edit(odile, params, { kind: 'video', fileId: video.id });
    expect(withVideo.files.map(({ name }) => name)).toEqual(['feet.mp4', 'better.vtt', 'füße.vtt']);
    const fileId = second.json<{ id: number }>().id;
    await call(contract.deleteCourseCaptions, { params: { id, fileId }, headers: odile.headers });
    expect((await as<DraftItem>(odile, contract.getDraftItem, params)).files).toHaveLength(2);
    // Files of another course are refused.
    const other = await published(odile);
    const foreign = lesson(other.id, other.lessonIds[0] ?? 0);
    const { revision } = await as<DraftItem>(odile, contract.getDraftItem, foreign);
    const changes = { fileId: video.id };
    expect(await statusOf(odile, contract.updateDraftItem, foreign, { revision, changes })).toBe(422);
  });
});
