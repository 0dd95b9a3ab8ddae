// Public reads of resources (a page, cards, short lists) and view counts, in SQL.
import { and, asc, desc, eq, gt, lt, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inLibrary } from '#server/db/library.ts';
import { prepared } from '#server/db/prepared.ts';
import { averageOf, starCounts } from '#server/db/ratings.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { resourceListings } from '#server/db/schema/catalogue.ts';
import { categories } from '#server/db/schema/category.ts';
import {
  type PreviewKind,
  resources,
  resourceViewers,
  resourceViews,
  viewSalts,
} from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';

export type FileRow = {
  id: number;
  name: string;
  label: string;
  contentType: string;
  bytes: number;
  pages: number | null;
  seconds: number | null;
};

export type PreviewRow = {
  id: number;
  kind: PreviewKind;
  width: number | null;
  height: number | null;
  seconds: number | null;
  peaks: number[] | null;
  text: string | null;
};

/** Without storage keys, which never leave the server. */
const filesOfResource = sql<FileRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', f.id, 'name', f.name, 'label', f.label, 'contentType', f.content_type, 'bytes', f.bytes,
    'pages', f.pages, 'seconds', f.seconds) order by f.position), '[]')
  from resource_files f where f.resource_id = ${resources.id} and f.version = ${resources.version})`;

const previewsOfResource = sql<PreviewRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', p.id, 'kind', p.kind, 'width', p.width, 'height', p.height,
    'seconds', p.seconds, 'peaks', p.peaks, 'text', p.text) order by p.position), '[]')
  from resource_previews p where p.resource_id = ${resources.id})`;

const itemCountOfSeller = sql<number>`(
  select count(*)::int from resource_listings where seller_id = ${resources.sellerId})`;

/** One statement for the whole page. */
const selectDetail = prepared((db) =>
  db
    .select({
      ...resourceCardColumns,
      description: resources.description,
      state: resources.state,
      isListed: resources.isListed,
      tags: resources.tags,
      licence: resources.licence,
      seller: {
        tagline: sellers.tagline,
        vacationNote: sellers.vacationNote,
        profileImageUrl: users.profileImageUrl,
        firstName: users.firstName,
        lastName: users.lastName,
        rating: averageOf(sellers.ratingSum, sellers.ratingCount),
        reviewCount: sellers.ratingCount,
        itemCount: itemCountOfSeller,
      },
      files: filesOfResource,
      previews: previewsOfResource,
      histogram: starCounts('resource', resources.id),
      isInLibrary: inLibrary('resource', resources.id),
    })
    .from(resources)
    .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
    .innerJoin(users, eq(users.id, resources.sellerId))
    .leftJoin(categories, eq(categories.id, resources.categoryId))
    .where(eq(resources.id, sql.placeholder('id')))
    .prepare('resource_detail'),
);

export async function findResourceDetail(db: DbOrTx, { id }: { id: number }) {
  const [row] = await selectDetail(db).execute({ id });
  return row ?? null;
}

export type ResourceDetailRow = NonNullable<Awaited<ReturnType<typeof findResourceDetail>>>;

const selectFeatured = prepared((db) =>
  selectResourceCards(db)
    .where(and(eq(resources.isFeatured, true), eq(resources.isListed, true)))
    .orderBy(desc(resources.publishedAt), desc(resources.id))
    .limit(sql.placeholder('limit'))
    .prepare('resources_featured'),
);

export async function listFeaturedRows(db: DbOrTx, { limit }: { limit: number }) {
  return selectFeatured(db).execute({ limit });
}

/** Only resources on sale; unordered. */
export async function listListedRowsByIds(db: DbOrTx, { ids }: { ids: number[] }) {
  // One array parameter instead of one per id.
  const isAmong = sql`${resources.id} = any(${sql.param(ids)}::int[])`;
  return selectResourceCards(db).where(and(isAmong, eq(resources.isListed, true)));
}

const RELATED_SHOWN = 8;
/** Candidates are limited, so the cost doesn't grow with the catalogue. */
const LOOKED_AT = 1500;
const OF_SELLER = 50;

/** The bits of a listing (resource_codes in 0000_baseline.sql) that say the same thing of it. */
const bitsOf = (from: number, upTo: number) => ((1n << BigInt(upTo)) - (1n << BigInt(from - 1))).toString();
const MASKS = { type: bitsOf(1, 8), style: bitsOf(9, 22), age: bitsOf(23, 30), level: bitsOf(31, 36) };

/** More from the same seller only when other sellers have nothing. */
const OF_ONE_SHOP = 2;

/** Ranks by what they share: style counts most, then ages, level and category, then type and seller. */
const selectRelated = prepared((db) => {
  const id = sql`${sql.placeholder('id')}::int`;
  const shares = (mask: string) => sql`((near.bits & it.bits & ${sql.raw(mask)}) <> 0)::int`;
  const nearest = sql`(
    with it as materialized (
      select r.seller_id, r.category_id, coalesce((
        select bit_or(1::bigint << (code - 1)) from unnest(resource_codes(r)) code where code < 64), 0) as bits
      from resources r where r.id = ${id}
    ), near as (
      (select resource_id, seller_id, bits, category_id, score, 0 as is_seller from resource_listings
        order by score desc, resource_id desc limit ${sql.raw(String(LOOKED_AT))})
      union all
      (select resource_id, seller_id, bits, category_id, score, 1 from resource_listings
        where seller_id = (select seller_id from it) order by seller_id desc, score desc, resource_id desc limit ${sql.raw(String(OF_SELLER))})
    ), weighed as (
      select near.resource_id, near.seller_id, max(near.score) as score,
        max(4 * ${shares(MASKS.style)} + 2 * ${shares(MASKS.age)} + 2 * ${shares(MASKS.level)}
          + case when near.category_id = it.category_id then 2 else 0 end
          + ${shares(MASKS.type)} + near.is_seller) as common
      from near, it where near.resource_id <> ${id}
      group by near.resource_id, near.seller_id
    )
    select resource_id, score, common,
      row_number() over (partition by seller_id order by common desc, score desc, resource_id desc)
        > ${sql.raw(String(OF_ONE_SHOP))} as is_more
    from weighed
    order by is_more, common desc, score desc, resource_id desc limit ${sql.raw(String(RELATED_SHOWN))}) as nearest`;
  return selectResourceCards(db)
    .innerJoin(nearest, sql`nearest.resource_id = ${resources.id}`)
    .where(eq(resources.isListed, true))
    .orderBy(sql`nearest.is_more`, sql`nearest.common desc`, sql`nearest.score desc`, desc(resources.id))
    .prepare('resource_related');
});

