// Files of courses: who gets them, in ranges, and that nothing paid for reaches anyone else.
import Pdf from 'pdfkit';
import { describe, expect, it, vi } from 'vitest';
import { ALL_CONTRACTS } from '../../../tests/server/all-contracts.ts';
import { courseFile, endAccess, learnerIn, taughtCourse } from '../../../tests/server/learning-tools.ts';
import { ALL_KINDS, courseWithQuiz, learnerOf } from '../../../tests/server/quiz-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { countQueries } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { fillPath } from '#shared/contract.ts';
import { startAttempt } from '#shared/features/quiz/quiz.contract.ts';
import { RENDER_RATE } from './course-file.service.ts';

const { ctx, app, call } = await testApp();

const MARKER = 'plum-marker-7f3a';

const get = (url: string, person: Partial<Person> = {}, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { ...person.headers, ...headers } });
const file = (id: number, person?: Partial<Person>, headers?: Record<string, string>) =>
  get(`/api/course-files/${id}`, person, headers);

/** A course with a marker in everything that is paid for. */
async function marked(values: Parameters<typeof taughtCourse>[1] = {}) {
  const course = await taughtCourse(ctx, {
    modules: [
      {
        lessons: [
          { body: `Text ${MARKER}`, sections: [{ label: `Section ${MARKER}`, start: 0 }] },
          { kind: 'document' },
          {
            kind: 'live',
            liveSession: {
              startsAt: '2026-12-01T10:00:00Z',
              endsAt: '2026-12-01T11:00:00Z',
              url: `https://live.example/${MARKER}`,
            },
          },
        ],
      },
    ],
    ...values,
  });
  const [first = 0, second = 0] = course.lessonIds;
  const content = `${MARKER} 0123456789`;
  const video = await courseFile(ctx, { courseId: course.id, content, name: `${MARKER}.mp4` });
  const of = { courseId: course.id, content, seconds: null };
  const caption = await courseFile(ctx, {
    ...of,
    parentId: video.id,
    kind: 'caption',
    language: 'en',
    contentType: 'text/vtt',
  });
  const handout = await courseFile(ctx, {
    ...of,
    kind: 'attachment',
    name: 'page.html',
    contentType: 'text/html',
  });
  const document = await courseFile(ctx, { ...of, kind: 'document', contentType: 'application/pdf' });
  const unused = await courseFile(ctx, { ...of, kind: 'image', contentType: 'image/png' });
  await ctx.pool.query('update lessons set file_id = $2 where id = $1', [first, video.id]);
  await ctx.pool.query('update lessons set file_id = $2 where id = $1', [second, document.id]);
  await ctx.pool.query('insert into lesson_attachments (lesson_id, file_id, position) values ($1, $2, 0)', [
    first,
    handout.id,
  ]);
  return { course, first, second, video, caption, handout, document, unused };
}

