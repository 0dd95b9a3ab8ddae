// Reviews after sessions: who may write one, who reads it when, and what it does to the instructor's rating.
import { describe, expect, it } from 'vitest';
import { completeBookingsJob } from '#server/features/reservation/reservation.jobs.ts';
import { updateBooking } from '#shared/features/booking/booking.contract.ts';
import { getInstructor, listInstructors } from '#shared/features/connect/connect.contract.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import * as contract from '#shared/features/session-review/session-review.contract.ts';
import type {
  BookingReviews,
  ClientReviews,
  ReviewReport,
  SessionReview,
} from '#shared/features/session-review/session-review.schema.ts';
import {
  bookableTeacher,
  bookingTools,
  DAY,
  HOUR,
  type Teacher,
} from '../../../tests/server/booking-tools.ts';
import { subjectsTo } from '../../../tests/server/mails.ts';
import { cookieOf, type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { inviteReviewsJob, publishReviewsJob } from './session-review.service.ts';

const app = await testApp();
const { ctx, call } = app;
const { bookFirst } = bookingTools(app);

const mailOf = ({ username }: Person) => `${username}@releve.example`;
/** Sessions of the site end while the clock moves on by weeks. */
const signedIn = async <P extends Person>(who: P): Promise<P> => ({
  ...who,
  headers: { cookie: await cookieOf(ctx, who.id) },
});
const write = async (who: Person, id: number, stars: number, text = '') =>
  call(contract.reviewBooking, { ...(await signedIn(who)), params: { id }, body: { stars, text } });
const seenBy = async (who: Person, id: number) =>
  (
    await call(contract.listBookingReviews, { ...(await signedIn(who)), query: { bookingId: String(id) } })
  ).json<BookingReviews[]>()[0];
const publicReviews = async ({ id }: Person, query: Record<string, string> = {}) =>
  (await call(contract.listInstructorReviews, { params: { id }, query })).json<{
    items: SessionReview[];
    total: number;
    histogram: number[];
  }>();
const ratingOf = async ({ id }: Person) => {
  const { rating, reviewCount } = (await call(getInstructor, { params: { id } })).json<{
    rating: number | null;
    reviewCount: number;
  }>();
  return { rating, reviewCount };
};

type Past = { teacher: Teacher; client: Person; booking: Booking };

/** A free session that has just ended. */
async function pastSession(given: { teacher?: Teacher; client?: Person } = {}): Promise<Past> {
  const teacher = given.teacher ?? (await bookableTeacher(ctx, { priceCents: 0 }));
  const client = given.client ?? (await someone(ctx, { firstName: 'Mara', lastName: 'Okafor' }));
  const { booking } = await bookFirst(client, teacher);
  ctx.clock.set(new Date(Date.parse(booking.end)));
  await completeBookingsJob.run(ctx, {});
  return { teacher, client, booking };
}

describe('writing a review', () => {
  it('is for both sides of a session that took place, once each, within 30 days', async () => {
    const { teacher, client, booking } = await pastSession();
    const { booking: next } = await bookFirst(client, teacher);
    expect((await write(client, next.id, 5)).statusCode).toBe(409);
    expect((await write(await someone(ctx), booking.id, 5)).statusCode).toBe(404);
    expect((await write(client, booking.id, 6)).statusCode).toBe(400);
    expect((await write(client, booking.id, 0)).statusCode).toBe(400);
    expect(await seenBy(client, booking.id)).toMatchObject({ canReview: true, mine: null });
    ctx.clock.advance(30 * DAY - 1000);
    const written = await write(client, booking.id, 4, 'Clear and kind.');
    expect(written.statusCode, written.body).toBe(201);
    expect(written.json()).toMatchObject({ canReview: false, mine: { stars: 4 }, isPublished: false });
    expect((await write(client, booking.id, 1)).statusCode).toBe(409);
    ctx.clock.advance(1000);
    expect((await write(teacher, booking.id, 5)).statusCode).toBe(409);
    expect(await seenBy(teacher, booking.id)).toMatchObject({ canReview: false });
  });

  it('isn’t for canceled or missed sessions', async () => {
    const { teacher, client, booking } = await pastSession();
    const missed = await call(updateBooking, {
      ...teacher,
      params: { id: booking.id },
      body: { action: 'no_show' },
    });
    expect(missed.statusCode, missed.body).toBe(200);
    expect((await write(client, booking.id, 1)).statusCode).toBe(409);
    const { booking: other } = await bookFirst(client, teacher);
    await call(updateBooking, { ...client, params: { id: other.id }, body: { action: 'cancel' } });
    ctx.clock.set(new Date(Date.parse(other.end) + HOUR));
    expect((await write(client, other.id, 1)).statusCode).toBe(409);
  });

  it('is accepted once when sent many times at once', async () => {
    const { client, booking } = await pastSession();
    const answers = await Promise.all(Array.from({ length: 10 }, () => write(client, booking.id, 5)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9);
  });
});

describe('a review', () => {
  it('is read by the other side, and counts, only once both have written', async () => {
    const { teacher, client, booking } = await pastSession();
    await write(client, booking.id, 2, 'Late twice.');
    expect(await seenBy(teacher, booking.id)).toMatchObject({ theirs: null, canReview: true });
    expect(await publicReviews(teacher)).toMatchObject({ items: [], total: 0 });
    expect(await ratingOf(teacher)).toEqual({ rating: null, reviewCount: 0 });
    const answer = await write(teacher, booking.id, 5, 'Always prepared.');
    expect(answer.json()).toMatchObject({ theirs: { text: 'Late twice.' }, isPublished: true });
    expect(await seenBy(client, booking.id)).toMatchObject({
      theirs: { text: 'Always prepared.', stars: 5 },
      isPublished: true,
    });
    const { items, histogram } = await publicReviews(teacher);
    expect(items).toMatchObject([{ stars: 2, author: 'Mara O.', text: 'Late twice.', isByClient: true }]);
    expect(histogram).toEqual([0, 1, 0, 0, 0]);
    expect(await ratingOf(teacher)).toEqual({ rating: 2, reviewCount: 1 });
    expect(await subjectsTo(ctx, mailOf(teacher))).toContain('Mara Okafor reviewed Class review');
    expect(await subjectsTo(ctx, mailOf(client))).toContain('Inés Valdivia reviewed your session');
  });

  it('is published when both write at the same moment', async () => {
    const { teacher, client, booking } = await pastSession();
    await Promise.all([write(client, booking.id, 5), write(teacher, booking.id, 4)]);
    expect(await seenBy(client, booking.id)).toMatchObject({ isPublished: true, theirs: { stars: 4 } });
    expect(await seenBy(teacher, booking.id)).toMatchObject({ isPublished: true, theirs: { stars: 5 } });
  });

  it('is published when the 30 days are over, and lifts the instructor in the directory', async () => {
    const { teacher, client, booking } = await pastSession();
    await write(client, booking.id, 5, 'Changed how I cue.');
    await publishReviewsJob.run(ctx, {});
    expect(await seenBy(teacher, booking.id)).toMatchObject({ theirs: null });
    ctx.clock.set(new Date(Date.parse(booking.end) + 30 * DAY));
    await publishReviewsJob.run(ctx, {});
    await publishReviewsJob.run(ctx, {});
    expect(await seenBy(teacher, booking.id)).toMatchObject({ theirs: { stars: 5 }, canReview: false });
    expect(await ratingOf(teacher)).toEqual({ rating: 5, reviewCount: 1 });
    const mails = await subjectsTo(ctx, mailOf(teacher));
    expect(mails.filter((subject) => subject.endsWith('reviewed Class review'))).toHaveLength(1);
    const found = await call(listInstructors, { query: { rating: '4.5', sort: 'rating' } });
    expect(found.json<{ items: { id: number }[] }>().items.map(({ id }) => id)).toContain(teacher.id);
  });

  it('about an instructor is listed in pages and by stars', async () => {
    const teacher = await bookableTeacher(ctx, { priceCents: 0 });
    const starts = [5, 5, 5, 5, 5, 5, 4, 4, 3, 1, 5, 5];
    for (const stars of starts) {
      const { client, booking } = await pastSession({ teacher });
      await write(client, booking.id, stars);
      await write(teacher, booking.id, 5);
    }
    const first = await publicReviews(teacher);
    expect(first).toMatchObject({ total: 12, histogram: [1, 0, 1, 2, 8] });
    expect(first.items).toHaveLength(10);
    expect((await publicReviews(teacher, { page: '2' })).items).toHaveLength(2);
    const threes = await publicReviews(teacher, { stars: '3' });
    expect(threes).toMatchObject({ total: 1, items: [{ stars: 3 }] });
  });

  it('about a client is for instructors they book, and for nobody else', async () => {
    const { teacher, client, booking } = await pastSession();
    await write(client, booking.id, 5);
    await write(teacher, booking.id, 3, 'Left early.');
    const ask = (who: Person) => call(contract.listClientReviews, { ...who, params: { id: client.id } });
    const other = await bookableTeacher(ctx, { priceCents: 0, isOnRequest: true });
    expect((await ask(other)).statusCode).toBe(404);
    expect((await ask(await someone(ctx))).statusCode).toBe(404);
    await bookFirst(client, other);
    expect((await ask(other)).json<ClientReviews>()).toMatchObject({
      rating: 3,
      reviewCount: 1,
      reviews: [{ text: 'Left early.', isByClient: false }],
    });
    expect((await publicReviews(teacher)).items.map(({ text }) => text)).not.toContain('Left early.');
  });
});

describe('replies and reports', () => {
  async function published(): Promise<Past & { review: SessionReview }> {
    const past = await pastSession();
    await write(past.client, past.booking.id, 1, 'Rude.');
    await write(past.teacher, past.booking.id, 5);
    const review = (await publicReviews(past.teacher)).items[0];
    if (!review) throw new Error('no review');
    return { ...past, review };
  }

  it('the instructor replies once, and nobody else', async () => {
    const { teacher, client, review } = await published();
    const reply = (who: Person) =>
      call(contract.replyToBookingReview, {
        ...who,
        params: { id: review.id },
        body: { text: 'Sorry to hear it.' },
      });
    expect((await reply(client)).statusCode).toBe(404);
    expect((await reply(await bookableTeacher(ctx))).statusCode).toBe(404);
    expect((await reply(teacher)).json()).toMatchObject({ reply: 'Sorry to hear it.' });
    expect((await reply(teacher)).statusCode).toBe(409);
    expect((await publicReviews(teacher)).items).toMatchObject([{ reply: 'Sorry to hear it.' }]);
  });

  it('staff remove a reported review: the rating forgets it, and it is recorded', async () => {
    const { teacher, client, review } = await published();
    const report = (who: Person) =>
      call(contract.reportBookingReview, {
        ...who,
        params: { id: review.id },
        body: { reason: 'Insulting' },
      });
    expect((await report(client)).statusCode).toBe(404);
    expect((await report(teacher)).statusCode).toBe(204);
    expect((await report(teacher)).statusCode).toBe(409);
    expect((await report(await someone(ctx))).statusCode).toBe(204);
    const admin = await someone(ctx, { roles: ['admin'] });
    const list = async () =>
      (await call(contract.listReviewReports, { ...admin, query: {} }))
        .json<{ items: ReviewReport[] }>()
        .items.filter((one) => one.review.id === review.id);
    const [open] = await list();
    expect(open).toMatchObject({ reason: 'Insulting', about: 'Inés Valdivia', review: { text: 'Rude.' } });
    const decide = () =>
      call(contract.decideReviewReport, {
        ...admin,
        params: { id: open?.id ?? 0 },
        body: { decision: 'removed' },
      });
    expect((await decide()).statusCode).toBe(204);
    expect((await decide()).statusCode).toBe(409);
    expect(await list()).toEqual([]);
    expect((await publicReviews(teacher)).items).toEqual([]);
    expect(await ratingOf(teacher)).toEqual({ rating: null, reviewCount: 0 });
    const { rows } = await ctx.pool.query(
      `select 1 from audit_log where action = 'booking.remove-review' and subject_id = $1`,
      [String(review.id)],
    );
    expect(rows).toHaveLength(1);
  });

  it('a dismissed report leaves the review', async () => {
    const { teacher, review } = await published();
    await call(contract.reportBookingReview, {
      ...teacher,
      params: { id: review.id },
      body: { reason: 'Untrue' },
    });
    const admin = await someone(ctx, { roles: ['admin'] });
    const { items } = (await call(contract.listReviewReports, { ...admin, query: {} })).json<{
      items: ReviewReport[];
    }>();
    const report = items.find((one) => one.review.id === review.id);
    await call(contract.decideReviewReport, {
      ...admin,
      params: { id: report?.id ?? 0 },
      body: { decision: 'dismissed' },
    });
    expect((await publicReviews(teacher)).total).toBe(1);
  });
});

describe('the invitation', () => {
  it('goes to both sides once, a day after the session', async () => {
    const { teacher, client } = await pastSession();
    const invited = async (who: Person) =>
      (await subjectsTo(ctx, mailOf(who))).filter((subject) => subject.startsWith('How was ')).length;
    ctx.clock.advance(DAY - 60_000);
    await inviteReviewsJob.run(ctx, {});
    expect(await invited(client)).toBe(0);
    ctx.clock.advance(60_000);
    await Promise.all([inviteReviewsJob.run(ctx, {}), inviteReviewsJob.run(ctx, {})]);
    await inviteReviewsJob.run(ctx, {});
    expect([await invited(client), await invited(teacher)]).toEqual([1, 1]);
  });
});
