// Courses that build on others: anyone gets them, their lessons open once what comes first is finished, and what is free
// of that comes along.
import { describe, expect, it } from 'vitest';
import { coursePrerequisites } from '#server/db/schema/course.ts';
import { createBundle, createEntitlement } from '#server/seed/factories.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { listPrerequisites } from '#shared/features/course/course.contract.ts';
import type { Prerequisite } from '#shared/features/course/course.schema.ts';
import { createGrant } from '#shared/features/entitlement/grant.contract.ts';
import {
  createEnrollment,
  getClassroom,
  getLesson,
  listEnrollments,
  type Classroom,
  type Enrollment,
} from '#shared/features/learning/learning.contract.ts';
import { addToLibrary } from '#shared/features/membership/membership.contract.ts';
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { certificateTools } from '../../../tests/server/certificate-tools.ts';
import { CARDS, MARA, tracesOf } from '../../../tests/server/checkout-tools.ts';
import { attachVideo, courseFile, taughtCourse } from '../../../tests/server/learning-tools.ts';
import { memberOf } from '../../../tests/server/membership-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { buySeats, seated, someTeacher } from '../../../tests/server/seat-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const { certified } = certificateTools(app);

const byNumber = (a: number, b: number) => a - b;

type Course = { id: number };
const needs = (course: Course, ...first: Course[]) =>
  ctx.db.insert(coursePrerequisites).values(first.map(({ id }) => ({ courseId: course.id, requiresId: id })));

const buy = async (courses: Course[], me: Partial<Person>, quantity = 1) => {
  const items = courses.map(({ id }) => ({ itemType: 'course', itemId: id, quantity }));
  const paid = await call(simpleCheckout, { body: { ...MARA, items, card: CARDS.good }, ...me });
  expect(paid.json(), paid.body).toMatchObject({ status: 'paid' });
  return paid.json<{ orderId: number }>().orderId;
};

const finish = ({ id }: Course, person: Person) =>
  ctx.pool.query(
    `insert into course_progress (user_id, course_id, started_at, last_seen_at, completed_at)
     values ($1, $2, $3, $3, $3)`,
    [person.id, id, ctx.clock.now()],
  );

const openLesson = async ({ lessonIds }: { lessonIds: number[] }, person: Person, at = 0) =>
  (await call(getLesson, { params: { id: lessonIds[at] ?? 0 }, ...person })).statusCode;

const enrolledIn = async (person: Person) =>
  (await call(listEnrollments, person)).json<Enrollment[]>().map(({ courseId }) => courseId);

/** Free, and the course that builds on it. */
async function basicsAndJumps(priceCents = 0) {
  const basics = await taughtCourse(ctx, { title: 'Basics', priceCents });
  const jumps = await taughtCourse(ctx, {
    title: 'Jumps',
    priceCents: 7000,
    modules: [
      {
        lessons: [{ isPreview: true }, {}, { kind: 'assignment' as const, completionRule: 'assignment' }],
        quizzes: [{}],
      },
    ],
  });
  await needs(jumps, basics);
  return { basics, jumps };
}

