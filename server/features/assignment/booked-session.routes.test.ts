// Live assessments booked through Connect: the confirmed booking is the session, and moves and cancellations count at once.
import { expect, it } from 'vitest';
import { expireReservationsJob } from '#server/features/reservation/reservation.jobs.ts';
import * as contract from '#shared/features/assignment/assignment.contract.ts';
import type { Assignment, GradedSubmission } from '#shared/features/assignment/assignment.schema.ts';
import { updateBooking } from '#shared/features/booking/booking.contract.ts';
import { getCart, type PricedCartItem, removeCartItem } from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { getInstructor } from '#shared/features/connect/connect.contract.ts';
import type { InstructorDetail } from '#shared/features/connect/connect.schema.ts';
import { type AssessmentSettings, DEFAULT_ASSIGNMENT } from '#shared/features/course/course.rules.ts';
import { joinWaitlist } from '#shared/features/waitlist/waitlist.contract.ts';
import { bookableTeacher, bookingTools, DAY, type Made, offer } from '../../../tests/server/booking-tools.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { someCourse, someLearner } from '../../../tests/server/course-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const { slotsOf, book } = bookingTools(app);

/** A course of one practical assessment, and an assessor of it who offers a session. */
async function setUp(
  offered: Parameters<typeof bookableTeacher>[1] = { priceCents: 0 },
  assessment: Partial<AssessmentSettings> = {},
) {
  const course = await someCourse(ctx, ['assignment']);
  const lessonId = course.lessonIds[0] ?? 0;
  const settings = {
    ...DEFAULT_ASSIGNMENT,
    assessment: { isLiveOffered: true, assessorCount: 1, ...assessment },
  };
  await ctx.pool.query('update lessons set assignment = $2 where id = $1', [lessonId, settings]);
  const learner = await someLearner(ctx, course.id);
  const assessor = await bookableTeacher(ctx, { ...offered, isForAssessments: true });
  await ctx.pool.query('insert into course_assessors (course_id, user_id, added_at) values ($1, $2, now())', [
    course.id,
    assessor.id,
  ]);
  const start = async (at = 0) => {
    const earliest = ctx.clock.now().getTime() + 4 * DAY;
    return (await slotsOf(assessor)).filter((slot) => Date.parse(slot.start) >= earliest)[at]?.start;
  };
  const bookSession = async (at = 0, more: object = {}, person: Person = learner) =>
    book(person, assessor, { start: await start(at), lessonId, ...more });
  return { ...course, lessonId, learner, assessor, start, bookSession };
}

const read = async (lessonId: number, person: Person) =>
  (await call(contract.getAssignment, { params: { id: lessonId }, ...person })).json<Assignment>();
const open = (id: number, person: Person) => call(contract.getSubmission, { params: { id }, ...person });
const submit = (lessonId: number, person: Person, body: object = { text: 'My class.' }) =>
  call(contract.submitAssignment, { params: { id: lessonId }, body, ...person });
const grade = (id: number, person: Person) =>
  call(contract.gradeSubmission, {
    params: { id },
    body: { grade: 'passed', rubricPoints: { clarity: 4, craft: 4 }, feedback: 'Lovely.' },
    ...person,
  });
const change = (person: Person, id: number, body: object) =>
  call(updateBooking, { ...person, params: { id }, body });
const queueOf = async (person: Person, course: number) =>
  (await call(contract.listSubmissionsToGrade, { query: { course: String(course) }, ...person })).json<{
    items: { id: number; sessionAt: string | null }[];
  }>().items;

