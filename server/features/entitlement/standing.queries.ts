// How an item stands to one person, in SQL: one statement, whatever is asked of it.
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { resources, rightsNotices } from '#server/db/schema/resource.ts';
import { reviews, wishes } from '#server/db/schema/review.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import { hasLiveCause } from './entitlement.queries.ts';

type Asked = { itemType: EntitlementItem; itemId: number; userId: number | null; now: Date };

export type StandingRow = {
  ownerId: number;
  isListed: boolean;
  priceCents: number;
  isOwned: boolean;
  isWished: boolean;
  hasReported: boolean;
  review: { id: number; stars: number; body: string } | null;
};

/** Null: there is no such item. A guest (userId null) owns and wishes nothing. */
export async function findStanding(db: DbOrTx, asked: Asked): Promise<StandingRow | null> {
  const [row] = await (asked.itemType === 'resource' ? selectResource(db, asked) : selectCourse(db, asked));
  return row ?? null;
}

function selectResource(db: DbOrTx, asked: Asked) {
  const hasReported = sql<boolean>`exists (select 1 from ${rightsNotices} where ${and(
    eq(rightsNotices.resourceId, asked.itemId),
    sql`${rightsNotices.reporterId} = ${asked.userId}`,
    eq(rightsNotices.state, 'open'),
  )})`;
  return db
    .select({
      ownerId: resources.sellerId,
      isListed: resources.isListed,
      priceCents: resources.priceCents,
      hasReported,
      ...personalColumns(asked),
    })
    .from(resources)
    .leftJoin(reviews, isTheirReview(asked, resources.id))
    .where(eq(resources.id, asked.itemId));
}

function selectCourse(db: DbOrTx, asked: Asked) {
  return db
    .select({
      ownerId: courses.instructorId,
      isListed: courses.isListed,
      priceCents: courses.priceCents,
      hasReported: sql<boolean>`false`,
      ...personalColumns(asked),
    })
    .from(courses)
    .leftJoin(reviews, isTheirReview(asked, courses.id))
    .where(eq(courses.id, asked.itemId));
}

function personalColumns(asked: Asked) {
  return {
    isOwned: hasLiveCause(asked),
    isWished: sql<boolean>`exists (select 1 from ${wishes} where ${and(
      sql`${wishes.userId} = ${asked.userId}`,
      eq(wishes.itemType, asked.itemType),
      eq(wishes.itemId, asked.itemId),
    )})`,
    review: { id: reviews.id, stars: reviews.stars, body: reviews.body },
  };
}

function isTheirReview({ itemType, userId }: Asked, id: AnyPgColumn): SQL | undefined {
  return and(eq(reviews.itemType, itemType), eq(reviews.itemId, id), sql`${reviews.userId} = ${userId}`);
}
