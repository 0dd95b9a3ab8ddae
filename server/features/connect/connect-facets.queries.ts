// How many instructors each option of the directory's filters finds.
import { and, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { instructorCounts, instructorListings } from '#server/db/schema/connect.ts';
import { HALF_HOUR_BANDS, RATING_FLOORS } from '#shared/features/connect/connect.rules.ts';
import { AGE_GROUPS, LEVELS } from '#shared/vocabulary.ts';
import {
  conditionsOf,
  type DirectoryFilters,
  type InstructorFacet,
  isFound,
  list,
  listed,
} from './connect-filters.queries.ts';

export type FacetRow = { facet: InstructorFacet | 'total'; value: string; count: number };

const facetsOf = (conditions: Record<InstructorFacet, SQL | undefined>) =>
  Object.keys(conditions) as InstructorFacet[];

/**
 * Each facet counted under all choices except its own. Skips values without instructors. What has no choices to be
 * counted under is stored, so nobody who only looks around makes us count ten thousand instructors.
 */
export async function countInstructorFacets(db: DbOrTx, filter: DirectoryFilters): Promise<FacetRow[]> {
  const conditions = conditionsOf(filter);
  const [only, ...more] = facetsOf(conditions).filter((facet) => conditions[facet]);
  if (filter.q || more.length > 0) return scanFacets(db, filter);
  const stored = await listStoredCounts(db, filter, only);
  return only ? [...stored, ...(await scanFacets(db, filter, only))] : stored;
}

/** Under no choice at all: of all facets, or of `only` this one. */
async function listStoredCounts(
  db: DbOrTx,
  filter: DirectoryFilters,
  only: InstructorFacet | undefined,
): Promise<FacetRow[]> {
  const { certified, when } = conditionsOf({ ...filter, certified: 'yes', when: 'week' });
  const t = instructorListings;
  const live = (facet: InstructorFacet, value: string, condition: SQL | undefined) =>
    sql`select ${facet}::text, ${value}::text, count(*)::int from ${t} where ${and(listed, condition)}
      and ${only === undefined || only === facet}`;
  const { rows } = await db.execute<FacetRow>(sql`
    select facet, value, sum(change)::int as count from ${instructorCounts}
    where ${only === undefined ? sql`true` : sql`facet = ${only}`}
    group by facet, value having sum(change) > 0
    union all ${live('certified', 'yes', certified)}
    union all ${live('when', 'week', when)}`);
  return rows.filter(({ count: found }) => found > 0);
}

/** In one pass over what the search finds; with `only`, over what this facet's choice leaves, for all the others. */
async function scanFacets(db: DbOrTx, filter: DirectoryFilters, only?: InstructorFacet): Promise<FacetRow[]> {
  const conditions = conditionsOf(filter);
  const offered = conditionsOf({ ...filter, certified: 'yes', when: 'week' });
  const facets = facetsOf(conditions);
  const ok = (facet: InstructorFacet) => sql.identifier(`ok_${facet}`);
  const isChosen = sql.join(
    facets.map((facet) => sql`coalesce(${conditions[facet] ?? sql`true`}, false) as ${ok(facet)}`),
    sql`, `,
  );
  const othersHold = (facet?: InstructorFacet) =>
    sql.join(
      facets.filter((other) => other !== facet).map((other) => sql`${ok(other)}`),
      sql` and `,
    );
  const counted = (facet: InstructorFacet, value: SQL, from = sql`found`, where = sql`true`) => sql`
    select ${facet}::text as facet, ${value} as value, count(*)::int as count
    from ${from} where ${othersHold(facet)} and ${where} group by 2`;
  const each = (facet: InstructorFacet, column: SQL) =>
    counted(facet, sql`value`, sql`found, unnest(${column}) value`);
  const bands = Object.entries(HALF_HOUR_BANDS).map(
    ([name, { from, below }]) =>
      sql`when half_hour_cents >= ${from} and half_hour_cents < ${below} then ${name}::text`,
  );
  const t = instructorListings;
  const { rows } = await db.execute<FacetRow>(sql`
    with found as materialized (
      select ${t.styles}, ${t.languages}, ${t.levels}, ${t.ageGroups}, ${t.places}, ${t.city}, ${t.halfHourCents},
        ${t.ratingSum}, ${t.ratingCount}, ${offered.certified} as is_certified, ${offered.when} as is_soon, ${isChosen}
      from ${t}
      where ${and(listed, isFound(filter), only && conditions[only])}
    )
    select 'total' as facet, '' as value, count(*)::int as count from found where ${othersHold()}
    union all ${each('style', sql`styles`)}
    union all ${each('language', sql`languages`)}
    union all ${counted('level', sql`level`, sql`found, unnest(${list(LEVELS)}) level`, sql`levels && array[level, 'Mixed Levels']`)}
    union all ${each('place', sql`places`)}
    union all ${counted('ageGroup', sql`age`, sql`found, unnest(${list(AGE_GROUPS)}) age`, sql`age_groups && array[age, 'All Ages']`)}
    union all ${counted('city', sql`city`, sql`found`, sql`city is not null and 'in_person' = any(places)`)}
    union all ${counted('price', sql`case ${sql.join(bands, sql` `)} end`, sql`found`, sql`half_hour_cents is not null`)}
    union all ${counted('rating', sql`floor`, sql`found, unnest(${list(RATING_FLOORS)}) floor`, sql`rating_count > 0 and rating_sum >= floor::numeric * rating_count`)}
    union all ${counted('certified', sql`'yes'`, sql`found`, sql`is_certified`)}
    union all ${counted('when', sql`'week'`, sql`found`, sql`is_soon`)}`);
  return rows.filter(({ facet }) => facet !== only);
}

/** Adds up the changes so far, so that there are never many. */
export async function sumInstructorCounts(db: DbOrTx): Promise<void> {
  await db.execute(sql`
    with gone as (delete from ${instructorCounts} returning facet, value, change)
    insert into ${instructorCounts} (facet, value, change)
    select facet, value, sum(change)::int from gone group by facet, value having sum(change) <> 0`);
}
