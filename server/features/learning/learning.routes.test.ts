// The classroom: what learners see of a course, enrolling, and notes.
import { describe, expect, it } from 'vitest';
import { daysAfter } from '#server/clock.ts';
import * as contract from '#shared/features/learning/learning.contract.ts';
import type {
  Classroom,
  Enrollment,
  Lesson,
  LessonNote,
} from '#shared/features/learning/learning.contract.ts';
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import {
  attachVideo,
  courseFile,
  endAccess,
  learnerIn,
  taughtCourse,
} from '../../../tests/server/learning-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

const classroom = async (id: number, person: Partial<Person> = {}): Promise<Classroom> =>
  (await call(contract.getClassroom, { params: { id }, ...person })).json();
const lesson = (id: number, person: Partial<Person> = {}) =>
  call(contract.getLesson, { params: { id }, ...person });
const complete = (id: number, person: Person) =>
  call(saveLessonProgress, { params: { id }, body: { completed: true }, ...person });
const itemsOf = ({ modules }: Classroom) => modules.flatMap(({ items }) => items);

describe('the outline', () => {
  it('has lessons and quizzes in one order, with what is done, locked and next', async () => {
    const course = await taughtCourse(ctx, {
      isSequential: true,
      modules: [
        {
          title: 'Floor',
          lessons: [{ title: 'Feet' }, { kind: 'reading' }],
          quizzes: [{ questionCount: 8 }],
        },
        { title: 'Barre', lessons: [{}] },
      ],
    });
    const me = await learnerIn(ctx, course.id);
    const [feet = 0, reading = 0] = course.lessonIds;
    const before = await classroom(course.id, me);
    expect(before).toMatchObject({ role: 'learner', progress: 0, itemCount: 4, resume: { itemId: feet } });
    await complete(feet, me);
    const after = await classroom(course.id, me);
    expect(after).toMatchObject({
      progress: 25,
      completedCount: 1,
      isCompleted: false,
      resume: { itemType: 'lesson', itemId: reading },
    });
    expect(after.modules.map(({ title, items }) => [title, items.length])).toEqual([
      ['Floor', 3],
      ['Barre', 1],
    ]);
    expect(
      itemsOf(after).map(({ itemType, isCompleted, lock }) => [itemType, isCompleted, lock?.kind]),
    ).toEqual([
      ['lesson', true, undefined],
      ['lesson', false, undefined],
      ['quiz', false, 'sequence'],
      ['lesson', false, 'sequence'],
    ]);
    expect(itemsOf(after)[2]).toMatchObject({ questionCount: 8, completion: 'Complete once you pass' });
  });

  it('is the same for guests, without progress, and leads to the preview', async () => {
    const course = await taughtCourse(ctx, { modules: [{ lessons: [{}, { isPreview: true }] }] });
    const outline = await classroom(course.id);
    expect(outline).toMatchObject({
      role: null,
      progress: 0,
      course: { price: '49.00' },
      resume: { itemId: course.lessonIds[1] },
    });
    expect(itemsOf(outline)).toHaveLength(2);
    expect((await call(contract.getClassroom, { params: { id: 2_000_000_000 } })).statusCode).toBe(404);
    expect((await call(contract.getClassroom, { params: { id: 'x' } })).statusCode).toBe(400);
  });

  it('shows a draft to its instructor alone', async () => {
    const teacher = await someone(ctx, { roles: ['instructor'] });
    const course = await taughtCourse(ctx, { instructorId: teacher.id, state: 'draft', isSequential: true });
    expect(await classroom(course.id, teacher)).toMatchObject({ role: 'instructor' });
    const stranger = await call(contract.getClassroom, {
      params: { id: course.id },
      ...(await someone(ctx, { roles: ['instructor'] })),
    });
    expect(stranger.statusCode).toBe(404);
  });

  it('leaves out what was taken out of the course', async () => {
    const course = await taughtCourse(ctx);
    await ctx.pool.query('update lessons set removed_at = now() where id = $1', [course.lessonIds[0]]);
    expect(itemsOf(await classroom(course.id))).toHaveLength(1);
    expect((await lesson(course.lessonIds[0] ?? 0, await learnerIn(ctx, course.id))).statusCode).toBe(404);
  });
});

