// Reviews, in SQL. A trigger maintains the rating sums and counts of the reviewed items.
import { and, asc, desc, eq, isNull, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { courses } from '#server/db/schema/course.ts';
import { resources } from '#server/db/schema/resource.ts';
import { reviews } from '#server/db/schema/review.ts';
import { sellers } from '#server/db/schema/seller.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

type Item = { itemType: EntitlementItem; itemId: number };
export type ReviewSort = 'newest' | 'highest' | 'lowest';

/** Each ends with the id, so the order is stable across pages. */
const ORDERS: Record<ReviewSort, SQL[]> = {
  newest: [desc(reviews.createdAt), desc(reviews.id)],
  highest: [desc(reviews.stars), desc(reviews.createdAt), desc(reviews.id)],
  lowest: [asc(reviews.stars), desc(reviews.createdAt), desc(reviews.id)],
};

/** The seller replies for a resource, the instructor for a course. */
const ownerName = sql<string>`case ${reviews.itemType}
  when 'resource' then (select ${sellers.name} from ${resources}
    join ${sellers} on ${sellers.userId} = ${resources.sellerId} where ${resources.id} = ${reviews.itemId})
  else (select trim(owner.first_name || ' ' || owner.last_name) from ${courses}
    join ${users} owner on owner.id = ${courses.instructorId} where ${courses.id} = ${reviews.itemId})
end`;

function selectReviews(db: DbOrTx) {
  return db
    .select({
      id: reviews.id,
      stars: reviews.stars,
      body: reviews.body,
      answer: reviews.answer,
      answeredAt: reviews.answeredAt,
      createdAt: reviews.createdAt,
      updatedAt: reviews.updatedAt,
      author: { firstName: users.firstName, lastName: users.lastName },
      ownerName,
    })
    .from(reviews)
    .leftJoin(users, eq(users.id, reviews.userId));
}

export type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number];

const selectSorted = (sort: ReviewSort) =>
  prepared((db) =>
    selectReviews(db)
      .where(
        and(eq(reviews.itemType, sql.placeholder('itemType')), eq(reviews.itemId, sql.placeholder('itemId'))),
      )
      .orderBy(...ORDERS[sort])
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(`reviews_${sort}`),
  );
const SORTED = {
  newest: selectSorted('newest'),
  highest: selectSorted('highest'),
  lowest: selectSorted('lowest'),
};

export async function listReviewRows(
  db: DbOrTx,
  { sort, ...values }: Item & { sort: ReviewSort; limit: number; offset: number },
): Promise<ReviewRow[]> {
  return SORTED[sort](db).execute(values);
}

export async function findReview(db: DbOrTx, { id }: { id: number }): Promise<ReviewRow | null> {
  const [row] = await selectReviews(db).where(eq(reviews.id, id));
  return row ?? null;
}

/** One review per user and item. Saving the same text again changes nothing, not even the timestamp. */
export async function upsertReview(
  tx: Tx,
  { now, ...review }: Item & { userId: number; stars: number; body: string; now: Date },
): Promise<number> {
  const isChanged = sql`(${reviews.stars}, ${reviews.body}) is distinct from (excluded.stars, excluded.body)`;
  const [row] = await tx
    .insert(reviews)
    .values({ ...review, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [reviews.itemType, reviews.itemId, reviews.userId],
      set: {
        stars: review.stars,
        body: review.body,
        updatedAt: sql`case when ${isChanged} then excluded.updated_at else ${reviews.updatedAt} end`,
      },
    })
    .returning({ id: reviews.id });
  if (!row) throw new Error('A review was neither written nor changed.');
  return row.id;
}

export async function deleteReviewOf(
  db: DbOrTx,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  const deleted = await db
    .delete(reviews)
    .where(and(eq(reviews.id, id), eq(reviews.userId, userId)))
    .returning({ id: reviews.id });
  return deleted.length > 0;
}

export async function findReviewedItem(db: DbOrTx, { id }: { id: number }): Promise<Item | null> {
  const [row] = await db
    .select({ itemType: reviews.itemType, itemId: reviews.itemId })
    .from(reviews)
    .where(eq(reviews.id, id));
  return row ?? null;
}

/** False if it already has a reply, or is gone. Of two simultaneous calls, one fails. */
export async function setReviewReply(
  db: DbOrTx,
  { id, answer, now }: { id: number; answer: string; now: Date },
): Promise<boolean> {
  const answered = await db
    .update(reviews)
    .set({ answer, answeredAt: now })
    .where(and(eq(reviews.id, id), isNull(reviews.answer)))
    .returning({ id: reviews.id });
  return answered.length > 0;
}
