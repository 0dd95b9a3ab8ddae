// Pages of the catalogue in SQL. There are two ways to find one (decision 010): scanning the sort order's index until
// the page is full, which is cheap for frequent matches, or the word index, which is cheap for rare ones.
import { eq, sql, type SQL } from '#server/db/drizzle.ts';
import type { Db, DbOrTx } from '#server/db/client.ts';
import { prepared, preparedByName, unseen } from '#server/db/prepared.ts';
import { categories } from '#server/db/schema/category.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { resourceCardColumns, type ResourceCardRow } from '#server/features/resource/resource.service.ts';
import {
  CATALOGUE_PAGE_SIZE,
  RESOURCE_SORTS,
  type ResourceSort,
} from '#shared/features/catalogue/catalogue.rules.ts';
import {
  hasMore,
  type Hits,
  type HitShape,
  hitValues,
  isHit,
  rankOf,
  shapeName,
  shapeOf,
} from './catalogue-search.queries.ts';
import { FIXED_FACETS, type FixedFacet } from './facet-codes.ts';

/** Index entries read for one page before falling back to the word index. */
export const LONGEST_WALK = 20_000;
const ONE_MORE = CATALOGUE_PAGE_SIZE + 1;
/** In cents. */
const ANY_PRICE = { from: 0, below: 2_147_483_647 };

type Order = { column: SQL; isRising?: boolean; toKey: SQL; fromKey: (key: SQL) => SQL };

const whole = (column: SQL, isRising = false): Order => ({
  column,
  isRising,
  toKey: column,
  fromKey: (key) => sql`${key}::int`,
});

const useful = whole(sql.raw('score'));
const ORDERS: Record<ResourceSort, Order> = {
  relevance: useful,
  newest: {
    column: sql.raw('published_at'),
    // In microseconds, so that a cursor loses no precision.
    toKey: sql.raw('(extract(epoch from published_at) * 1000000)::bigint'),
    fromKey: (key) => sql`(timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond')`,
  },
  'best-selling': whole(sql.raw('sales_count')),
  rating: whole(sql.raw('rating_key')),
  'price-low': whole(sql.raw('price_cents'), true),
  'price-high': whole(sql.raw('price_cents')),
};

/** A position before the first row, in either direction; by price, before the first in the band. */
export function firstPosition(sort: ResourceSort, { from, below } = ANY_PRICE): Position {
  if (sort === 'price-low') return { key: String(from), id: 0 };
  if (sort === 'price-high') return { key: String(below), id: 0 };
  return { key: sort === 'newest' ? '9000000000000000' : '2147483647', id: 2_147_483_647 };
}

const placeholders = { key: sql`${sql.placeholder('fromKey')}`, id: sql`${sql.placeholder('fromId')}` };
const isAfter = ({ column, isRising, fromKey }: Order, key: SQL, id: SQL) =>
  sql`(${column}, resource_id) ${sql.raw(isRising ? '>' : '<')} (${fromKey(key)}, ${id}::int)`;
const inOrder = ({ isRising }: Order, column: SQL) =>
  isRising ? sql`${column}, resource_id` : sql`${column} desc, resource_id desc`;

/** One lookup per key: the planner expects more of `= any(keys)`, and looks into the list to count them. */
const totalOf = (keys: SQL) => sql<number>`(
  select coalesce(sum((select c.count from resource_counts c where c.key = k.key)), 0)::int
  from unnest(${unseen(sql`${keys}::bigint[]`)}) k(key))`;

const allListed = totalOf(sql`'{0}'`);
const notCounted = sql<number>`0`;

/** Cards for the rows of `found` (resource_id and key), in order. */
function cardsOf(
  db: DbOrTx,
  found: SQL,
  more: { all: SQL<number>; total: SQL<number>; hasMore: SQL<boolean> },
  order: Order,
) {
  return db
    .select({ ...resourceCardColumns, key: sql<string>`page.key::text`, ...more })
    .from(sql`(${found}) page`)
    .innerJoin(resources, sql`${resources.id} = page.resource_id`)
    .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
    .leftJoin(categories, eq(categories.id, resources.categoryId))
    .orderBy(inOrder(order, sql.raw('page.key')));
}