describe('a lesson', () => {
  it('comes with its video, captions, sections and where to resume', async () => {
    const course = await taughtCourse(ctx);
    const [id = 0] = course.lessonIds;
    const video = await courseFile(ctx, { courseId: course.id, seconds: 100 });
    const of = { courseId: course.id, parentId: video.id, seconds: null };
    const poster = await courseFile(ctx, { ...of, kind: 'poster', contentType: 'image/jpeg' });
    await courseFile(ctx, { ...of, kind: 'caption', language: 'en', contentType: 'text/vtt' });
    await courseFile(ctx, { ...of, kind: 'caption', language: 'es', contentType: 'text/vtt' });
    await attachVideo(ctx, id, video.id);
    const me = await learnerIn(ctx, course.id);
    await call(saveLessonProgress, { params: { id }, body: { position: 30, ranges: [[0, 30]] }, ...me });
    const shown: Lesson = (await lesson(id, me)).json();
    expect(shown).toMatchObject({
      courseId: course.id,
      role: 'learner',
      position: 30,
      watchedPercent: 30,
      isCompleted: false,
      completionRule: 'watched',
      completion: 'Complete once you’ve watched 90% of it',
      document: null,
    });
    expect(shown.media).toMatchObject({
      kind: 'video',
      url: `/api/course-files/${video.id}`,
      posterUrl: `/api/course-files/${poster.id}`,
      captions: [
        { language: 'en', label: 'English' },
        { language: 'es', label: 'Español' },
      ],
    });
  });

  it('lists its attachments only where they may be downloaded', async () => {
    const course = await taughtCourse(ctx);
    const [id = 0] = course.lessonIds;
    const handout = await courseFile(ctx, { courseId: course.id, kind: 'attachment', seconds: null });
    await ctx.pool.query('insert into lesson_attachments (lesson_id, file_id, position) values ($1, $2, 0)', [
      id,
      handout.id,
    ]);
    const me = await learnerIn(ctx, course.id);
    const attachments = async () => (await lesson(id, me)).json<Lesson>().attachments;
    expect(await attachments()).toMatchObject([{ url: `/api/course-files/${handout.id}` }]);
    await ctx.pool.query('update lessons set is_downloadable = false where id = $1', [id]);
    expect(await attachments()).toEqual([]);
  });

  it('says why it is locked', async () => {
    const course = await taughtCourse(ctx, { isSequential: true });
    const [, second = 0] = course.lessonIds;
    const answer = await lesson(second, await learnerIn(ctx, course.id));
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).toBe('This lesson is locked. Finish “Lesson 1” first.');
  });

  it('a preview is open to everyone who can see the course', async () => {
    const course = await taughtCourse(ctx, {
      modules: [{ lessons: [{}, { isPreview: true, body: 'Stand **tall**.' }] }],
      isSequential: true,
    });
    const [, preview = 0] = course.lessonIds;
    expect((await lesson(preview)).json()).toMatchObject({ role: null, body: 'Stand **tall**.' });
    expect((await lesson(preview, await someone(ctx))).statusCode).toBe(200);
    await ctx.pool.query(`update courses set state = 'draft' where id = $1`, [course.id]);
    expect((await lesson(preview)).statusCode).toBe(404);
  });

  it('has a public page if it is free, the same for everyone, and no other lesson has', async () => {
    const course = await taughtCourse(ctx, {
      modules: [
        {
          lessons: [
            { isPreview: true, body: 'Stand **tall**.' },
            { body: 'Paid' },
            {
              kind: 'live',
              isPreview: true,
              liveSession: {
                startsAt: '2026-12-01T18:00:00Z',
                endsAt: '2026-12-01T19:00:00Z',
                url: 'https://meet.example/room',
              },
            },
          ],
        },
      ],
    });
    const other = await taughtCourse(ctx);
    const me = await learnerIn(ctx, course.id);
    const [free = 0, paid = 0, live = 0] = course.lessonIds;
    await complete(free, me);
    const open = (lessonId: number, id = course.id, who: Partial<Person> = {}) =>
      call(contract.getFreeLesson, { params: { id, lessonId }, ...who });
    const seen = (await open(free)).json();
    expect(seen).toMatchObject({
      title: 'Lesson 1',
      body: 'Stand **tall**.',
      role: null,
      isCompleted: false,
    });
    expect((await open(free, course.id, me)).json()).toEqual(seen);
    expect((await open(live)).json()).toMatchObject({ liveSession: { url: '' } });
    for (const who of [{}, me]) {
      const refused = await open(paid, course.id, who);
      expect([refused.statusCode, refused.body.includes('Paid')]).toEqual([404, false]);
    }
    expect((await open(free, other.id)).statusCode).toBe(404);
    expect((await open(2_000_000_000)).statusCode).toBe(404);
    await ctx.pool.query(`update courses set state = 'archived' where id = $1`, [course.id]);
    expect((await open(free)).statusCode).toBe(404);
  });

  it('is refused to guests with 401 and to others with its price', async () => {
    const course = await taughtCourse(ctx);
    const [id = 0] = course.lessonIds;
    expect((await lesson(id)).statusCode).toBe(401);
    const answer = await lesson(id, await someone(ctx));
    expect(answer.statusCode).toBe(402);
    expect(answer.json().message).toContain('$49.00');
  });

  it('closes with a refund and opens again with the entitlement', async () => {
    const course = await taughtCourse(ctx);
    const [id = 0] = course.lessonIds;
    const me = await learnerIn(ctx, course.id);
    expect((await lesson(id, me)).statusCode).toBe(200);
    await endAccess(ctx, me.id, course.id);
    expect((await lesson(id, me)).statusCode).toBe(402);
    await ctx.pool.query(`update enrollments set state = 'suspended' where user_id = $1`, [me.id]);
    expect((await lesson(id, me)).statusCode).toBe(402);
    await ctx.pool.query(`update entitlements set state = 'active' where user_id = $1`, [me.id]);
    expect((await lesson(id, me)).statusCode).toBe(200);
  });
});