describe('files', () => {
  it('are sent to learners, whole and in ranges, never from a shared cache', async () => {
    const { course, video } = await marked();
    const me = await learnerIn(ctx, course.id);
    const whole = await file(video.id, me);
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
    });
    const part = await file(video.id, me, { range: 'bytes=0-3' });
    expect([part.statusCode, part.body]).toEqual([206, 'plum']);
    expect((await file(video.id, me, { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304);
  });

  it('that could run are only ever saved', async () => {
    const { course, handout } = await marked();
    const answer = await file(handout.id, await learnerIn(ctx, course.id));
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toContain('attachment');
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });

  it('that may only be looked at aren’t handed out', async () => {
    const { course, second, document } = await marked();
    const me = await learnerIn(ctx, course.id);
    expect((await file(document.id, me)).statusCode).toBe(200);
    await ctx.pool.query('update lessons set is_downloadable = false where id = $1', [second]);
    const refused = await file(document.id, me);
    expect(refused.statusCode).toBe(403);
    expect(refused.body).not.toContain(MARKER);
  });

  it('of locked lessons are locked, captions included', async () => {
    const { course, first, video, document, caption } = await marked({ isSequential: true });
    const me = await learnerIn(ctx, course.id);
    expect((await file(video.id, me)).statusCode).toBe(200);
    expect((await file(document.id, me)).statusCode).toBe(403);
    await ctx.pool.query('update course_modules set release_days = 5 where course_id = $1', [course.id]);
    for (const { id } of [video, caption]) expect((await file(id, me)).statusCode).toBe(403);
    await ctx.pool.query('update lessons set is_preview = true where id = $1', [first]);
    for (const { id } of [video, caption]) expect((await file(id)).statusCode).toBe(200);
  });

  it('a picture in the text of a preview is open, others are not', async () => {
    const { first, unused, course } = await marked();
    const me = await learnerIn(ctx, course.id);
    expect((await file(unused.id, me)).statusCode).toBe(404);
    await ctx.pool.query('update lessons set body = $2 where id = $1', [
      first,
      `![](/api/course-files/${unused.id})`,
    ]);
    expect((await file(unused.id, me)).statusCode).toBe(200);
    expect((await file(unused.id)).statusCode).toBe(401);
    await ctx.pool.query('update lessons set is_preview = true where id = $1', [first]);
    expect((await file(unused.id)).statusCode).toBe(200);
    await ctx.pool.query('update lessons set body = $2 where id = $1', [
      first,
      `![](/api/course-files/${unused.id}1)`,
    ]);
    expect((await file(unused.id)).statusCode).toBe(401);
  });

  it('of another course aren’t opened by naming them in a text of one’s own', async () => {
    const { video } = await marked();
    const mine = await marked();
    const me = await learnerIn(ctx, mine.course.id);
    await ctx.pool.query('update lessons set body = $2, is_preview = true where id = $1', [
      mine.first,
      `![](/api/course-files/${video.id})`,
    ]);
    expect((await file(video.id, me)).statusCode).toBe(402);
    expect((await file(video.id)).statusCode).toBe(401);
  });

  it('of questions open with one’s own attempt, and not before', async () => {
    const picture = (id: number) => `![](/api/course-files/${id})`;
    const { courseId, quizId, fileId, teacher } = await courseWithQuiz(ctx, { questions: ALL_KINDS });
    const inOption = await courseFile(ctx, { courseId, kind: 'image', contentType: 'image/png' });
    const inText = await courseFile(ctx, { courseId, kind: 'image', contentType: 'image/png' });
    const explains = await courseFile(ctx, { courseId, kind: 'image', contentType: 'image/png' });
    await ctx.pool.query(
      `update quiz_questions set content = jsonb_set(content, '{options,0,fileId}', to_jsonb($2::int)),
         prompt = $3, explanation = $4 where quiz_id = $1 and kind = 'single'`,
      [quizId, inOption.id, picture(inText.id), picture(explains.id)],
    );
    const [me, other] = [await learnerOf(ctx, courseId), await learnerOf(ctx, courseId)];
    const shown = [fileId, inOption.id, inText.id];
    const statuses = async (person: Partial<Person>, ids = shown) =>
      Promise.all(ids.map(async (id) => (await file(id, person)).statusCode));
    expect(await statuses(me)).toEqual([404, 404, 404]);
    expect(await statuses(teacher)).toEqual([200, 200, 200]);
    const started = await call(startAttempt, { params: { id: quizId }, ...me });
    expect(started.statusCode, started.body).toBeLessThan(300);
    expect(await statuses(me)).toEqual([200, 200, 200]);
    expect(await statuses(me, [explains.id])).toEqual([404]);
    expect(await statuses(other)).toEqual([404, 404, 404]);
    expect(await statuses({})).toEqual([401, 401, 401]);
    await endAccess(ctx, me.id, courseId);
    expect(await statuses(me)).toEqual([402, 402, 402]);
  });

  it('take the same few questions to the database, however many lessons use them', async () => {
    const lessons = Array.from({ length: 12 }, () => ({}));
    const { course, video } = await marked({ isSequential: true, modules: [{ lessons }] });
    await ctx.pool.query('update lessons set file_id = $1 where id = any($2::int[])', [
      video.id,
      course.lessonIds,
    ]);
    const me = await learnerIn(ctx, course.id);
    const count = () => countQueries(ctx, () => file(video.id, me, { range: 'bytes=0-3' }));
    await count();
    expect(await count()).toBeLessThanOrEqual(7);
    // All of them locked: the outline is still loaded once.
    await ctx.pool.query('update course_modules set release_days = 5 where course_id = $1', [course.id]);
    expect((await file(video.id, me)).statusCode).toBe(403);
    expect(await count()).toBeLessThanOrEqual(7);
  });

  it('show a PDF page by page', async () => {
    const { course, second } = await marked();
    const me = await learnerIn(ctx, course.id);
    const drawn = new Pdf();
    const chunks: Buffer[] = [];
    drawn.on('data', (chunk: Buffer) => chunks.push(chunk));
    drawn.text('First').addPage().text('Second').end();
    await new Promise((resolve) => drawn.on('end', resolve));
    const document = await courseFile(ctx, {
      courseId: course.id,
      kind: 'document',
      contentType: 'application/pdf',
      seconds: null,
    });
    await ctx.storage.put(document.storageKey, Buffer.concat(chunks), { contentType: 'application/pdf' });
    await ctx.pool.query('update lessons set file_id = $2, is_downloadable = false where id = $1', [
      second,
      document.id,
    ]);
    const page = (n: number, person?: Person) => get(`/api/course-files/${document.id}/pages/${n}`, person);
    // A class opens it at once: it is drawn once.
    const puts = vi.spyOn(ctx.storage, 'put');
    const [first] = await Promise.all([page(1, me), page(2, me), page(1, await learnerIn(ctx, course.id))]);
    expect(puts).toHaveBeenCalledTimes(2);
    puts.mockRestore();
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await page(2, me)).statusCode).toBe(200);
    expect((await page(3, me)).statusCode).toBe(404);
    expect((await page(1)).statusCode).toBe(401);
    expect((await page(1, await someone(ctx))).statusCode).toBe(402);
  });

  it('a PDF that can’t be drawn isn’t tried without end', async () => {
    const { course, document } = await marked();
    const me = await learnerIn(ctx, course.id);
    const page = async () => (await get(`/api/course-files/${document.id}/pages/1`, me)).statusCode;
    expect(await page()).toBe(422);
    for (let tries = 1; tries < 30; tries++)
      await ctx.limiter.take(`document-pages user ${me.id}`, RENDER_RATE);
    expect(await page()).toBe(429);
  });
});

