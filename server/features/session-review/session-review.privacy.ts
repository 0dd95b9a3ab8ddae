// Personal data of session reviews. The stars still count when an account is deleted; the words go.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { bookingReviewReports, bookingReviews } from '#server/db/schema/session-review.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const sessionReviewPersonalData: PersonalData = {
  tables: [bookingReviews, bookingReviewReports],
  collect: { bookingReviews: collectReviews, bookingReviewReports: collectReports },
  async erase(_ctx, tx, { userId }) {
    await tx
      .update(bookingReviews)
      .set({ authorId: null, text: '' })
      .where(eq(bookingReviews.authorId, userId));
    await tx.delete(bookingReviewReports).where(eq(bookingReviewReports.userId, userId));
    await tx
      .update(bookingReviewReports)
      .set({ decidedBy: null })
      .where(eq(bookingReviewReports.decidedBy, userId));
  },
};

async function collectReviews(db: DbOrTx, { userId }: DataSubject) {
  const { stars, text, createdAt } = bookingReviews;
  return db
    .select({ stars, text, createdAt })
    .from(bookingReviews)
    .where(eq(bookingReviews.authorId, userId))
    .orderBy(asc(bookingReviews.id));
}

async function collectReports(db: DbOrTx, { userId }: DataSubject) {
  const { reviewId, reason, state, createdAt } = bookingReviewReports;
  return db
    .select({ reviewId, reason, state, createdAt })
    .from(bookingReviewReports)
    .where(eq(bookingReviewReports.userId, userId))
    .orderBy(asc(bookingReviewReports.id));
}
