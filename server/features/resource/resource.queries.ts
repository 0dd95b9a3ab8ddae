// Resources as everyone reads them, in SQL: one of them whole, and short lists.
import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { averageOf, starCounts } from '#server/db/ratings.ts';
import { users } from '#server/db/schema/account.ts';
import { categories } from '#server/db/schema/category.ts';
import { resources, type PreviewKind } from '#server/db/schema/resource.ts';
import { stores } from '#server/db/schema/seller.ts';
import { resourceCardColumns, selectResourceCards } from './resource-card.queries.ts';

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

/** Never where a file lies. */
const filesOfResource = sql<FileRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', f.id, 'name', f.name, 'label', f.label, 'contentType', f.content_type, 'bytes', f.bytes,
    'pages', f.pages, 'seconds', f.seconds) order by f.position), '[]')
  from resource_files f where f.resource_id = ${resources.id})`;

const previewsOfResource = sql<PreviewRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', p.id, 'kind', p.kind, 'width', p.width, 'height', p.height,
    'seconds', p.seconds, 'peaks', p.peaks, 'text', p.text) order by p.position), '[]')
  from resource_previews p where p.resource_id = ${resources.id})`;

const itemCountOfSeller = sql<number>`(
  select count(*)::int from resources other where other.seller_id = ${resources.sellerId} and other.is_listed)`;

/** One statement, whatever is in it. */
const selectDetail = prepared((db) =>
  db
    .select({
      ...resourceCardColumns,
      description: resources.description,
      state: resources.state,
      isListed: resources.isListed,
      tags: resources.tags,
      licence: resources.licence,
      salesCount: resources.salesCount,
      downloadCount: resources.downloadCount,
      seller: {
        tagline: stores.tagline,
        profileImageUrl: users.profileImageUrl,
        firstName: users.firstName,
        lastName: users.lastName,
        rating: averageOf(stores.ratingSum, stores.ratingCount),
        reviewCount: stores.ratingCount,
        itemCount: itemCountOfSeller,
      },
      files: filesOfResource,
      previews: previewsOfResource,
      histogram: starCounts('resource', resources.id),
    })
    .from(resources)
    .innerJoin(stores, eq(stores.userId, resources.sellerId))
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

export async function listFeaturedRows(db: DbOrTx, { limit }: { limit: number }) {
  return selectResourceCards(db)
    .where(and(eq(resources.isFeatured, true), eq(resources.isListed, true)))
    .orderBy(desc(resources.publishedAt), desc(resources.id))
    .limit(limit);
}

/** Only those on sale; in no order. */
export async function listListedRowsByIds(db: DbOrTx, { ids }: { ids: number[] }) {
  // One parameter, not one for each.
  const isAmong = sql`${resources.id} = any(${sql.param(ids)}::int[])`;
  return selectResourceCards(db).where(and(isAmong, eq(resources.isListed, true)));
}

/** How many of each kind are looked at before the best are chosen: the cost stays the same in a large store. */
const CANDIDATES = 60;

/** What has most in common with it among the best sold of its seller, its style and its category. */
export async function listRelatedRows(db: DbOrTx, { id, limit }: { id: number; limit: number }) {
  const one = sql`(select seller_id, category_id, dance_style, level, type, age_groups from resources where id = ${id})`;
  const among = (same: ReturnType<typeof sql>) => sql`
    (select r.id from resources r, it where r.is_listed and ${same} order by r.sales_count desc, r.id desc limit ${CANDIDATES})`;
  const score = sql`(
    case when ${resources.danceStyle} = it.dance_style then 4 else 0 end
    + case when ${resources.ageGroups} && it.age_groups then 2 else 0 end
    + case when ${resources.level} = it.level then 2 else 0 end
    + case when ${resources.categoryId} = it.category_id then 2 else 0 end
    + case when ${resources.type} = it.type then 1 else 0 end
    + case when ${resources.sellerId} = it.seller_id then 1 else 0 end)`;
  return selectResourceCards(db)
    .innerJoin(sql`${one} it`, sql`true`)
    .where(
      and(
        eq(resources.isListed, true),
        ne(resources.id, id),
        sql`${resources.id} in (with it as ${one}
          ${among(sql`r.dance_style = it.dance_style and r.level = it.level`)}
          union ${among(sql`r.dance_style = it.dance_style`)}
          union ${among(sql`r.category_id = it.category_id`)}
          union ${among(sql`r.seller_id = it.seller_id`)})`,
      ),
    )
    .orderBy(sql`${score} desc`, sql`${resources.rating} desc nulls last`, desc(resources.id))
    .limit(limit);
}

/** The next so many on sale, by number: a long list is read piece by piece. */
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

/** No further than `limit`: only whether there are more is asked. */
export async function countListedUpTo(db: DbOrTx, { limit }: { limit: number }): Promise<number> {
  const some = db
    .select({ id: resources.id })
    .from(resources)
    .where(eq(resources.isListed, true))
    .limit(limit)
    .as('some');
  return db.$count(some);
}

/** Which stretches of `size` numbers hold anything on sale, counted from one. */
export async function listListedStretches(db: DbOrTx, { size }: { size: number }): Promise<number[]> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select n from generate_series(1, (select (max(id) - 1) / ${size}::int + 1 from resources)) n
    where exists (select 1 from resources
      where is_listed and id > (n - 1) * ${size}::int and id <= n * ${size}::int)
    order by n`);
  return rows.map(({ n }) => n);
}
