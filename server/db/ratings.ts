// Ratings in SQL, for several features.
import { sql, type AnyColumn, type SQL } from '#server/db/drizzle.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

/** Rounded to two decimals like an item's own column; null without reviews. */
export function averageOf(sum: AnyColumn, count: AnyColumn): SQL<number | null> {
  return sql`round(${sum}::numeric / nullif(${count}, 0), 2)::float8`;
}

/** Number of reviews with one to five stars. */
export function starCounts(itemType: EntitlementItem, itemId: AnyColumn): SQL<number[]> {
  const gave = [1, 2, 3, 4, 5].map((stars) => sql.raw(`count(*) filter (where stars = ${stars})`));
  return sql`(select array[${sql.join(gave, sql`, `)}]::int[]
    from reviews where item_type = ${sql.raw(`'${itemType}'`)} and item_id = ${itemId})`;
}