describe('nothing that is paid for leaks', () => {
  it('to guests, members, other instructors, or after a refund, over any endpoint that reads', async () => {
    const { course, video, caption, handout, document, unused, first, second } = await marked();
    const former = await learnerIn(ctx, course.id);
    await endAccess(ctx, former.id, course.id);
    const people: Partial<Person>[] = [
      {},
      await someone(ctx),
      await someone(ctx, { roles: ['instructor'] }),
      former,
    ];
    const ids = [course.id, ...course.moduleIds, ...course.lessonIds, video.id, caption.id, handout.id];
    const urls = ALL_CONTRACTS.filter(({ method, path }) => method === 'GET' && path.includes(':id')).flatMap(
      ({ path }) =>
        [...new Set(ids)].map((id) =>
          fillPath(path, {
            id,
            key: id,
            slug: id,
            zip: '10001',
            token: 'x',
            itemType: 'course',
            itemId: id,
            questionId: id,
            lessonId: id,
            userId: former.id,
            type: 'lesson',
          }),
        ),
    );
    for (const { id } of [video, caption, handout, document, unused]) {
      urls.push(`/api/course-files/${id}`, `/api/course-files/${id}/pages/1`);
    }
    for (const person of people) {
      for (const url of urls) expect((await get(url, person)).body, url).not.toContain(MARKER);
    }
    // The learner does get it: the marker would be found.
    const me = await learnerIn(ctx, course.id);
    for (const url of [
      `/api/lessons/${first}`,
      `/api/course-files/${video.id}`,
      `/api/course-files/${caption.id}`,
    ]) {
      expect((await get(url, me)).body).toContain(MARKER);
    }
    expect((await get(`/api/lessons/${second}`, me)).statusCode).toBe(200);
  });
});
