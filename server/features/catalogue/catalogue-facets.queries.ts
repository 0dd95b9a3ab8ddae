// How many listings each choice would show, in SQL: from the counters, or counted among a bounded number of listings.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { STYLE_CODES } from '#server/db/schema/style.ts';
import { prepared, preparedByName, unseen } from '#server/db/prepared.ts';
import { CODES, FIXED_FACETS, maskOf, type FixedFacet } from './facet-codes.ts';
import {
  hasMore,
  hitValues,
  isHit,
  shapeName,
  shapeOf,
  type Hits,
  type HitShape,
} from './catalogue-search.queries.ts';

/** At most this many listings are counted per request. */
export const COUNT_LIMIT = 20_000;

export type CategoryRow = [id: number, parentId: number | null, name: string];

const categoryRows = sql<CategoryRow[]>`(
  select coalesce(json_agg(json_build_array(id, parent_id, name) order by position, id), '[]')
  from categories where kind = 'resource')`;
/** Number of listings by category id. */
export type ByCategory = Record<string, number>;

const selectCounters = prepared((db) =>
  db
    .select({
      counts: sql<number[]>`array(
        select coalesce((select c.count from resource_counts c where c.key = k.key), 0)
        from unnest(${unseen(sql`${sql.placeholder('keys')}::bigint[]`)}) with ordinality k(key, at) order by at)`,
      // The category is always the highest code of a key, so all keys of one base are adjacent.
      byCategory: sql<ByCategory>`(
        select coalesce(json_object_agg(category, total), '{}') from (
          select (c.key & 1048575) - 64 as category, sum(c.count)::int as total
          from unnest(${unseen(sql`${sql.placeholder('bases')}::bigint[]`)}) b(base)
          join resource_counts c on c.key > ((base << 20) | 64) and c.key <= ((base << 20) | 1048575)
          group by 1) each where total > 0)`,
      categories: categoryRows,
    })
    .from(sql`(select 1) one`)
    .prepare('catalogue_counters'),
);

/** Formatted here because the driver would check every element for quotes. */
export const asArray = (keys: readonly bigint[]) => `{${keys.join(',')}}`;

/** Both written by `asArray`. `counts` in the order of the keys; those of categories under each of the sets `bases`, added up. */
export async function listFacetCounts(db: DbOrTx, wanted: { keys: string; bases: string }) {
  const [row] = await selectCounters(db).execute({ keys: wanted.keys, bases: wanted.bases });
  return row ?? { counts: [], byCategory: {}, categories: [] };
}

export type Counted = {
  masks: Record<FixedFacet, bigint>;
  categoryIds: number[] | null;
  /** Null: the most useful listings. */
  among: Hits | null;
};

/** Styles are counted by code, not name, so the statement stays the same when a style is renamed. */
const valuesOf = (facet: FixedFacet): Iterable<readonly [string, readonly number[]]> =>
  facet === 'style' ? STYLE_CODES.map((code) => [String(code), [code]] as const) : CODES[facet];

/** Every facet value with its bit mask; the query returns counts in this order. */
export const VALUE_MASKS = FIXED_FACETS.flatMap((facet) =>
  [...valuesOf(facet)].map(([value, codes]) => ({ facet, value, mask: maskOf(codes) })),
);

const missesOf = (facet: FixedFacet) => sql.identifier(`no_${facet}`);
const flags = FIXED_FACETS.map(
  (facet) => sql`(bits & ${sql.placeholder(facet)}::bigint) = 0 as ${missesOf(facet)}`,
);
const missesCategory = sql`
  ${sql.placeholder('categoryIds')}::int[] is not null
    and coalesce(category_id <> all(${sql.placeholder('categoryIds')}::int[]), true) as no_category`;
const missed = sql.join(
  [...FIXED_FACETS.map((facet) => sql`${missesOf(facet)}::int`), sql`no_category::int`],
  sql` + `,
);
const countOfValues = VALUE_MASKS.map(
  ({ facet, mask }) =>
    sql`count(*) filter (where (missed = 0 or ${missesOf(facet)}) and (bits & ${sql.raw(String(mask))}) <> 0)`,
);

/** Each value is counted under all choices except those of its own facet. */
function countsOf(db: DbOrTx, shape: HitShape | null) {
  const rest = shape ? hasMore(shape) : sql<boolean>`false`;
  const counted = sql`
    with source as materialized (${sourceOf(shape)}),
    flagged as (select *, ${sql.join(flags, sql`, `)}, ${missesCategory} from source),
    near as materialized (select * from (select *, ${missed} as missed from flagged) f where missed <= 1)
    select
      (select array[${sql.join(countOfValues, sql`, `)}]::int[] from near) as counts,
      (select count(*)::int from near where missed = 0) as total,
      (select count(*)::int from source) as found,
      (select coalesce(json_object_agg(category_id, total), '{}') from (
        select category_id, count(*)::int as total from near where missed = 0 or no_category group by 1
      ) each where category_id is not null) as by_category`;
  return db
    .select({
      counts: sql<number[]>`counted.counts`,
      total: sql<number>`counted.total`,
      /** Listings looked at. */
      found: sql<number>`counted.found`,
      /** There are listings beyond the tier looked at. */
      hasMore: rest,
      byCategory: sql<ByCategory>`counted.by_category`,
      categories: categoryRows,
    })
    .from(sql`(${counted}) counted`);
}

function sourceOf(shape: HitShape | null): SQL {
  const most = sql.raw(String(COUNT_LIMIT));
  return shape === null
    ? sql`select bits, category_id from resource_listings order by score desc, resource_id desc limit ${most}`
    : sql`select bits, category_id from listing_words where ${isHit(shape)} limit ${most}`;
}

const statements = preparedByName<ReturnType<typeof prepareCounts>>();
const prepareCounts = (db: DbOrTx, name: string, shape: HitShape | null) => countsOf(db, shape).prepare(name);

export async function countAmong(db: DbOrTx, { masks, categoryIds, among }: Counted) {
  const shape = among && shapeOf(among);
  const name = `catalogue_facets_${shape ? shapeName(shape) : 'useful'}`;
  const query = statements(db, name, (handle) => prepareCounts(handle, name, shape));
  const [row] = await query.execute({ ...masks, categoryIds, ...(among && hitValues(among)) });
  if (!row) throw new Error('A count has one row.');
  return row;
}