describe('lessons of a course that was bought before what it builds on is finished', () => {
  it('stay closed through every door, say why and where, and open with it', async () => {
    const { basics, jumps } = await basicsAndJumps(5000);
    const me = await someone(ctx);
    await buy([jumps], me);
    const video = await courseFile(ctx, { courseId: jumps.id });
    const [, lessonId = 0, assignmentId = 0] = jumps.lessonIds;
    await attachVideo(ctx, lessonId, video.id);
    const [quizId = 0] = jumps.quizIds;
    const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
      app.app.inject({ method, url, headers: me.headers, ...(payload && { payload }) });
    const doors = () =>
      Promise.all([
        ask('GET', `/api/lessons/${lessonId}`),
        ask('GET', `/api/course-files/${video.id}`),
        ask('PUT', `/api/lessons/${lessonId}/progress`, { position: 1, ranges: [] }),
        ask('POST', `/api/lessons/${lessonId}/notes`, { text: 'Heels' }),
        ask('GET', `/api/lessons/${lessonId}/discussion`),
        ask('POST', `/api/lessons/${lessonId}/discussion`, { text: 'Why?' }),
        ask('GET', `/api/lessons/${assignmentId}/assignment`),
        ask('POST', `/api/lessons/${assignmentId}/submissions`, { text: 'Done', uploadIds: [] }),
        ask('POST', `/api/quizzes/${quizId}/attempts`, {}),
      ]);
    const before = await doors();
    expect(before.map(({ statusCode }) => statusCode)).toEqual(before.map(() => 403));
    expect(before[0]?.json()).toMatchObject({
      message: 'This lesson is locked. Finish “Basics” first.',
      details: [{ path: `/courses/${basics.id}`, message: 'prerequisite' }],
    });
    expect(await openLesson(jumps, me, 0)).toBe(200);
    const room = (await call(getClassroom, { params: { id: jumps.id }, ...me })).json<Classroom>();
    const courses = [{ id: basics.id, title: 'Basics', isOwned: false }];
    expect(room.modules[0]?.items.map(({ lock }) => lock)).toEqual([
      null,
      { kind: 'prerequisite', courses },
      { kind: 'prerequisite', courses },
      { kind: 'prerequisite', courses },
    ]);
    expect((await call(listEnrollments, me)).json()).toMatchObject([{ prerequisites: courses }]);
    await finish(basics, me);
    const after = await doors();
    expect(after.map(({ statusCode }) => statusCode).filter((status) => status === 403)).toEqual([]);
    expect((await call(listEnrollments, me)).json()).toMatchObject([{ prerequisites: [] }]);
  });

  it('wait for each of several', async () => {
    const [barre, tap, retired] = [
      await taughtCourse(ctx, { title: 'Barre' }),
      await taughtCourse(ctx, { title: 'Tap' }),
      await taughtCourse(ctx, { title: 'Retired', state: 'archived' }),
    ];
    const course = await taughtCourse(ctx);
    await needs(course, barre, tap, retired);
    const me = await someone(ctx);
    await buy([course, barre], me);
    const locked = await call(getLesson, { params: { id: course.lessonIds[0] ?? 0 }, ...me });
    expect(locked.json().message).toBe('This lesson is locked. Finish “Barre” and “Tap” first.');
    await finish(barre, me);
    expect(await openLesson(course, me)).toBe(403);
    await finish(tap, me);
    expect(await openLesson(course, me)).toBe(200);
  });

  it('are closed for everyone with a seat, for members, and in a bundle with what comes first', async () => {
    const { basics, jumps } = await basicsAndJumps(5000);
    const licence = await buySeats(app, { itemType: 'course', itemId: jumps.id }, 2);
    const teacher = await someTeacher(ctx);
    await seated(app, licence, teacher);
    const { member } = await memberOf(ctx);
    await ctx.pool.query(
      `insert into library_items (item_type, item_id, added_at) values ('course', $1, now())`,
      [jumps.id],
    );
    const taken = await call(addToLibrary, { body: { itemType: 'course', itemId: jumps.id }, ...member });
    expect(taken.statusCode, taken.body).toBe(200);
    const fan = await someone(ctx);
    const series = await createBundle(ctx.db, {
      priceCents: 9000,
      items: [basics, jumps].map(({ id }) => ({ itemType: 'course', itemId: id })),
    });
    const items = [{ itemType: 'bundle', itemId: series.id }];
    await call(simpleCheckout, { body: { ...MARA, items, card: CARDS.good }, ...fan });
    for (const person of [licence.buyer, teacher, member, fan]) {
      expect(await openLesson(jumps, person, 1)).toBe(403);
      await finish(basics, person);
      expect(await openLesson(jumps, person, 1)).toBe(200);
    }
  });

  it('open with a valid certificate of it, for people who began earlier, and for people staff let in', async () => {
    const { certificate, me, course: basics } = await certified();
    await ctx.pool.query('update course_progress set completed_at = null where user_id = $1', [me.id]);
    const jumps = await taughtCourse(ctx);
    await needs(jumps, basics);
    await buy([jumps], me);
    expect(await openLesson(jumps, me)).toBe(200);
    await ctx.pool.query(
      `update certificates set revoked_at = now(), revoked_reason = 'By mistake' where id = $1`,
      [certificate.id],
    );
    expect(await openLesson(jumps, me)).toBe(403);

    const early = await someone(ctx);
    const turns = await taughtCourse(ctx);
    await buy([turns], early);
    await call(saveLessonProgress, {
      params: { id: turns.lessonIds[0] ?? 0 },
      body: { position: 1, ranges: [] },
      ...early,
    });
    await needs(turns, basics);
    expect(await openLesson(turns, early, 1)).toBe(200);

    const guest = await someone(ctx);
    const item = { itemType: 'course', itemId: jumps.id };
    await call(createGrant, { body: { userId: guest.id, item, reason: 'Taught it for years' } }, 'admin');
    expect(await openLesson(jumps, guest)).toBe(200);
    expect((await call(listPrerequisites, { params: { id: jumps.id }, ...guest })).json()).toEqual([]);
  });

  it('give no certificate for the free ones among them', async () => {
    const basics = await taughtCourse(ctx, { priceCents: 5000 });
    const jumps = await taughtCourse(ctx, {
      kind: 'certification',
      modules: [{ lessons: [{ isPreview: true }] }],
    });
    await needs(jumps, basics);
    const me = await someone(ctx);
    await buy([jumps], me);
    const done = () =>
      call(saveLessonProgress, {
        params: { id: jumps.lessonIds[0] ?? 0 },
        body: { completed: true },
        ...me,
      });
    expect((await done()).json()).toMatchObject({ isCompleted: true, hasCompletedCourse: false });
    const issued = () =>
      ctx.pool.query('select 1 from certificates where user_id = $1 and course_id = $2', [me.id, jumps.id]);
    expect((await issued()).rows).toHaveLength(0);
    await finish(basics, me);
    await call(getClassroom, { params: { id: jumps.id }, ...me });
    expect((await issued()).rows).toHaveLength(1);
  });
});

