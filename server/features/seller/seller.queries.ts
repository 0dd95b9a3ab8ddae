// Public seller pages in SQL.
import { and, count, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { averageOf } from '#server/db/ratings.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { resourceListings } from '#server/db/schema/catalogue.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellerFollows, sellers } from '#server/db/schema/seller.ts';

const sellerCardColumns = {
  id: sellers.userId,
  name: sellers.name,
  tagline: sellers.tagline,
  profileImageUrl: users.profileImageUrl,
  firstName: users.firstName,
  lastName: users.lastName,
  rating: averageOf(sellers.ratingSum, sellers.ratingCount),
  reviewCount: sellers.ratingCount,
};

/** The seller is approved and the account active; otherwise the page doesn't exist. */
const isOpen = and(eq(sellers.state, 'approved'), eq(users.state, 'active'));

/** What each seller has on sale: how many items, and how often they were sold. */
function onSale(db: DbOrTx) {
  return db
    .select({
      sellerId: resourceListings.sellerId,
      itemCount: sql<number>`count(*)::int`.as('item_count'),
      sold: sql<number>`sum(${resourceListings.salesCount})`.as('sold'),
    })
    .from(resourceListings)
    .groupBy(resourceListings.sellerId)
    .as('on_sale');
}

export type SellerFilter = { certifiedIn?: number | undefined; now: Date };

/** Holds a certificate of the course that is valid now. */
const isCertifiedIn = ({ certifiedIn, now }: SellerFilter) =>
  certifiedIn === undefined
    ? undefined
    : sql`exists (select 1 from certificates c where c.user_id = ${sellers.userId} and c.course_id = ${certifiedIn}
        and c.revoked_at is null and (c.expires_at is null or c.expires_at > ${now}))`;

export async function listSellerRows(
  db: DbOrTx,
  { limit, offset, ...filter }: SellerFilter & { limit: number; offset: number },
) {
  const sale = onSale(db);
  return db
    .select({ ...sellerCardColumns, itemCount: sale.itemCount })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .innerJoin(sale, eq(sale.sellerId, sellers.userId))
    .where(and(isOpen, isCertifiedIn(filter)))
    .orderBy(sql`${sale.sold} desc`, sellers.name, sellers.userId)
    .limit(limit)
    .offset(offset);
}

export async function countSellers(db: DbOrTx, filter: SellerFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(isOpen, hasSomethingOnSale, isCertifiedIn(filter)));
  return row?.total ?? 0;
}

const hasSomethingOnSale = sql`exists (
  select 1 from ${resourceListings} where ${resourceListings.sellerId} = ${sellers.userId})`;

/** Based on the top-ranked items only, so that a seller with 100,000 items stays fast. */
const stylesOnSale = sql<string[]>`(
  select coalesce(array_agg(distinct ${resources.danceStyle}), '{}') from ${resources}
  where ${resources.id} in (select ${resourceListings.resourceId} from ${resourceListings}
    where ${resourceListings.sellerId} = ${sellers.userId}
    order by ${resourceListings.sellerId} desc, ${resourceListings.score} desc limit 200))`;

export async function findSeller(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      ...sellerCardColumns,
      slug: sellers.slug,
      about: sellers.about,
      policies: sellers.policies,
      vacationNote: sellers.vacationNote,
      bannerKey: sellers.bannerKey,
      updatedAt: sellers.updatedAt,
      ratingSum: sellers.ratingSum,
      createdAt: sellers.createdAt,
      roles: users.roles,
      itemCount: sql<number>`(select count(*)::int from ${resourceListings}
        where ${resourceListings.sellerId} = ${sellers.userId})`,
      danceStyles: stylesOnSale,
      followerCount: sql<number>`(select count(*)::int from ${sellerFollows}
        join users follower on follower.id = ${sellerFollows.userId} and follower.state = 'active'
        where ${sellerFollows.sellerId} = ${sellers.userId})`,
    })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(eq(sellers.userId, id), isOpen));
  return row ?? null;
}

export type SellerRow = NonNullable<Awaited<ReturnType<typeof findSeller>>>;

/** Null if there is no such seller, or they are suspended. */
export async function findFollowing(
  db: DbOrTx,
  { sellerId, userId }: { sellerId: number; userId: number },
): Promise<{ isFollowing: boolean } | null> {
  const [row] = await db
    .select({
      isFollowing: sql<boolean>`exists (select 1 from ${sellerFollows}
        where ${sellerFollows.sellerId} = ${sellers.userId} and ${sellerFollows.userId} = ${userId})`,
    })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(eq(sellers.userId, sellerId), isOpen));
  return row ?? null;
}

/** Open sellers only, as for lookups by id. */
export async function findSellerId(db: DbOrTx, { slug }: { slug: string }): Promise<number | null> {
  const [row] = await db
    .select({ id: sellers.userId })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(eq(sellers.slug, slug), isOpen));
  return row?.id ?? null;
}

/** Following twice has no effect. */
export async function insertFollow(
  db: DbOrTx,
  values: { sellerId: number; userId: number; createdAt: Date },
): Promise<void> {
  await db.insert(sellerFollows).values(values).onConflictDoNothing();
}

export async function deleteFollow(
  db: DbOrTx,
  { sellerId, userId }: { sellerId: number; userId: number },
): Promise<void> {
  await db
    .delete(sellerFollows)
    .where(and(eq(sellerFollows.sellerId, sellerId), eq(sellerFollows.userId, userId)));
}

/** Every open seller with items on sale, for the sitemap. */
export async function listOpenSellers(db: DbOrTx, { limit }: { limit: number }) {
  return db
    .select({ id: sellers.userId, updatedAt: sellers.updatedAt })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(isOpen, hasSomethingOnSale))
    .orderBy(sellers.userId)
    .limit(limit);
}
