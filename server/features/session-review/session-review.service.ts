// Reviews after sessions. Neither side reads the other's until both have written one or the time for it is over, so
// that nobody writes in reply or in revenge.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { queueBookingMails } from '#server/features/reservation/booking-mail.service.ts';
import {
  type BookingRow,
  countBookings,
  listBookingRows,
} from '#server/features/reservation/booking-view.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/session-review/session-review.contract.ts';
import {
  isReviewable,
  REVIEW_DAYS,
  reviewableUntil,
} from '#shared/features/session-review/session-review.rules.ts';
import type {
  BookingReviews,
  ClientReviews,
  SessionReview,
} from '#shared/features/session-review/session-review.schema.ts';
import { shortNameOf } from '#shared/names.ts';
import { toPlainText } from '#shared/plain-text.ts';
import {
  countStars,
  findPublicReview,
  insertDueInvitations,
  insertReport,
  insertReview,
  isListed,
  listPublicReviews,
  listReviewsOfBookings,
  lockBooking,
  publishReviews,
  type ReviewRow,
  updateReply,
} from './session-review.queries.ts';

const REVIEWS_PER_PAGE = 10;
const SHOWN_OF_CLIENT = 20;
const BATCH = 100;

export function toReview({ review, author, sessionTitle }: ReviewRow): SessionReview {
  const { id, isByClient, stars, text, reply, createdAt } = review;
  return {
    id,
    isByClient,
    stars,
    text,
    author: author ? shortNameOf(author) : 'A former member',
    sessionTitle,
    createdAt: createdAt.toISOString(),
    reply,
  };
}

type Side = 'client' | 'instructor';

/** Staff don't take part, whatever else they may see of a booking. */
const sideIn = ({ client, instructor }: BookingRow, viewer: { id: number }): Side | null =>
  client.id === viewer.id ? 'client' : instructor.id === viewer.id ? 'instructor' : null;

export async function listBookingReviews(
  ctx: AppContext,
  viewer: Viewer,
  { bookingId: ids }: ContractParsed<typeof contract.listBookingReviews>['query'],
): Promise<BookingReviews[]> {
  if (ids.length === 0) return [];
  const now = ctx.clock.now();
  const rows = await listBookingRows(ctx.db, { ids, now });
  const reviews = await listReviewsOfBookings(ctx.db, { bookingIds: ids });
  return rows.flatMap((row) => {
    const side = sideIn(row, viewer);
    const ofThis = reviews.filter(({ review }) => review.bookingId === row.booking.id);
    return side ? [toBookingReviews(row, side, ofThis, now)] : [];
  });
}

function toBookingReviews(
  { booking, appointment }: BookingRow,
  side: Side,
  reviews: readonly ReviewRow[],
  now: Date,
): BookingReviews {
  const mine = reviews.find(({ review }) => review.isByClient === (side === 'client'));
  const theirs = reviews.find(({ review }) => review.isByClient !== (side === 'client'));
  const isOut = theirs && theirs.review.publishedAt !== null && theirs.review.hiddenAt === null;
  const { endsAt } = appointment;
  return {
    bookingId: booking.id,
    canReview: !mine && isReviewable({ state: booking.state, endsAt }, now),
    until: reviewableUntil(endsAt).toISOString(),
    mine: mine ? toReview(mine) : null,
    isPublished: Boolean(mine?.review.publishedAt),
    theirs: isOut ? toReview(theirs) : null,
    canReply: Boolean(isOut) && side === 'instructor' && theirs?.review.reply === null,
  };
}

export async function reviewBooking(
  ctx: AppContext,
  viewer: Viewer,
  { id, stars, text }: { id: number; stars: number; text: string },
): Promise<BookingReviews> {
  const [row] = await listBookingRows(ctx.db, { ids: [id], now: ctx.clock.now() });
  const side = row && sideIn(row, viewer);
  if (!side) throw new AppError('not_found', 'This booking doesn’t exist, or it isn’t yours.');
  const { endsAt } = row.appointment;
  if (!isReviewable({ state: row.booking.state, endsAt }, ctx.clock.now())) {
    throw new AppError(
      'conflict',
      `You can review a session that took place, for ${REVIEW_DAYS} days after it ended.`,
    );
  }
  await inTransaction(ctx.db, async (tx) => {
    await lockBooking(tx, { id });
    await insertReview(tx, {
      bookingId: id,
      authorId: viewer.id,
      isByClient: side === 'client',
      stars,
      text: toPlainText(text),
      createdAt: ctx.clock.now(),
    });
    await publish(ctx, tx, id);
  }).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'booking_reviews_once') throw error;
    throw new AppError('conflict', 'You’ve already reviewed this session.');
  });
  const [written] = await listBookingReviews(ctx, viewer, { bookingId: [id] });
  if (!written) throw new Error(`Booking ${id} is gone`);
  return written;
}

