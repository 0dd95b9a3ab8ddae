// Reviews after sessions: client and instructor review each other.
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import { REPORT_STATES, type ReportState } from '#shared/features/session-review/session-review.rules.ts';
import { cascadingUserId, nullableUserId } from './platform-user.ts';
import { bookings } from './reservation.ts';

const bookingId = () => integer().references(() => bookings.id);

/** The client's is public; the instructor's is for the client, and for instructors that client books. */
export const bookingReviews = pgTable(
  'booking_reviews',
  {
    id: id(),
    bookingId: bookingId().notNull(),
    authorId: nullableUserId(),
    isByClient: boolean().notNull(),
    stars: smallint().notNull(),
    text: text().notNull().default(''),
    /** The instructor's answer. */
    reply: text(),
    repliedAt: timestamptz(),
    /** Once both have written, or nobody can anymore. Only then the other side reads it, and it counts. */
    publishedAt: timestamptz(),
    /** Removed by staff. */
    hiddenAt: timestamptz(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('booking_reviews_once').on(t.bookingId, t.isByClient),
    index('booking_reviews_author_id').on(t.authorId),
    index('booking_reviews_unpublished')
      .on(t.bookingId)
      .where(sql`published_at is null`),
    check('booking_reviews_stars', sql`${t.stars} between 1 and 5`),
    // Only what clients wrote is answered, once everyone can read it.
    check(
      'booking_reviews_reply',
      sql`${t.reply} is null or (${t.isByClient} and ${t.publishedAt} is not null)`,
    ),
  ],
);

export const bookingReviewReports = pgTable(
  'booking_review_reports',
  {
    id: id(),
    reviewId: integer()
      .notNull()
      .references(() => bookingReviews.id),
    userId: cascadingUserId(),
    reason: text().notNull(),
    state: text().$type<ReportState>().notNull().default('open'),
    createdAt: timestamptz().notNull(),
    decidedBy: nullableUserId(),
    decidedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('booking_review_reports_once').on(t.reviewId, t.userId),
    index('booking_review_reports_open')
      .on(t.id)
      .where(sql`state = 'open'`),
    index('booking_review_reports_user_id').on(t.userId),
    index('booking_review_reports_decided_by').on(t.decidedBy),
    check('booking_review_reports_state', sql`${t.state} in (${oneOf(REPORT_STATES)})`),
    check('booking_review_reports_decided', sql`(${t.state} = 'open') = (${t.decidedAt} is null)`),
  ],
);

/** Both sides were invited to write a review, once. */
export const bookingReviewInvitations = pgTable('booking_review_invitations', {
  bookingId: bookingId().primaryKey(),
  sentAt: timestamptz().notNull(),
});
