// Public seller pages in SQL.
import { and, count, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { averageOf } from '#server/db/ratings.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { resourceListings } from '#server/db/schema/catalogue.ts';
import { resources } from '#server/db/schema/resource.ts';
import { storeFollows, stores } from '#server/db/schema/seller.ts';

const sellerCardColumns = {
  id: stores.userId,
  name: stores.name,
  tagline: stores.tagline,
  profileImageUrl: users.profileImageUrl,
  firstName: users.firstName,
  lastName: users.lastName,
  rating: averageOf(stores.ratingSum, stores.ratingCount),
  reviewCount: stores.ratingCount,
};

/** The seller is approved and the account active; otherwise the page doesn't exist. */
const isOpen = and(eq(stores.state, 'approved'), eq(users.state, 'active'));

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

export async function listSellerRows(db: DbOrTx, { limit, offset }: { limit: number; offset: number }) {
  const sale = onSale(db);
  return db
    .select({ ...sellerCardColumns, itemCount: sale.itemCount })
    .from(stores)
    .innerJoin(users, eq(users.id, stores.userId))
    .innerJoin(sale, eq(sale.sellerId, stores.userId))
    .where(isOpen)
    .orderBy(sql`${sale.sold} desc`, stores.name, stores.userId)
    .limit(limit)
    .offset(offset);
}

export async function countSellers(db: DbOrTx): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(stores)
    .innerJoin(users, eq(users.id, stores.userId))
    .where(and(isOpen, hasSomethingOnSale));
  return row?.total ?? 0;
}

const hasSomethingOnSale = sql`exists (
  select 1 from ${resourceListings} where ${resourceListings.sellerId} = ${stores.userId})`;

/** Based on the top-ranked items only, so that a seller with 100,000 items stays fast. */
const stylesOnSale = sql<string[]>`(
  select coalesce(array_agg(distinct ${resources.danceStyle}), '{}') from ${resources}
  where ${resources.id} in (select ${resourceListings.resourceId} from ${resourceListings}
    where ${resourceListings.sellerId} = ${stores.userId}
    order by ${resourceListings.sellerId} desc, ${resourceListings.score} desc limit 200))`;

export async function findSeller(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      ...sellerCardColumns,
      slug: stores.slug,
      about: stores.about,
      policies: stores.policies,
      vacationNote: stores.vacationNote,
      bannerKey: stores.bannerKey,
      updatedAt: stores.updatedAt,
      ratingSum: stores.ratingSum,
      createdAt: stores.createdAt,
      roles: users.roles,
      itemCount: sql<number>`(select count(*)::int from ${resourceListings}
        where ${resourceListings.sellerId} = ${stores.userId})`,
      danceStyles: stylesOnSale,
      followerCount: sql<number>`(select count(*)::int from ${storeFollows}
        join users follower on follower.id = ${storeFollows.userId} and follower.state = 'active'
        where ${storeFollows.sellerId} = ${stores.userId})`,
    })
    .from(stores)
    .innerJoin(users, eq(users.id, stores.userId))
    .where(and(eq(stores.userId, id), isOpen));
  return row ?? null;
}

export type SellerRow = NonNullable<Awaited<ReturnType<typeof findSeller>>>;

/** Null if there is no such seller, or the shop is closed. */
export async function findFollowing(
  db: DbOrTx,
  { sellerId, userId }: { sellerId: number; userId: number },
): Promise<{ isFollowing: boolean } | null> {
  const [row] = await db
    .select({
      isFollowing: sql<boolean>`exists (select 1 from ${storeFollows}
        where ${storeFollows.sellerId} = ${stores.userId} and ${storeFollows.userId} = ${userId})`,
    })
    .from(stores)
    .innerJoin(users, eq(users.id, stores.userId))
    .where(and(eq(stores.userId, sellerId), isOpen));
  return row ?? null;
}

/** Open shops only, as for lookups by id. */
export async function findSellerId(db: DbOrTx, { slug }: { slug: string }): Promise<number | null> {
  const [row] = await db
    .select({ id: stores.userId })
    .from(stores)
    .innerJoin(users, eq(users.id, stores.userId))
    .where(and(eq(stores.slug, slug), isOpen));
  return row?.id ?? null;
}

/** Following twice has no effect. */
export async function insertFollow(
  db: DbOrTx,
  values: { sellerId: number; userId: number; createdAt: Date },
): Promise<void> {
  await db.insert(storeFollows).values(values).onConflictDoNothing();
}

export async function deleteFollow(
  db: DbOrTx,
  { sellerId, userId }: { sellerId: number; userId: number },
): Promise<void> {
  await db
    .delete(storeFollows)
    .where(and(eq(storeFollows.sellerId, sellerId), eq(storeFollows.userId, userId)));
}

/** Every open shop with items on sale, for the sitemap. */
export async function listOpenSellers(db: DbOrTx, { limit }: { limit: number }) {
  return db
    .select({ id: stores.userId, updatedAt: stores.updatedAt })
    .from(stores)
    .innerJoin(users, eq(users.id, stores.userId))
    .where(and(isOpen, hasSomethingOnSale))
    .orderBy(stores.userId)
    .limit(limit);
}
