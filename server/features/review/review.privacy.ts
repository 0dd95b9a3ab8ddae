// Personal data of reviews. Stars stay so that no average changes; the text goes, and so does the answer to it.
import { and, asc, eq, inArray, isNotNull, or } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { itemTitle } from '#server/db/item-title.ts';
import { courses } from '#server/db/schema/course.ts';
import { resources } from '#server/db/schema/resource.ts';
import { reviews } from '#server/db/schema/review.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const reviewPersonalData: PersonalData = {
  tables: [reviews],
  collect: { reviews: collectReviews, answersToReviews: collectAnswers },
  async erase(_ctx, tx, { userId }) {
    await tx
      .update(reviews)
      .set({ userId: null, body: '', answer: null, answeredAt: null })
      .where(eq(reviews.userId, userId));
    await tx
      .update(reviews)
      .set({ answer: null, answeredAt: null })
      .where(and(isOfOwnItem(tx, userId), isNotNull(reviews.answer)));
  },
};

async function collectReviews(db: DbOrTx, { userId }: DataSubject) {
  const { itemType, itemId, stars, body, answer, answeredAt, createdAt, updatedAt } = reviews;
  const title = itemTitle(itemType, itemId);
  return db
    .select({ itemType, itemId, title, stars, body, answer, answeredAt, createdAt, updatedAt })
    .from(reviews)
    .where(eq(reviews.userId, userId))
    .orderBy(asc(reviews.id));
}

/** Reviews of what they sell or teach. */
function isOfOwnItem(db: DbOrTx, userId: number) {
  const sold = db.select({ id: resources.id }).from(resources).where(eq(resources.sellerId, userId));
  const taught = db.select({ id: courses.id }).from(courses).where(eq(courses.instructorId, userId));
  return or(
    and(eq(reviews.itemType, 'resource'), inArray(reviews.itemId, sold)),
    and(eq(reviews.itemType, 'course'), inArray(reviews.itemId, taught)),
  );
}

/** Only the reply they wrote; the review belongs to someone else. */
async function collectAnswers(db: DbOrTx, { userId }: DataSubject) {
  const { itemType, itemId, answer, answeredAt } = reviews;
  return db
    .select({ itemType, itemId, title: itemTitle(itemType, itemId), answer, answeredAt })
    .from(reviews)
    .where(and(isOfOwnItem(db, userId), isNotNull(answer)))
    .orderBy(asc(reviews.id));
}
