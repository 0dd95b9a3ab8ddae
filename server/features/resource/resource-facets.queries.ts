// How many listings each choice would show, in SQL: from the counters, or counted among a bounded number of listings.
import { sql, type SQL } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { CODES, FIXED_FACETS, maskOf, type FixedFacet } from './resource-choices.ts';
import { isHit, tierCondition, type Hits } from './resource-search.queries.ts';

/** Listings looked at for one answer. */
export const MOST_COUNTED = 20_000;

export type CategoryRow = [id: number, parentId: number | null, name: string];

const categoryRows = sql<CategoryRow[]>`(
  select coalesce(json_agg(json_build_array(id, parent_id, name) order by position, id), '[]')
  from categories where kind = 'resource')`;
/** How many, by the category's id. */
export type ByCategory = Record<string, number>;

const selectCounters = prepared((db) =>
  db
    .select({
      counts: sql<number[]>`array(
        select coalesce(c.count, 0) from unnest(${sql.placeholder('keys')}::bigint[]) with ordinality k(key, at)
        left join resource_counts c on c.key = k.key order by at)`,
      // A category has the highest code of a set, so that all of them stand together after the others.
      byCategory: sql<ByCategory>`(
        select coalesce(json_object_agg(category, total), '{}') from (
          select (c.key & 1048575) - 64 as category, sum(c.count)::int as total
          from unnest(${sql.placeholder('bases')}::bigint[]) b(base)
          join resource_counts c on c.key > ((base << 20) | 64) and c.key <= ((base << 20) | 1048575)
          group by 1) each where total > 0)`,
      categories: categoryRows,
    })
    .from(sql`(select 1) one`)
    .prepare('catalogue_counters'),
);

/** `counts` in the order of the keys; those of categories under each of the sets `bases`, added up. */
export async function readCounters(db: DbOrTx, wanted: { keys: bigint[]; bases: bigint[] }) {
  const [row] = await selectCounters(db).execute(wanted);
  return row ?? { counts: [], byCategory: {}, categories: [] };
}

export type Counted = {
  masks: Record<FixedFacet, bigint>;
  categoryIds: number[] | null;
  /** Null: the most useful listings. */
  among: Hits | null;
};

/** Each value of each facet with its bits, in one order for the question and the answer. */
export const VALUE_MASKS = FIXED_FACETS.flatMap((facet) =>
  [...CODES[facet]].map(([value, codes]) => ({ facet, value, mask: maskOf(codes) })),
);

/** Each value counted under all choices but those of its own facet; a listing that misses two choices is in none. */
export async function countAmong(db: DbOrTx, { masks, categoryIds, among }: Counted) {
  const misses = (facet: FixedFacet) => sql`(bits & ${masks[facet]}::bigint) = 0`;
  const missesCategory = categoryIds
    ? sql`coalesce(category_id <> all(${sql.param(categoryIds)}::int[]), true)`
    : sql`false`;
  const flags: SQL[] = FIXED_FACETS.map((facet) => sql`${misses(facet)} as ${sql.identifier(`no_${facet}`)}`);
  const missed = sql.join(
    [...FIXED_FACETS.map((facet) => sql`${sql.identifier(`no_${facet}`)}::int`), sql`no_category::int`],
    sql` + `,
  );
  const counts = VALUE_MASKS.map(
    ({ facet, mask }) =>
      sql`count(*) filter (where (missed = 0 or ${sql.identifier(`no_${facet}`)}) and (bits & ${sql.raw(String(mask))}) <> 0)`,
  );
  const { rows } = await db.execute<CountedRow>(sql`
    with source as materialized (${sourceOf(among)}),
    flagged as (select *, ${sql.join(flags, sql`, `)}, ${missesCategory} as no_category from source),
    near as materialized (select * from (select *, ${missed} as missed from flagged) f where missed <= 1)
    select
      (select array[${sql.join(counts, sql`, `)}]::int[] from near) as counts,
      (select count(*)::int from near where missed = 0) as total,
      (select count(*)::int from source) as "found",
      ${hasRest(among)} as "hasRest",
      (select coalesce(json_object_agg(category_id, total), '{}') from (
        select category_id, count(*)::int as total from near where missed = 0 or no_category group by 1
      ) each where category_id is not null) as "byCategory",
      ${categoryRows} as categories`);
  const [row] = rows;
  if (!row) throw new Error('A count has one row.');
  return row;
}

type CountedRow = {
  counts: number[];
  total: number;
  /** Listings looked at. */
  found: number;
  /** There are listings beyond the tier looked at. */
  hasRest: boolean;
  byCategory: ByCategory;
  categories: CategoryRow[];
};

function sourceOf(among: Hits | null): SQL {
  const most = sql.raw(String(MOST_COUNTED));
  return among === null
    ? sql`select bits, category_id from resource_listings order by score desc, resource_id desc limit ${most}`
    : sql`select bits, category_id from resource_listings where ${tierCondition(among)} and ${isHit(among)} limit ${most}`;
}

function hasRest(among: Hits | null): SQL<boolean> {
  if (among === null || among.tier === 2) return sql<boolean>`false`;
  const score = sql.raw(among.tier === 0 ? 'top_score' : 'near_score');
  return sql<boolean>`(select ${score} > -2147483648 from catalogue_tiers)`;
}
