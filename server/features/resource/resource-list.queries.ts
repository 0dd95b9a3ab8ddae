// The catalogue in SQL: what is chosen, in which order, from where on.
import { and, arrayOverlaps, asc, count, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { categories } from '#server/db/schema/category.ts';
import { resources } from '#server/db/schema/resource.ts';
import { stores } from '#server/db/schema/seller.ts';
import { BPM_BANDS, PRICE_BANDS, type ResourceSort } from '#shared/features/resource/resource.rules.ts';
import type { ResourceFilters } from '#shared/features/resource/resource.schema.ts';
import { selectResourceCards } from './resource-card.queries.ts';

export type Facet = Exclude<keyof ResourceFilters, 'q'>;
export type CatalogueFilter = ResourceFilters & { seller?: number | undefined };

export function conditionsOf(
  filter: CatalogueFilter,
): Partial<Record<Facet | 'q' | 'seller', SQL | undefined>> {
  const { type, style, ageGroup, level, category, price, rating, bpm, metre, seller, q } = filter;
  const priceBand = price && PRICE_BANDS[price];
  const bpmBand = bpm && BPM_BANDS[bpm];
  return {
    seller: seller === undefined ? undefined : eq(resources.sellerId, seller),
    q: q
      ? sql`to_tsvector('english', ${resources.title} || ' ' || array_to_string(${resources.tags}, ' ') || ' ' || ${resources.description}) @@ websearch_to_tsquery('english', ${q.replaceAll('\0', ' ').toWellFormed()})`
      : undefined,
    type: type?.length ? inArray(resources.type, type) : undefined,
    style: style?.length ? inArray(resources.danceStyle, style) : undefined,
    ageGroup: ageGroup?.length
      ? sql`(${arrayOverlaps(resources.ageGroups, ageGroup as never)} or 'All Ages' = any(${resources.ageGroups}))`
      : undefined,
    level: level?.length ? inArray(resources.level, level) : undefined,
    category: category?.length
      ? sql`${resources.categoryId} in (with recursive below as (
          select id from categories where id = any(${sql.param(category)}::int[])
          union select c.id from categories c join below on c.parent_id = below.id
        ) select id from below)`
      : undefined,
    price:
      priceBand && and(gte(resources.priceCents, priceBand.from), lt(resources.priceCents, priceBand.below)),
    rating: rating && sql`${resources.rating} >= ${rating}::numeric`,
    bpm: bpmBand && and(gte(resources.bpm, bpmBand.from), lt(resources.bpm, bpmBand.below)),
    metre: metre?.length ? inArray(resources.metre, metre) : undefined,
  };
}

const ORDERS: Record<ResourceSort, SQL[]> = {
  relevance: [desc(resources.salesCount), desc(resources.id)],
  newest: [desc(resources.publishedAt), desc(resources.id)],
  'best-selling': [desc(resources.salesCount), desc(resources.id)],
  rating: [sql`${resources.rating} desc nulls last`, desc(resources.ratingCount), desc(resources.id)],
  'price-low': [asc(resources.priceCents), asc(resources.id)],
  'price-high': [desc(resources.priceCents), desc(resources.id)],
};

const listed = eq(resources.isListed, true);

export async function listCatalogueRows(
  db: DbOrTx,
  filter: CatalogueFilter,
  { sort, limit, offset }: { sort: ResourceSort; limit: number; offset: number },
) {
  return selectResourceCards(db)
    .where(and(listed, ...Object.values(conditionsOf(filter))))
    .orderBy(...ORDERS[sort])
    .limit(limit)
    .offset(offset);
}

export async function countCatalogue(db: DbOrTx, filter: CatalogueFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(resources)
    .where(and(listed, ...Object.values(conditionsOf(filter))));
  return row?.total ?? 0;
}

const FACET_VALUES = {
  type: sql<string>`${resources.type}`,
  style: sql<string>`${resources.danceStyle}`,
  ageGroup: sql<string>`unnest(${resources.ageGroups})`,
  level: sql<string>`${resources.level}`,
  category: sql<string>`${resources.categoryId}::text`,
  price: sql<string>`case when price_cents = 0 then 'free' when price_cents < 1500 then 'under-15' when price_cents <= 4000 then '15-40' else 'over-40' end`,
  rating: sql<string>`unnest(array_remove(array[case when ${resources.rating} >= 3 then '3' end, case when ${resources.rating} >= 4 then '4' end, case when ${resources.rating} >= 4.5 then '4.5' end], null))`,
  bpm: sql<string>`case when bpm < 70 then 'under-70' when bpm < 100 then '70-99' when bpm < 130 then '100-129' when bpm >= 130 then '130-up' end`,
  metre: sql<string>`${resources.metre}`,
} satisfies Record<Facet, SQL>;

/** How many each value of one facet would show, under all other choices. */
export async function countFacet(db: DbOrTx, facet: Facet, filter: CatalogueFilter) {
  const { [facet]: _own, ...others } = conditionsOf(filter);
  const value = FACET_VALUES[facet].as('value');
  const each = db
    .select({ value })
    .from(resources)
    .where(and(listed, ...Object.values(others)))
    .as('each_value');
  const rows = await db.select({ value: each.value, count: count() }).from(each).groupBy(each.value);
  return new Map(rows.map((row) => [row.value, row.count]));
}

export async function listResourceCategories(db: DbOrTx) {
  return db
    .select({ id: categories.id, parentId: categories.parentId, name: categories.name })
    .from(categories)
    .where(eq(categories.kind, 'resource'))
    .orderBy(categories.position, categories.id);
}

export async function hasOpenStore(db: DbOrTx, { sellerId }: { sellerId: number }): Promise<boolean> {
  const [row] = await db
    .select({ isOpen: sql<boolean>`seller_is_open(${stores.userId})` })
    .from(stores)
    .where(eq(stores.userId, sellerId));
  return row?.isOpen ?? false;
}
