// The viewer's relationship to an item, in one SQL statement.
import { and, eq, sql, type SQL } from '#server/db/drizzle.ts';
import type { AnyPgColumn } from '#server/db/drizzle-pg.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { courses } from '#server/db/schema/course.ts';
import { rightsNotices } from '#server/db/schema/moderation.ts';
import { resources } from '#server/db/schema/resource.ts';
import { reviews } from '#server/db/schema/review.ts';
import { wishlistItems } from '#server/db/schema/wishlist.ts';
import type { EntitlementCause, EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import { hasLastingCause, hasLiveCause } from './entitlement.queries.ts';

type Asked = { itemType: EntitlementItem; itemId: number; userId: number | null; now: Date };

export type ItemAccessRow = {
  ownerId: number;
  isListed: boolean;
  priceCents: number;
  isOwned: boolean;
  /** Theirs only through a membership. */
  endsWithMembership: boolean;
  isWished: boolean;
  hasReported: boolean;
  review: { id: number; stars: number; body: string } | null;
};

const asked = {
  itemId: sql`${sql.placeholder('itemId')}::int`,
  userId: sql`${sql.placeholder('userId')}::int`,
  now: sql`${sql.placeholder('now')}::timestamptz`,
};

const selectResource = prepared((db) =>
  db
    .select({
      ownerId: resources.sellerId,
      isListed: resources.isListed,
      priceCents: resources.priceCents,
      hasReported: sql<boolean>`exists (select 1 from ${rightsNotices} where ${and(
        eq(rightsNotices.resourceId, asked.itemId),
        eq(rightsNotices.reporterId, asked.userId),
        eq(rightsNotices.state, 'open'),
      )})`,
      ...personalColumns('resource'),
    })
    .from(resources)
    .leftJoin(reviews, isTheirReview('resource', resources.id))
    .where(eq(resources.id, asked.itemId))
    .prepare('resource_access'),
);

const selectCourse = prepared((db) =>
  db
    .select({
      ownerId: courses.instructorId,
      isListed: courses.isListed,
      priceCents: courses.priceCents,
      hasReported: sql<boolean>`false`,
      ...personalColumns('course'),
    })
    .from(courses)
    .leftJoin(reviews, isTheirReview('course', courses.id))
    .where(eq(courses.id, asked.itemId))
    .prepare('course_access'),
);

/** Null if the item doesn't exist. A guest (userId null) owns and has saved nothing. */
export async function findItemAccess(
  db: DbOrTx,
  { itemType, ...values }: Asked,
): Promise<ItemAccessRow | null> {
  const [row] = await (itemType === 'resource' ? selectResource(db) : selectCourse(db)).execute(values);
  return row ?? null;
}

function personalColumns(itemType: EntitlementItem) {
  const whose = { itemType, ...asked };
  return {
    isOwned: hasLiveCause(whose),
    endsWithMembership: sql<boolean>`${hasLiveCause(whose)} and not ${hasLastingCause(whose)}`,
    isWished: sql<boolean>`exists (select 1 from ${wishlistItems} where ${and(
      eq(wishlistItems.userId, asked.userId),
      eq(wishlistItems.itemType, itemType),
      eq(wishlistItems.itemId, asked.itemId),
    )})`,
    review: { id: reviews.id, stars: reviews.stars, body: reviews.body },
  };
}

function isTheirReview(itemType: EntitlementItem, id: AnyPgColumn): SQL | undefined {
  return and(eq(reviews.itemType, itemType), eq(reviews.itemId, id), eq(reviews.userId, asked.userId));
}

export type UserLicence = {
  cause: EntitlementCause;
  number: string | null;
  /** For a seat: whose licence it belongs to. */
  studio: string | null;
};

/** The strongest of several live causes: bought, then a seat, then a grant. */
export async function findLicenceOf(
  db: DbOrTx,
  { userId, itemType, itemId, now }: { userId: number; itemType: EntitlementItem; itemId: number; now: Date },
): Promise<UserLicence | null> {
  const { rows } = await db.execute<UserLicence>(sql`
    select e.cause, o.number,
      case when e.cause = 'seat' then coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), o.name) end as studio
    from entitlements e
    left join seats s on e.cause = 'seat' and e.cause_ref = s.id || '.' || s.tenure
    left join order_lines l on l.id = s.line_id or (e.cause = 'order_line' and l.id::text = e.cause_ref)
    left join orders o on o.id = l.order_id
    left join users u on u.id = o.user_id
    where e.user_id = ${userId} and e.item_type = ${itemType} and e.item_id = ${itemId} and e.state = 'active'
      and (e.ends_at is null or e.ends_at > ${now})
    order by array_position(array['order_line', 'seat', 'membership', 'grant', 'free'], e.cause), e.id
    limit 1`);
  return rows[0] ?? null;
}