/** The other side gets an email that they can read it. */
async function publish(ctx: AppContext, tx: Tx, bookingId?: number): Promise<void> {
  const wanted = { now: ctx.clock.now(), ...(bookingId !== undefined && { bookingId }) };
  for (const review of await publishReviews(tx, wanted)) {
    const event = review.isByClient ? 'reviewed_by_client' : 'reviewed_by_instructor';
    await queueBookingMails(ctx, tx, { ids: [review.bookingId], event, wasConfirmed: false });
  }
}

export async function replyToBookingReview(
  ctx: AppContext,
  viewer: Viewer,
  { id, text }: { id: number; text: string },
): Promise<SessionReview> {
  const row = await findPublicReview(ctx.db, { id });
  if (!row?.review.isByClient || row.instructorId !== viewer.id) throw noSuchReview();
  const reply = toPlainText(text);
  if (!reply) {
    const message = 'Write a reply.';
    throw new AppError('validation_failed', message, [{ path: 'text', message }]);
  }
  if (!(await updateReply(ctx.db, { id, reply, now: ctx.clock.now() }))) {
    throw new AppError('conflict', 'This review already has a reply.');
  }
  return { ...toReview(row), reply };
}

/** Those who can read it, except who wrote it. */
export async function reportBookingReview(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const row = await findPublicReview(ctx.db, { id });
  if (!row || row.review.authorId === viewer.id) throw noSuchReview();
  const canRead =
    row.review.isByClient || row.clientId === viewer.id || (await hasClient(ctx, viewer, row.clientId));
  if (!canRead) throw noSuchReview();
  const report = { reviewId: id, userId: viewer.id, reason, createdAt: ctx.clock.now() };
  await insertReport(ctx.db, report).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'booking_review_reports_once') throw error;
    throw new AppError('conflict', 'You’ve already reported this review.');
  });
}

const noSuchReview = () => new AppError('not_found', 'This review doesn’t exist anymore.');

export async function listInstructorReviews(
  ctx: AppContext,
  { id, stars, page }: { id: number; stars?: number | undefined; page: number },
): Promise<ContractResult<typeof contract.listInstructorReviews>> {
  if (!(await isListed(ctx.db, { instructorId: id }))) {
    throw new AppError('not_found', 'This instructor isn’t taking bookings, or doesn’t exist.');
  }
  const counted = await countStars(ctx.db, { instructorId: id });
  const histogram = [1, 2, 3, 4, 5].map((one) => counted.find((row) => row.stars === one)?.total ?? 0);
  const offset = (page - 1) * REVIEWS_PER_PAGE;
  const rows = await listPublicReviews(
    ctx.db,
    { instructorId: id, stars },
    { limit: REVIEWS_PER_PAGE, offset },
  );
  const total = histogram.reduce((sum, one) => sum + one, 0);
  return {
    items: rows.map(toReview),
    total: stars === undefined ? total : (histogram[stars - 1] ?? 0),
    page,
    pageSize: REVIEWS_PER_PAGE,
    histogram,
  };
}

/** Whether this client has asked for a session of the viewer's, or booked one. */
async function hasClient(ctx: AppContext, viewer: Viewer, clientId: number): Promise<boolean> {
  const now = ctx.clock.now();
  return (await countBookings(ctx.db, { instructorId: viewer.id, userId: clientId, now })) > 0;
}

/** So that an instructor knows who they accept. Others don't learn whether there is anything. */
export async function listClientReviews(
  ctx: AppContext,
  viewer: Viewer,
  clientId: number,
): Promise<ClientReviews> {
  if (!(await hasClient(ctx, viewer, clientId))) {
    throw new AppError('not_found', 'This client hasn’t booked you.');
  }
  const counted = await countStars(ctx.db, { clientId });
  const reviewCount = counted.reduce((sum, { total }) => sum + total, 0);
  const stars = counted.reduce((sum, row) => sum + row.stars * row.total, 0);
  const rows = await listPublicReviews(ctx.db, { clientId }, { limit: SHOWN_OF_CLIENT, offset: 0 });
  return {
    rating: reviewCount === 0 ? null : Math.round((stars / reviewCount) * 100) / 100,
    reviewCount,
    reviews: rows.map(toReview),
  };
}

/** Each booking's sides are invited once: the row that says so and the emails share a transaction. */
async function inviteReviews(ctx: AppContext): Promise<void> {
  for (let sent = BATCH; sent === BATCH;) {
    sent = await inTransaction(ctx.db, async (tx) => {
      const ids = await insertDueInvitations(tx, { now: ctx.clock.now(), limit: BATCH });
      await queueBookingMails(ctx, tx, { ids, event: 'review_invitation', wasConfirmed: false });
      return ids.length;
    });
  }
}

export const inviteReviewsJob = defineJob({
  name: 'session-review.invite',
  data: z.object({}),
  cron: '7,37 * * * *',
  run: inviteReviews,
});

export const publishReviewsJob = defineJob({
  name: 'session-review.publish',
  data: z.object({}),
  cron: '12 * * * *',
  run: (ctx: AppContext) => inTransaction(ctx.db, (tx) => publish(ctx, tx)),
});