it('is booked, moved, and graded once it has taken place', async () => {
  const { id: courseId, lessonId, learner, assessor, bookSession, start } = await setUp();
  const made = await bookSession();
  expect(made.statusCode, made.body).toBe(201);
  const { booking } = made.json<Made>();
  expect(booking.state).toBe('confirmed');
  const seen = await read(lessonId, learner);
  expect(seen).toMatchObject({
    canSubmit: false,
    pendingBooking: null,
    submissions: [
      {
        isLive: true,
        state: 'submitted',
        session: {
          startsAt: booking.start,
          place: 'https://meet.example/room',
          booking: { id: booking.id, assessorId: assessor.id, assessor: 'Inés Valdivia' },
        },
      },
    ],
  });
  const id = seen.submissions[0]?.id ?? 0;
  const later = await start(5);
  const moved = await change(learner, booking.id, { action: 'reschedule', start: later });
  expect(moved.statusCode, moved.body).toBe(200);
  expect(await queueOf(assessor, courseId)).toMatchObject([{ id, sessionAt: later }]);
  expect((await read(lessonId, learner)).submissions[0]?.session?.startsAt).toBe(later);
  const byHand = await call(contract.setAssessmentSession, {
    params: { id },
    body: { startsAt: '2040-01-15T22:00:00Z', place: 'Here' },
    ...assessor,
  });
  expect(byHand.statusCode).toBe(409);
  expect((await grade(id, assessor)).statusCode).toBe(422);
  ctx.clock.set(new Date(Date.parse(later ?? '') + 60_000));
  const graded = await grade(id, assessor);
  expect(graded.statusCode, graded.body).toBe(200);
  expect(graded.json<GradedSubmission>().session?.booking?.assessorId).toBe(assessor.id);
});

it.each(['client', 'instructor'])(
  'canceled by the %s, it waits for nobody, and something else can be handed in',
  async (side) => {
    const { id: courseId, lessonId, learner, assessor, instructor, bookSession } = await setUp();
    const { booking } = (await bookSession()).json<Made>();
    const id = (await read(lessonId, learner)).submissions[0]?.id ?? 0;
    const by = side === 'client' ? learner : assessor;
    expect((await change(by, booking.id, { action: 'cancel' })).statusCode).toBe(200);
    expect(await read(lessonId, learner)).toMatchObject({ canSubmit: true, submissions: [] });
    expect(await queueOf(assessor, courseId)).toEqual([]);
    expect((await open(id, instructor)).statusCode).toBe(404);
    expect((await bookSession(2)).statusCode).toBe(201);
    const again = (await read(lessonId, learner)).submissions;
    expect(again).toMatchObject([{ number: 1, session: { booking: { assessorId: assessor.id } } }]);
    const bookingId = again[0]?.session?.booking?.id ?? 0;
    await change(learner, bookingId, { action: 'cancel' });
    expect((await submit(lessonId, learner)).statusCode).toBe(201);
    expect((await read(lessonId, learner)).submissions).toMatchObject([{ isLive: false, session: null }]);
  },
);

it('counts once it is paid for; a hold that lapses leaves nothing behind', async () => {
  const { id: courseId, lessonId, learner, assessor, bookSession } = await setUp({ priceCents: 6000 });
  const { booking } = (await bookSession()).json<Made>();
  const pending = { id: booking.id, state: 'held', startsAt: booking.start, assessor: 'Inés Valdivia' };
  expect(await read(lessonId, learner)).toMatchObject({
    canSubmit: false,
    pendingBooking: pending,
    submissions: [],
  });
  expect(await queueOf(assessor, courseId)).toEqual([]);
  expect((await submit(lessonId, learner)).statusCode).toBe(409);
  ctx.clock.advance(16 * 60_000);
  expect(await read(lessonId, learner)).toMatchObject({ canSubmit: true, pendingBooking: null });
  await expireReservationsJob.run(ctx, {});
  const hrefs = async () =>
    (await call(getCart, { ...learner })).json<PricedCartItem[]>().map(({ details }) => details?.href);
  const chosenAt = `/connect/book/${assessor.id}?lesson=${lessonId}&session=${assessor.sessionTypeId}`;
  expect(await hrefs()).toEqual([chosenAt]);
  const paid = (await bookSession(3)).json<Made>();
  expect(await hrefs()).toEqual(expect.arrayContaining(['/my-courses', chosenAt]));
  const [lapsed] = (await call(getCart, { ...learner })).json<PricedCartItem[]>();
  await call(removeCartItem, { params: { id: String(lapsed?.id) }, ...learner });
  const checkout = await call(simpleCheckout, { ...learner, body: { ...MARA, card: CARDS.good } });
  expect(checkout.statusCode, checkout.body).toBe(200);
  expect(await read(lessonId, learner)).toMatchObject({
    canSubmit: false,
    pendingBooking: null,
    submissions: [{ session: { booking: { id: paid.booking.id } } }],
  });
});