describe('enrollments', () => {
  const list = async (person: Person): Promise<Enrollment[]> =>
    (await call(contract.listEnrollments, person)).json();
  const enroll = (courseId: unknown, person: Partial<Person>) =>
    call(contract.createEnrollment, { body: { courseId }, ...person });

  it('in a free course are made at once, and once', async () => {
    const course = await taughtCourse(ctx, { priceCents: 0 });
    const me = await someone(ctx);
    const answers = await Promise.all([enroll(course.id, me), enroll(course.id, me)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await list(me)).toMatchObject([
      {
        courseId: course.id,
        state: 'active',
        hasAccess: true,
        progress: 0,
        nextLesson: { itemId: course.lessonIds[0], title: 'Lesson 1' },
      },
    ]);
    expect((await lesson(course.lessonIds[0] ?? 0, me)).statusCode).toBe(200);
  });

  it('are refused with the price, for one’s own course, and for what isn’t there', async () => {
    const teacher = await someone(ctx, { roles: ['instructor'] });
    const paid = await taughtCourse(ctx, { instructorId: teacher.id });
    const refused = await enroll(paid.id, await someone(ctx));
    expect(refused.statusCode).toBe(402);
    expect(refused.json().message).toBe('This course costs $49.00. Add it to your cart to enroll.');
    expect((await enroll(paid.id, teacher)).statusCode).toBe(409);
    expect((await enroll(2_000_000_000, teacher)).statusCode).toBe(404);
    const learner = await someone(ctx);
    const draft = await taughtCourse(ctx, { priceCents: 0, state: 'draft' });
    expect((await enroll(draft.id, learner)).statusCode).toBe(404);
    expect(await list(learner)).toEqual([]);
    expect((await enroll('x', teacher)).statusCode).toBe(400);
    expect((await enroll(paid.id, {})).statusCode).toBe(401);
  });

  it('say how far one is, across courses, and keep it when access ends', async () => {
    const first = await taughtCourse(ctx);
    const second = await taughtCourse(ctx);
    const me = await learnerIn(ctx, first.id, daysAfter(ctx.clock.now(), -3));
    await ctx.pool.query('insert into enrollments (user_id, course_id, created_at) values ($1, $2, $3)', [
      me.id,
      second.id,
      ctx.clock.now(),
    ]);
    for (const id of first.lessonIds) await complete(id, me);
    expect(await list(me)).toMatchObject([
      { courseId: second.id, hasAccess: false, nextLesson: null, progress: 0 },
      { courseId: first.id, state: 'completed', progress: 100, completedCount: 2, nextLesson: null },
    ]);
    await endAccess(ctx, me.id, first.id);
    expect((await list(me))[1]).toMatchObject({ hasAccess: false, progress: 100 });
  });
});

describe('notes', () => {
  const add = (id: number, person: Partial<Person>, body: object) =>
    call(contract.createNote, { params: { id }, body, ...person });
  const list = async (id: number, person: Person): Promise<LessonNote[]> =>
    (await call(contract.listNotes, { params: { id }, ...person })).json();

  it('are added, changed, deleted, and collected in the order of the course', async () => {
    const course = await taughtCourse(ctx);
    const [first = 0, second = 0] = course.lessonIds;
    const me = await learnerIn(ctx, course.id);
    await add(second, me, { text: 'Later', atSecond: 3 });
    await add(first, me, { text: 'Knees', atSecond: 192 });
    const { id } = (await add(first, me, { text: 'About all of it' })).json();
    expect((await list(course.id, me)).map(({ text, atSecond }) => [text, atSecond])).toEqual([
      ['About all of it', null],
      ['Knees', 192],
      ['Later', 3],
    ]);
    const changed = await call(contract.updateNote, { params: { id }, body: { text: 'Breathe' }, ...me });
    expect(changed.json()).toMatchObject({ text: 'Breathe' });
    expect((await call(contract.deleteNote, { params: { id }, ...me })).statusCode).toBe(204);
    expect((await call(contract.deleteNote, { params: { id }, ...me })).statusCode).toBe(404);
    expect(await list(course.id, me)).toHaveLength(2);
  });

  it('are saved as a file', async () => {
    const course = await taughtCourse(ctx, { title: 'Turns' });
    const [first = 0] = course.lessonIds;
    const me = await learnerIn(ctx, course.id);
    const save = (format: string) =>
      call(contract.exportNotes, { params: { id: course.id }, query: { format }, ...me });
    expect((await save('md')).statusCode).toBe(404);
    await add(first, me, { text: 'Knees\nover toes', atSecond: 192 });
    const markdown = await save('md');
    expect(markdown.headers['content-disposition']).toContain(`notes-course-${course.id}.md`);
    expect(markdown.body).toBe('# Turns\n\n## Lesson 1\n\n- **3:12** Knees\n  over toes\n');
    expect((await save('txt')).body).toBe('Turns\n\nLesson 1\n\n3:12  Knees\nover toes\n');
    expect((await save('pdf')).statusCode).toBe(400);
  });

  it('belong to whoever wrote them, also after the course', async () => {
    const course = await taughtCourse(ctx);
    const [first = 0] = course.lessonIds;
    const me = await learnerIn(ctx, course.id);
    const other = await learnerIn(ctx, course.id);
    const { id } = (await add(first, me, { text: 'Mine' })).json();
    expect(await list(course.id, other)).toEqual([]);
    expect((await call(contract.deleteNote, { params: { id }, ...other })).statusCode).toBe(404);
    expect(
      (await call(contract.updateNote, { params: { id }, body: { text: 'x' }, ...other })).statusCode,
    ).toBe(404);
    await endAccess(ctx, me.id, course.id);
    expect((await add(first, me, { text: 'More' })).statusCode).toBe(402);
    expect(await list(course.id, me)).toMatchObject([{ text: 'Mine' }]);
  });

  it('are refused without text, to guests and to strangers', async () => {
    const course = await taughtCourse(ctx);
    const [first = 0] = course.lessonIds;
    const me = await learnerIn(ctx, course.id);
    for (const body of [
      {},
      { text: ' ' },
      { text: '\u200B' },
      { text: 'x'.repeat(5001) },
      { text: 'x', atSecond: -1 },
    ]) {
      expect((await add(first, me, body)).statusCode).toBe(400);
    }
    expect((await add(first, {}, { text: 'x' })).statusCode).toBe(401);
    expect((await add(first, await someone(ctx), { text: 'x' })).statusCode).toBe(402);
  });
});