describe('a free course that another builds on', () => {
  it('comes with it, costs no cent, and stays when it is refunded', async () => {
    const { basics, jumps } = await basicsAndJumps();
    const me = await someone(ctx);
    const needed = async (): Promise<Prerequisite[]> =>
      (await call(listPrerequisites, { params: { id: jumps.id }, ...me })).json();
    expect(await needed()).toEqual([
      { id: basics.id, title: 'Basics', kind: 'course', price: '0.00', standing: 'free' },
    ]);
    const orderId = await buy([jumps], me);
    expect(await needed()).toMatchObject([{ id: basics.id, standing: 'owned' }]);
    expect(await tracesOf(ctx, orderId)).toMatchObject({
      live: 1,
      entitlements: 1,
      sales: 1,
      ledger: 14_000,
    });
    const { rows } = await ctx.pool.query(
      `select o.total_cents::int as total, (select json_agg(p.item_id) from order_parts p where p.order_id = o.id) as parts,
        (select json_agg(json_build_array(e.cause, e.cause_ref, e.state)) from entitlements e
          where e.user_id = o.user_id and e.item_id = $2 and e.item_type = 'course') as basics
       from orders o where o.id = $1`,
      [orderId, basics.id],
    );
    expect(rows).toEqual([{ total: 7000, parts: [jumps.id], basics: [['free', '', 'active']] }]);
    expect((await enrolledIn(me)).toSorted(byNumber)).toEqual([basics.id, jumps.id].toSorted(byNumber));
    const body = { reason: 'It was bought twice.', kind: 'whole' };
    const refunded = await call(refundOrder, { params: { id: orderId }, body }, 'admin');
    expect(refunded.statusCode, refunded.body).toBeLessThan(300);
    await ctx.jobs.drain();
    expect(await openLesson(jumps, me, 1)).toBe(402);
    expect(await openLesson(basics, me)).toBe(200);
  });

  it('comes along a chain, and also with a seat, a free course, a library course, and a grant without need', async () => {
    const first = await taughtCourse(ctx, { title: 'First', priceCents: 0 });
    const second = await taughtCourse(ctx, { title: 'Second', priceCents: 0 });
    const third = await taughtCourse(ctx, { title: 'Third', priceCents: 2000 });
    await needs(third, second);
    await needs(second, first);
    // A circle is nobody's dead end when buying.
    await needs(first, third);
    const all = [first.id, second.id, third.id].toSorted(byNumber);
    const licence = await buySeats(app, { itemType: 'course', itemId: third.id }, 2);
    const teacher = await someTeacher(ctx);
    await seated(app, licence, teacher);
    for (const person of [licence.buyer, teacher])
      expect((await enrolledIn(person)).toSorted(byNumber)).toEqual(all);

    const { basics, jumps } = await basicsAndJumps();
    await ctx.pool.query('update courses set price_cents = 0 where id = $1', [jumps.id]);
    const learner = await someone(ctx);
    const joined = await call(createEnrollment, { body: { courseId: jumps.id }, ...learner });
    expect(joined.json(), joined.body).toMatchObject({
      courseId: jumps.id,
      prerequisites: [{ id: basics.id, isOwned: true }],
    });
    expect((await enrolledIn(learner)).toSorted(byNumber)).toEqual([basics.id, jumps.id].toSorted(byNumber));

    const colleague = await someone(ctx);
    const item = { itemType: 'course', itemId: jumps.id };
    await call(createGrant, { body: { userId: colleague.id, item, reason: 'Taught it' } }, 'admin');
    expect(await enrolledIn(colleague)).toEqual([jumps.id]);
  });

  it('is not given twice, and not to people who finished or teach it', async () => {
    const { basics, jumps } = await basicsAndJumps();
    const [owner, graduate] = [await someone(ctx), await someone(ctx)];
    await createEntitlement(ctx.db, { userId: owner.id, itemType: 'course', itemId: basics.id });
    await finish(basics, graduate);
    await buy([jumps], owner);
    await buy([jumps], graduate);
    const { rows } = await ctx.pool.query(
      `select user_id from entitlements where item_type = 'course' and item_id = $1 and cause = 'free'`,
      [basics.id],
    );
    expect(rows).toEqual([]);
  });
});