/** `all`, `total` and `hasMore` describe the whole result and repeat in each row. */
export type CatalogueRow = ResourceCardRow & { key: string; all: number; total: number; hasMore: boolean };

export type Walk = {
  from: Position;
  masks: Record<FixedFacet, bigint>;
  categoryIds: number[] | null;
  /** Counters that add up to the total. */
  keys: bigint[];
  offset: number;
};

const isChosen = sql.join(
  [
    ...FIXED_FACETS.map((facet) => sql`(bits & ${sql.placeholder(facet)}::bigint) <> 0`),
    sql`(${sql.placeholder('categoryIds')}::int[] is null or category_id = any(${sql.placeholder('categoryIds')}::int[]))`,
  ],
  sql` and `,
);

function walkOf(
  db: DbOrTx,
  sort: ResourceSort,
  { longest, hasOffset }: { longest: number; hasOffset: boolean },
) {
  const order = ORDERS[sort];
  const walked = sql`
    select resource_id, ${order.column} as at, bits, category_id from resource_listings
    where ${isAfter(order, placeholders.key, placeholders.id)}
    order by ${inOrder(order, order.column)} limit ${sql.raw(String(longest))}`;
  const toKey = sort === 'newest' ? sql`(extract(epoch from at) * 1000000)::bigint` : sql`at`;
  const found = sql`
    select resource_id, ${toKey} as key from (${walked}) walked where ${isChosen}
    order by ${inOrder(order, sql`at`)} limit ${sql.raw(String(ONE_MORE))}${hasOffset ? sql` offset ${unseen(sql`${sql.placeholder('offset')}::int`)}` : sql``}`;
  return cardsOf(
    db,
    found,
    { all: allListed, total: totalOf(sql`${sql.placeholder('keys')}`), hasMore: sql<boolean>`false` },
    order,
  );
}

const firstWalks = new Map(
  RESOURCE_SORTS.map((sort) => [
    sort,
    prepared((db) =>
      walkOf(db, sort, { longest: LONGEST_WALK, hasOffset: false }).prepare(
        `catalogue_${sort.replace('-', '_')}`,
      ),
    ),
  ]),
);
/** A page reached by number reads everything before it. */
const LONGEST_SKIP = 200_000;
const furtherWalks = new Map(
  RESOURCE_SORTS.map((sort) => [
    sort,
    prepared((db) =>
      walkOf(db, sort, { longest: LONGEST_SKIP, hasOffset: true }).prepare(
        `catalogue_skip_${sort.replace('-', '_')}`,
      ),
    ),
  ]),
);

/** Returns one row more than a page if there is one. */
export async function walkCatalogue(db: DbOrTx, sort: ResourceSort, walk: Walk): Promise<CatalogueRow[]> {
  const { from, masks, categoryIds, keys, offset } = walk;
  const query = (offset > 0 ? furtherWalks : firstWalks).get(sort);
  if (!query) throw new Error(`No such order: ${sort}`);
  return query(db).execute({
    ...masks,
    fromKey: from.key,
    fromId: from.id,
    categoryIds,
    keys,
    offset,
  });
}

type HitPage = Hits & { from: Position | null; offset: number };

