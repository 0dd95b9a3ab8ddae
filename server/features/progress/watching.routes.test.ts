// What counts as watched: each second once, and no more than the clock allows.
import { describe, expect, it } from 'vitest';
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import { attachVideo, courseFile, learnerIn, taughtCourse } from '../../../tests/server/learning-tools.ts';
import type { Person } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

const save = (id: number, person: Partial<Person>, body: object = {}) =>
  call(saveLessonProgress, { params: { id }, body, ...person });

async function itemsOf(userId: number, courseId: number) {
  const { rows } = await ctx.pool.query<{ position: number; played: string; done: boolean }>(
    `select position, played::text, completed_at is not null as done from item_progress
     where user_id = $1 and course_id = $2 order by item_type, item_id`,
    [userId, courseId],
  );
  return rows;
}

/** A course whose lessons are completed by marking them, unless the lesson has a video. */
async function enrolled(values: Parameters<typeof taughtCourse>[1] = {}) {
  const course = await taughtCourse(ctx, values);
  return { course, first: course.lessonIds[0] ?? 0, me: await learnerIn(ctx, course.id) };
}

describe('watching', () => {
  /** Opened, and the first second played; then `minutes` went by. */
  async function watching({ minutes = 2, seconds = 100 } = {}) {
    const made = await enrolled();
    const file = await courseFile(ctx, { courseId: made.course.id, seconds });
    await attachVideo(ctx, made.first, file.id);
    await save(made.first, made.me, { ranges: [[0, 1]] });
    ctx.clock.advance(minutes * 60_000);
    return made;
  }
  const playedBy = async (userId: number, courseId: number) =>
    (await itemsOf(userId, courseId)).map(({ played }) => played);

  it('counts each second once, and completes at the share the lesson asks for', async () => {
    const { course, first, me } = await watching();
    expect((await save(first, me, { position: 40, ranges: [[0, 40]] })).json()).toMatchObject({
      watchedPercent: 40,
      isCompleted: false,
    });
    ctx.clock.advance(60_000);
    const again = await save(first, me, {
      position: 50,
      ranges: [
        [20, 50],
        [30, 35],
      ],
      completed: true,
    });
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toBe(
      'This lesson is complete once you’ve watched 90% of it. So far it’s 50%.',
    );
    // What was played is saved although completing was refused.
    expect(await itemsOf(me.id, course.id)).toMatchObject([{ position: 50, played: '{[0,50)}' }]);
    ctx.clock.advance(60_000);
    expect((await save(first, me, { position: 5, ranges: [[60, 9000]] })).json()).toMatchObject({
      watchedPercent: 90,
      isCompleted: true,
    });
    expect(await itemsOf(me.id, course.id)).toMatchObject([
      { position: 5, played: '{[0,50),[60,100)}', done: true },
    ]);
  });

  it('two devices at once lose nothing', async () => {
    const { course, first, me } = await watching();
    const parts = Array.from({ length: 20 }, (_, at) => [at * 4, at * 4 + 4]);
    const answers = await Promise.all(
      parts.map((range, at) => save(first, me, { position: at, ranges: [range] })),
    );
    expect(statusesOf(answers)).toEqual(parts.map(() => 200));
    expect(await itemsOf(me.id, course.id)).toMatchObject([{ played: '{[0,80)}' }]);
  });

  it('counts only what can have been played since the last save, however often it is claimed', async () => {
    const { course, first, me } = await watching({ minutes: 0, seconds: 1000 });
    const claim = async () => (await save(first, me, { ranges: [[0, 1000]], completed: true })).statusCode;
    for (let tries = 0; tries < 5; tries++) expect(await claim()).toBe(409);
    expect(await playedBy(me.id, course.id)).toEqual(['{[0,30)}']);
    ctx.clock.advance(10_000);
    await Promise.all([claim(), claim(), claim()]);
    expect(await playedBy(me.id, course.id)).toEqual(['{[0,45)}']);
    // A save that adds nothing doesn't use up the time of the next one.
    ctx.clock.advance(10_000);
    await save(first, me, { position: 45 });
    await claim();
    expect(await playedBy(me.id, course.id)).toEqual(['{[0,60)}']);
  });

  it('a learner who plays at the highest speed and saves every ten seconds loses nothing', async () => {
    const { course, first, me } = await watching({ minutes: 0, seconds: 600 });
    for (let second = 15; second <= 600; second += 15) {
      ctx.clock.advance(10_000);
      await save(first, me, { position: second, ranges: [[0, second]] });
    }
    expect(await playedBy(me.id, course.id)).toEqual(['{[0,600)}']);
    expect(await itemsOf(me.id, course.id)).toMatchObject([{ done: true }]);
  });

  it('a learner who loses the connection gets everything counted with the first save that arrives', async () => {
    const { course, first, me } = await watching({ minutes: 0, seconds: 900 });
    ctx.clock.advance(10_000);
    await save(first, me, { ranges: [[0, 10]] });
    // Five minutes offline; meanwhile only the “still here” of another tab got through.
    ctx.clock.advance(295_000);
    await save(first, me, { position: 10 });
    ctx.clock.advance(5000);
    const ranges = [
      [0, 200],
      [300, 410],
    ];
    await save(first, me, { position: 410, ranges });
    expect(await playedBy(me.id, course.id)).toEqual(['{[0,200),[300,410)}']);
  });

  it('opening a lesson and waiting counts for nothing, nor does a day between two saves', async () => {
    const { course, first, me } = await enrolled();
    await attachVideo(ctx, first, (await courseFile(ctx, { courseId: course.id, seconds: 3600 })).id);
    const claim = () => save(first, me, { ranges: [[0, 3600]], completed: true });
    for (let visit = 0; visit < 3; visit++) {
      await save(first, me);
      ctx.clock.advance(20 * 60_000);
    }
    expect((await claim()).statusCode).toBe(409);
    expect(await playedBy(me.id, course.id)).toEqual(['{[0,30)}']);
    ctx.clock.advance(24 * 60 * 60_000);
    expect((await claim()).statusCode).toBe(409);
    expect(await playedBy(me.id, course.id)).toEqual(['{[0,480)}']);
  });

  it('a lesson first heard of after half a minute of playing counts that half minute', async () => {
    const { course, first, me } = await enrolled();
    await attachVideo(ctx, first, (await courseFile(ctx, { courseId: course.id, seconds: 100 })).id);
    await save(first, me, { ranges: [[0, 30]] });
    expect(await playedBy(me.id, course.id)).toEqual(['{[0,30)}']);
    await save(first, me, { ranges: [[0, 100]] });
    expect(await playedBy(me.id, course.id)).toEqual(['{[0,30)}']);
  });

  it('a video that can’t be measured is marked as done', async () => {
    const { first, me } = await enrolled({ modules: [{ lessons: [{ completionRule: 'watched' }] }] });
    const done = await save(first, me, { ranges: [[0, 5000]] });
    expect(done.json()).toMatchObject({ isCompleted: false, watchedPercent: null });
    expect((await save(first, me, { completed: true })).json()).toMatchObject({ isCompleted: true });
  });

  it.each([
    { position: -1 },
    { position: 1.5 },
    { ranges: [[5, 5]] },
    { ranges: [[5, 1]] },
    { ranges: [[0, 100_000]] },
    { ranges: ['[0,5)'] },
    { ranges: Array.from({ length: 501 }, () => [0, 1]) },
    { completed: 'yes' },
  ])('refuses invalid input %#', async (body) => {
    const { first, me } = await enrolled();
    expect((await save(first, me, body)).statusCode).toBe(400);
  });
});