export async function listRelatedRows(db: DbOrTx, related: { id: number }) {
  return selectRelated(db).execute(related);
}

/** The next batch of resources on sale, by id. */
export async function listListedAfter(
  db: DbOrTx,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
) {
  return db
    .select({ id: resources.id, updatedAt: resources.updatedAt })
    .from(resources)
    .where(and(eq(resources.isListed, true), gt(resources.id, after), sql`${resources.id} <= ${upTo}`))
    .orderBy(asc(resources.id))
    .limit(limit);
}

/** Counts up to `limit`; the caller only needs to know whether there are more. */
export async function countListedUpTo(db: DbOrTx, { limit }: { limit: number }): Promise<number> {
  const some = db.select({ id: resourceListings.resourceId }).from(resourceListings).limit(limit).as('some');
  return db.$count(some);
}

/** Which ranges of `size` ids contain a resource on sale; the first range is 1. */
export async function listSitemapRanges(db: DbOrTx, { size }: { size: number }): Promise<number[]> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select n from generate_series(1, (select (max(id) - 1) / ${size}::int + 1 from resources)) n
    where exists (select 1 from resources
      where is_listed and id > (n - 1) * ${size}::int and id <= n * ${size}::int)
    order by n`);
  return rows.map(({ n }) => n);
}

/** Enough for the lines a card shows, Markdown included. */
const DESCRIPTION_SHOWN = 320;

/** `toResourceCard` in resource-card.ts makes the card from them. */
export const resourceCardColumns = {
  id: resources.id,
  title: resources.title,
  description: sql<string>`left(${resources.description}, ${sql.raw(String(DESCRIPTION_SHOWN))})`,
  priceCents: resources.priceCents,
  type: resources.type,
  danceStyle: resources.danceStyle,
  ageGroups: resources.ageGroups,
  level: resources.level,
  categoryId: resources.categoryId,
  categoryName: categories.name,
  sellerId: resources.sellerId,
  sellerName: sellers.name,
  rating: resources.rating,
  ratingCount: resources.ratingCount,
  isFeatured: resources.isFeatured,
  bpm: resources.bpm,
  metre: resources.metre,
  createdAt: resources.createdAt,
  updatedAt: resources.updatedAt,
};

/** Includes every state: the caller restricts what may be seen. */
export function selectResourceCards(db: DbOrTx) {
  return db
    .select(resourceCardColumns)
    .from(resources)
    .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
    .leftJoin(categories, eq(categories.id, resources.categoryId));
}

export type ResourceCardRow = Awaited<ReturnType<typeof selectResourceCards>>[number];

/** The day's salt. If several servers create one at once, the first wins. */
export async function findOrAddSalt(db: DbOrTx, made: { day: string; salt: string }): Promise<string> {
  await db.insert(viewSalts).values(made).onConflictDoNothing();
  const [row] = await db
    .select({ salt: viewSalts.salt })
    .from(viewSalts)
    .where(sql`${viewSalts.day} = ${made.day}`);
  return row?.salt ?? made.salt;
}

/** One statement, so two simultaneous views by one viewer count once. */
export async function addView(db: DbOrTx, view: typeof resourceViewers.$inferInsert): Promise<void> {
  const { resourceId, day, viewer } = view;
  await db.execute(sql`
    with seen as (
      insert into ${resourceViewers} (resource_id, day, viewer) values (${resourceId}, ${day}, ${viewer})
      on conflict do nothing returning 1
    )
    insert into ${resourceViews} (resource_id, day, views)
    select ${resourceId}::int, ${day}::date, 1 from seen
    on conflict (resource_id, day) do update set views = ${resourceViews}.views + 1`);
}

export async function deleteViewersBefore(db: DbOrTx, { day }: { day: string }): Promise<void> {
  await db.delete(resourceViewers).where(lt(resourceViewers.day, day));
  await db.delete(viewSalts).where(lt(viewSalts.day, day));
}

/** Part of the statement that counts sales: adds `sold` to each resource, in the order of ids. */
export const countResourceSalesSql = sql`these as (
      select r.id, sold.seats from resources r join sold on sold.item_type = 'resource' and sold.item_id = r.id
      order by r.id for no key update of r
    ), counted as (
      update resources r set sales_count = r.sales_count + these.seats from these where r.id = these.id
    )`;

/** Returns the keys of the covers that were uploaded. */
export async function clearSellerCovers(
  tx: Tx,
  { sellerId, now }: { sellerId: number; now: Date },
): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    update ${resources} set cover_key = null, updated_at = ${now.toISOString()}
    where seller_id = ${sellerId} and cover_key is not null
    returning old.cover_key as key`);
  return rows.map(({ key }) => key);
}