it('waits for the assessor where they accept each booking', async () => {
  const { lessonId, learner, assessor, bookSession } = await setUp({ priceCents: 0, isOnRequest: true });
  const { booking } = (await bookSession()).json<Made>();
  expect(await read(lessonId, learner)).toMatchObject({
    pendingBooking: { state: 'requested' },
    submissions: [],
  });
  expect((await change(assessor, booking.id, { action: 'confirm' })).statusCode).toBe(200);
  expect((await read(lessonId, learner)).submissions).toMatchObject([
    { session: { booking: { id: booking.id } } },
  ]);
});

it('sets the date of a session that was asked for by hand', async () => {
  const { lessonId, learner, bookSession } = await setUp();
  await submit(lessonId, learner, { isLive: true, text: 'Tuesdays.' });
  const { booking } = (await bookSession()).json<Made>();
  expect((await read(lessonId, learner)).submissions).toMatchObject([
    { text: 'Tuesdays.', session: { booking: { id: booking.id } } },
  ]);
});

it('is booked once, however often at once, and not beside a video', async () => {
  const { lessonId, learner, bookSession, start, assessor } = await setUp();
  const starts = await Promise.all([0, 4, 8, 12].map(start));
  const answers = await Promise.all(starts.map((at) => book(learner, assessor, { start: at, lessonId })));
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409]);
  const { rows } = await ctx.pool.query(
    `select 1 from bookings where user_id = $1 and state in ('held', 'requested', 'confirmed')`,
    [learner.id],
  );
  expect(rows).toHaveLength(1);
  const other = await setUp();
  await submit(other.lessonId, other.learner);
  expect((await other.bookSession()).statusCode).toBe(409);
  expect((await bookSession(20)).statusCode).toBe(409);
  expect((await read(lessonId, learner)).submissions).toHaveLength(1);
});

it('is for learners of a course its instructor assesses, and for nobody else', async () => {
  const { lessonId, learner, assessor, instructor, bookSession, start } = await setUp();
  const outsider = await someone(ctx);
  expect((await bookSession(0, {}, outsider)).statusCode).toBe(402);
  expect((await bookSession(0, {}, instructor)).statusCode).toBe(403);
  const free = await start();
  expect((await book(learner, assessor, { start: free })).statusCode).toBe(422);
  const stranger = await bookableTeacher(ctx, { priceCents: 0, isForAssessments: true });
  expect((await book(learner, stranger, { start: free, lessonId })).statusCode).toBe(422);
  const ordinary = await offer(ctx, assessor, { priceCents: 0 });
  expect(
    (await book(learner, { ...assessor, sessionTypeId: ordinary }, { start: free, lessonId })).statusCode,
  ).toBe(422);
  const wish = {
    sessionTypeId: assessor.sessionTypeId,
    timeZone: 'UTC',
    period: { firstDate: '2040-01-15', lastDate: '2040-01-16' },
  };
  const waiting = await call(joinWaitlist, { ...learner, body: wish });
  expect(waiting.json<{ message: string }>().message).toContain('no waitlist');
  const page = (await call(getInstructor, { params: { id: assessor.id } })).json<InstructorDetail>();
  expect(page.sessionTypes.map(({ id }) => id)).toEqual([ordinary]);
  const videoOnly = await setUp({ priceCents: 0 }, { isLiveOffered: false });
  expect((await videoOnly.bookSession()).statusCode).toBe(422);
});

it('lists what the course’s assessors offer, without the place', async () => {
  const { id: courseId, lessonId, learner, assessor, instructor } = await setUp();
  const list = async () => call(contract.listAssessmentSessions, { params: { id: lessonId }, ...learner });
  const first = await list();
  expect(first.json()).toMatchObject({
    courseId,
    sessions: [
      {
        instructorId: assessor.id,
        name: 'Inés Valdivia',
        session: { id: assessor.sessionTypeId, price: '0.00' },
      },
    ],
  });
  expect(first.body).not.toContain('meet.example');
  await ctx.pool.query(`update instructors set state = 'draft' where user_id = $1`, [assessor.id]);
  expect((await list()).json()).toMatchObject({ sessions: [] });
  const asked = await submit(lessonId, learner, { isLive: true, text: 'Any day.' });
  expect(asked.statusCode).toBe(201);
  expect(await queueOf(instructor, courseId)).toMatchObject([{ sessionAt: null }]);
});