/** Everything the word index finds, sorted. By relevance, the text match counts next to the score. */
function hitsOf(db: DbOrTx, sort: ResourceSort, shape: HitShape, isLater: boolean) {
  const isRanked = sort === 'relevance';
  const order = isRanked ? whole(sql`key`) : { ...ORDERS[sort], column: sql`at` };
  const found = sql`
    with hits as materialized (
      select resource_id, ${isRanked ? rankOf(shape) : ORDERS[sort].toKey} as key,
        ${isRanked ? sql`1` : ORDERS[sort].column} as at
      from listing_words where ${isHit(shape)}
    )
    select resource_id, key, (select count(*)::int from hits) as total from hits
    ${isLater ? sql`where ${isAfter(order, placeholders.key, placeholders.id)}` : sql``}
    order by ${inOrder(order, order.column)} limit ${sql.raw(String(ONE_MORE))} offset ${sql.placeholder('offset')}::int`;
  return cardsOf(
    db,
    found,
    { all: notCounted, total: sql<number>`page.total`, hasMore: hasMore(shape) },
    order,
  );
}

/** For other sort orders with so many hits that walking the order's index meets them soon. */
function hitWalkOf(db: DbOrTx, sort: ResourceSort, shape: HitShape) {
  const order = ORDERS[sort];
  const found = sql`
    select resource_id, ${order.toKey} as key from resource_listings
    where exists (select from listing_words w where w.resource_id = resource_listings.resource_id and ${isHit(shape)})
      and ${isAfter(order, placeholders.key, placeholders.id)}
    order by ${inOrder(order, order.column)} limit ${sql.raw(String(ONE_MORE))} offset ${sql.placeholder('offset')}::int`;
  return cardsOf(db, found, { all: notCounted, total: notCounted, hasMore: sql<boolean>`true` }, order);
}

const hitStatements = preparedByName<ReturnType<typeof prepareHits>>();
const prepareHits = (db: DbOrTx, name: string, sort: ResourceSort, shape: HitShape, isLater: boolean) =>
  hitsOf(db, sort, shape, isLater).prepare(name);

export async function listHits(
  db: DbOrTx,
  sort: ResourceSort,
  { from, offset, ...hits }: HitPage,
): Promise<CatalogueRow[]> {
  const shape = shapeOf(hits);
  const name = `catalogue_hits_${sort}_${shapeName(shape)}${from ? '_later' : ''}`;
  const query = hitStatements(db, name, (handle) => prepareHits(handle, name, sort, shape, from !== null));
  return query.execute({ ...hitValues(hits), fromKey: from?.key, fromId: from?.id, offset });
}

/** Not prepared: the best plan depends on how common the words are. */
export async function walkHits(
  db: DbOrTx,
  sort: ResourceSort,
  { from, offset, ...hits }: Hits & { from: Position; offset: number },
): Promise<CatalogueRow[]> {
  const values = { ...hitValues(hits), fromKey: from.key, fromId: from.id, offset };
  return hitWalkOf(db, sort, shapeOf(hits)).prepare('').execute(values);
}

/** The number of all listings, and of those under the given counters. */
export async function listCounts(db: DbOrTx, { keys }: { keys: bigint[] }) {
  const [row] = await db
    .select({ all: allListed, total: totalOf(sql`${sql.param(keys)}`) })
    .from(sql`(select 1) one`);
  return row ?? { all: 0, total: 0 };
}

export async function listResourceCategories(db: DbOrTx) {
  return db
    .select({ id: categories.id, parentId: categories.parentId, name: categories.name })
    .from(categories)
    .where(eq(categories.kind, 'resource'))
    .orderBy(categories.position, categories.id);
}

export async function hasActiveSeller(db: DbOrTx, { sellerId }: { sellerId: number }): Promise<boolean> {
  const [row] = await db
    .select({ isOpen: sql<boolean>`seller_is_open(${sellers.userId})` })
    .from(sellers)
    .where(eq(sellers.userId, sellerId));
  return row?.isOpen ?? false;
}

/** Scores change with sales and ratings, and with them the tiers. */
export async function refreshTiers(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Moving many rows takes longer than the statement timeout of page requests.
    await tx.execute(sql`set local statement_timeout = '10min'`);
    await tx.execute(sql`select refresh_catalogue_tiers()`);
  });
}

/** The last row's sort key as an integer, and its id. */
export type Position = { key: string; id: number };
