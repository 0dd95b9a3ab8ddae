// Progress: what completes a lesson and a course, what two devices save at once, and whom it is refused to.
import { expect, describe, it, afterAll } from 'vitest';
import { buildApp } from '#server/app.ts';
import { daysAfter } from '#server/clock.ts';
import { connectDatabase } from '#server/db/client.ts';
import { createContext } from '#server/start.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import { endAccess, learnerIn, taughtCourse } from '../../../tests/server/learning-tools.ts';
import { cookieOf, type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { completeItem } from './progress.service.ts';

const { ctx, call } = await testApp();

const save = (id: number, person: Partial<Person>, body: object = {}) =>
  call(saveLessonProgress, { params: { id }, body, ...person });

async function progressOf(userId: number, courseId: number) {
  const { rows: items } = await ctx.pool.query(
    `select item_type, item_id, position, played::text, completed_at is not null as done from item_progress
     where user_id = $1 and course_id = $2 order by item_type, item_id`,
    [userId, courseId],
  );
  const { rows: courses } = await ctx.pool.query(
    'select last_item_id, completed_at from course_progress where user_id = $1 and course_id = $2',
    [userId, courseId],
  );
  const { rows: enrollments } = await ctx.pool.query<{ state: string }>(
    'select state from enrollments where user_id = $1 and course_id = $2',
    [userId, courseId],
  );
  return { items, course: courses[0], state: enrollments[0]?.state };
}

/** A course whose lessons are completed by marking them. */
async function enrolled(values: Parameters<typeof taughtCourse>[1] = {}) {
  const course = await taughtCourse(ctx, values);
  const [first = 0, second = 0] = course.lessonIds;
  return { course, first, second, me: await learnerIn(ctx, course.id) };
}

describe('marking lessons as done', () => {
  it('completes them one by one, and the course once', async () => {
    const { course, first, second, me } = await enrolled();
    const one = await save(first, me, { completed: true });
    expect(one.json()).toEqual({
      position: 0,
      isCompleted: true,
      watchedPercent: null,
      hasCompletedCourse: false,
    });
    expect((await save(second, me, {})).json()).toMatchObject({ isCompleted: false });
    expect((await progressOf(me.id, course.id)).state).toBe('active');
    expect((await save(second, me, { completed: true })).json()).toMatchObject({ hasCompletedCourse: true });
    expect((await save(second, me, { completed: true })).json()).toMatchObject({
      isCompleted: true,
      hasCompletedCourse: false,
    });
    expect((await progressOf(me.id, course.id)).state).toBe('completed');
  });

  it('never goes backwards', async () => {
    const { course, first, me } = await enrolled();
    await save(first, me, { completed: true });
    expect((await save(first, me, { completed: false })).json()).toMatchObject({ isCompleted: true });
    expect((await progressOf(me.id, course.id)).items).toMatchObject([{ item_id: first, done: true }]);
  });

  it('a lesson that only wants to be opened is complete at once', async () => {
    const { first, me } = await enrolled({ modules: [{ lessons: [{ completionRule: 'opened' }, {}] }] });
    expect((await save(first, me)).json()).toMatchObject({ isCompleted: true, hasCompletedCourse: false });
  });

  it('an assignment is not completed by saying so', async () => {
    const lessons = [{ kind: 'assignment', completionRule: 'assignment' } as const];
    const { first, me } = await enrolled({ modules: [{ lessons }] });
    const refused = await save(first, me, { completed: true });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain('once your assignment passes');
    expect((await save(first, me)).json()).toMatchObject({ isCompleted: false });
  });

  it('lessons taken out of the course don’t hold it up; quizzes in it do', async () => {
    const { course, first, second, me } = await enrolled({
      modules: [{ lessons: [{}, {}], quizzes: [{}] }],
    });
    await ctx.pool.query('update lessons set removed_at = now() where id = $1', [second]);
    expect((await save(second, me, { completed: true })).statusCode).toBe(404);
    expect((await save(first, me, { completed: true })).json()).toMatchObject({ hasCompletedCourse: false });
    const quiz = {
      userId: me.id,
      courseId: course.id,
      itemType: 'quiz',
      itemId: course.quizIds[0] ?? 0,
    } as const;
    const complete = () =>
      inTransaction(ctx.db, (tx) => completeItem(ctx, tx, { ...quiz, now: ctx.clock.now() }));
    expect(await complete()).toBe(true);
    expect(await complete()).toBe(false);
  });
});

describe('the last lesson', () => {
  it('completed a hundred times at once by two processes completes the course once', async () => {
    const { course, first, second, me } = await enrolled({
      modules: [{ lessons: [{}, {}], quizzes: [{}] }],
    });
    const database = connectDatabase(ctx.connection, { max: 8 });
    const other = Object.assign(createContext(ctx.config, database, ctx.connection), { clock: ctx.clock });
    const app = await buildApp(other, false, { withPages: false });
    afterAll(async () => {
      await app.close();
      await other.jobs.stop();
      await database.close();
    });
    const mark = async (at: number): Promise<boolean> => {
      const url = `/api/lessons/${at % 4 < 2 ? first : second}/progress`;
      const request = { method: 'PUT', url, headers: me.headers, payload: { completed: true } } as const;
      const answer =
        at % 2
          ? await app.inject(request)
          : await call(saveLessonProgress, {
              params: { id: at % 4 < 2 ? first : second },
              body: { completed: true },
              ...me,
            });
      expect(answer.statusCode).toBe(200);
      return answer.json().hasCompletedCourse;
    };
    const quiz = {
      userId: me.id,
      courseId: course.id,
      itemType: 'quiz',
      itemId: course.quizIds[0] ?? 0,
    } as const;
    const pass = (context: typeof ctx | typeof other) =>
      inTransaction(context.db, (tx) => completeItem(ctx, tx, { ...quiz, now: ctx.clock.now() }));
    const results = await Promise.all([
      ...Array.from({ length: 100 }, (_, at) => mark(at)),
      pass(ctx),
      pass(other),
    ]);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect((await progressOf(me.id, course.id)).state).toBe('completed');
  });

  /**
   * Both have written their item before either commits: a trigger holds each of them there until the other arrives, or
   * waits for the row that the first has locked.
   */
  async function meetAfterMarking(userId: number) {
    await ctx.pool.query(`
      create table if not exists meeting (user_id integer);
      create or replace function wait_for_other() returns trigger language plpgsql as $$
      begin
        if new.completed_at is not null and exists (select 1 from meeting where user_id = new.user_id) then
          perform pg_sleep(0.4);
        end if;
        return null;
      end $$;
      create or replace trigger wait_for_other after insert or update on item_progress
        for each row execute function wait_for_other()`);
    await ctx.pool.query('insert into meeting values ($1)', [userId]);
  }

  it('two different last items at once complete the course, once', async () => {
    const course = await taughtCourse(ctx, { modules: [{ lessons: [{}], quizzes: [{}] }] });
    const items = [
      { itemType: 'lesson', itemId: course.lessonIds[0] ?? 0 },
      { itemType: 'quiz', itemId: course.quizIds[0] ?? 0 },
    ] as const;
    for (const { id: userId } of [await learnerIn(ctx, course.id), await learnerIn(ctx, course.id)]) {
      // They have been here before: the row to lock exists.
      await save(items[0].itemId, { headers: { cookie: await cookieOf(ctx, userId) } });
      await meetAfterMarking(userId);
      const place = { userId, courseId: course.id, now: ctx.clock.now() };
      const completed = await Promise.all(
        items.map((item) => inTransaction(ctx.db, (tx) => completeItem(ctx, tx, { ...place, ...item }))),
      );
      expect(completed.filter(Boolean)).toHaveLength(1);
      expect((await progressOf(userId, course.id)).state).toBe('completed');
    }
  });

  it('completed by several at once is reported as completing the course by one of them', async () => {
    const course = await taughtCourse(ctx, { modules: [{ lessons: [{}] }] });
    const { id: userId } = await learnerIn(ctx, course.id);
    const item = {
      userId,
      courseId: course.id,
      itemType: 'lesson',
      itemId: course.lessonIds[0] ?? 0,
    } as const;
    await meetAfterMarking(userId);
    const completed = await Promise.all(
      Array.from({ length: 5 }, () =>
        inTransaction(ctx.db, (tx) => completeItem(ctx, tx, { ...item, now: ctx.clock.now() })),
      ),
    );
    expect(completed.filter(Boolean)).toHaveLength(1);
  });
});

describe('locks', () => {
  it('hold what comes later in a sequential course, and open it when it is its turn', async () => {
    const { first, second, me } = await enrolled({
      isSequential: true,
      modules: [{ lessons: [{ title: 'Floor' }, {}] }],
    });
    const early = await save(second, me, { completed: true });
    expect(early.statusCode).toBe(403);
    expect(early.json().message).toBe('This lesson is locked. Finish “Floor” first.');
    await save(first, me, { completed: true });
    expect((await save(second, me, { completed: true })).statusCode).toBe(200);
  });

  it('hold a module until its day', async () => {
    const { course, first } = await enrolled();
    await ctx.pool.query('update course_modules set release_days = 7 where course_id = $1', [course.id]);
    const late = await learnerIn(ctx, course.id, daysAfter(ctx.clock.now(), -6));
    expect((await save(first, late)).statusCode).toBe(403);
    const early = await learnerIn(ctx, course.id, daysAfter(ctx.clock.now(), -7));
    expect((await save(first, early)).statusCode).toBe(200);
  });
});

describe('access', () => {
  it('is refused to guests, strangers and other instructors', async () => {
    const { first, course } = await enrolled();
    expect((await save(first, {})).statusCode).toBe(401);
    const stranger = await save(first, await someone(ctx));
    expect(stranger.statusCode).toBe(402);
    expect(stranger.json().message).toContain('$49.00');
    expect((await save(first, await someone(ctx, { roles: ['instructor'] }))).statusCode).toBe(402);
    expect((await save(2_000_000_000, await someone(ctx))).statusCode).toBe(404);
    await ctx.pool.query(`update courses set state = 'draft' where id = $1`, [course.id]);
    expect((await save(first, await someone(ctx))).statusCode).toBe(404);
  });

  it('ends with the entitlement at once; progress stays for when it returns', async () => {
    const { course, first, me } = await enrolled();
    await save(first, me, { completed: true });
    await endAccess(ctx, me.id, course.id);
    expect((await save(first, me)).statusCode).toBe(402);
    await ctx.pool.query(`update entitlements set state = 'active', ends_at = $2 where user_id = $1`, [
      me.id,
      daysAfter(ctx.clock.now(), -1),
    ]);
    expect((await save(first, me)).statusCode).toBe(402);
    await ctx.pool.query('update entitlements set ends_at = null where user_id = $1', [me.id]);
    expect((await save(first, me)).json()).toMatchObject({ isCompleted: true });
  });

  it('of the instructor and of staff leaves no progress', async () => {
    const teacher = await someone(ctx, { roles: ['instructor'] });
    const { course, second } = await enrolled({ instructorId: teacher.id, isSequential: true });
    expect((await save(second, teacher, { completed: true })).json()).toMatchObject({ isCompleted: false });
    const admin = await someone(ctx, { roles: ['admin'] });
    expect((await save(second, admin, { completed: true })).statusCode).toBe(200);
    expect((await progressOf(teacher.id, course.id)).items).toEqual([]);
    expect((await progressOf(admin.id, course.id)).items).toEqual([]);
  });
});
